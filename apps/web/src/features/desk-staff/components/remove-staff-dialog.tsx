import { useQueryClient } from '@tanstack/react-query';
import { listStaff, type StaffRow } from '@yardage/contract/desk-staff';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/confirm-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { removeStaffMember } from '../desk-staff.api.ts';
import { DESK_STAFF_MESSAGES as MESSAGES } from '../desk-staff.messages.ts';
import { staffName } from './staff-columns.tsx';

/** Asks before a staff member loses the access to the desk. */
export function RemoveStaffDialog({ member, onClose }: { member: StaffRow | undefined; onClose: () => void }) {
  const shown = useLast(member);
  const queryClient = useQueryClient();
  const removing = useWrite({
    write: ({ id }: StaffRow, attempt) => removeStaffMember(id, attempt),
    meta: { failureTitle: MESSAGES.removeFailed, failureText: MESSAGES.removeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: onClose,
    onRefused: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listStaff.id] }),
  });
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={MESSAGES.removeTitle}
      confirmText={MESSAGES.removeConfirm}
      isBusy={removing.isPending}
      onConfirm={() => member && removing.mutate(member)}
    >
      {shown ? MESSAGES.removeQuestion(staffName(shown), shown.email) : null}
    </ConfirmDialog>
  );
}
