import type { MemberRow } from '@yardage/contract/members';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { removeMember, useMembersRefresh } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { memberName } from './member-columns.tsx';

interface DeleteMemberDialogProps {
  /** The member to delete; undefined while the dialog is closed. */
  member: MemberRow | undefined;
  onClose: () => void;
  onDeleted: (memberId: number) => void;
}

/** Asks for confirmation before a member is deleted (USR-17). */
export function DeleteMemberDialog({ member, onClose, onDeleted }: DeleteMemberDialogProps) {
  const shown = useLast(member);
  const refresh = useMembersRefresh();
  const removing = useWrite({
    write: ({ email }: MemberRow, attempt) => removeMember(email, attempt),
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.deleted });
      await refresh();
    },
    onDone: (_answer, { id }) => {
      onClose();
      onDeleted(id);
    },
  });
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={MESSAGES.deleteTitle}
      confirmText={MESSAGES.deleteMember}
      isBusy={removing.isPending}
      onConfirm={() => member && removing.mutate(member)}
    >
      {shown ? MESSAGES.deleteQuestion(memberName(shown), shown.email) : null}
    </ConfirmDialog>
  );
}
