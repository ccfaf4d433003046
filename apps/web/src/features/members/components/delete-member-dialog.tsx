import { useMutation } from '@tanstack/react-query';
import type { MemberRow } from '@yardage/contract/members';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/confirm-dialog.tsx';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import { removeMember } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { useMembersRefresh } from '../use-members-refresh.ts';
import { memberName } from './member-columns.tsx';

interface DeleteMemberDialogProps {
  /** The member to delete; undefined while the dialog is closed. */
  member: MemberRow | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation before a member is deleted (USR-17). */
export function DeleteMemberDialog({ member, onClose, onDeleted }: DeleteMemberDialogProps) {
  const shown = useLast(member);
  const refresh = useMembersRefresh();
  const removing = useMutation({
    mutationFn: (email: string) => removeMember(email),
    meta: { failureTitle: MESSAGES.deleteFailed, failureText: MESSAGES.deleteFailed, prefersServerMessage: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.deleted });
      onClose();
      onDeleted();
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={MESSAGES.deleteTitle}
      confirmText={MESSAGES.deleteMember}
      isBusy={removing.isPending}
      onConfirm={() => member && removing.mutate(member.email)}
    >
      {shown ? MESSAGES.deleteQuestion(memberName(shown), shown.email) : null}
    </ConfirmDialog>
  );
}
