import { useQueryClient } from '@tanstack/react-query';
import { type DeskAnnouncementRow, listDeskAnnouncements } from '@yardage/contract/desk-announcements';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { removeAnnouncement } from '../desk-announcements.api.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '../desk-announcements.messages.ts';

interface DeleteAnnouncementProps {
  /** Undefined while nothing is asked. */
  announcement: DeskAnnouncementRow | undefined;
  onClose: () => void;
}

/** Asks before an announcement is deleted. */
export function DeleteAnnouncement({ announcement, onClose }: DeleteAnnouncementProps) {
  const queryClient = useQueryClient();
  const shown = useLast(announcement);
  const removing = useWrite({
    write: ({ id }: DeskAnnouncementRow, attempt) => removeAnnouncement(id, attempt),
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listDeskAnnouncements.id] }),
    onDone: onClose,
    onRefused: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={announcement !== undefined}
      onClose={onClose}
      title={MESSAGES.deleteTitle}
      confirmText={MESSAGES.deleteConfirm}
      isBusy={removing.isPending}
      onConfirm={() => announcement && removing.mutate(announcement)}
    >
      {shown ? MESSAGES.deleteText(shown.title) : null}
    </ConfirmDialog>
  );
}
