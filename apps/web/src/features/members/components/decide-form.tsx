import { Button } from '@mantine/core';
import type { MemberRow } from '@yardage/contract/members';
import { MEMBER_MESSAGES } from '@yardage/domain/rules.messages';
import { useState } from 'react';
import { useOverlayScope } from '#web/lib/overlays/overlay-context.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/confirm-dialog.tsx';
import { decideMember } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { useMembersRefresh } from '../use-members-refresh.ts';
import classes from './decide-form.module.css';
import { memberName } from './member-columns.tsx';
import { RoleField } from './role-field.tsx';

/** Form to approve a request with a role or reject it. Then the drawer closes and the list is refetched (USR-05 to USR-07, USR-18). */
export function DecideForm({ member }: { member: MemberRow }) {
  const { finish } = useOverlayScope();
  const refresh = useMembersRefresh();
  const [roleId, setRoleId] = useState<number | null>(null);
  const [isRoleMissing, setIsRoleMissing] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);
  const deciding = useWrite({
    write: (decision: Parameters<typeof decideMember>[1], attempt) => decideMember(member.id, decision, attempt),
    meta: { failureText: MESSAGES.submissionFailed, prefersServerMessage: true, unknownText: MESSAGES.submissionFailed },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: finish,
    onRefused: () => setIsRejecting(false),
    // Also after an error, because somebody else may have decided the request first.
    onSettled: refresh,
  });
  // The drawer may be closed while the decision is being sent; the answer then shows as a toast.
  useUnsavedInput({ isChanged: roleId !== null && !deciding.isPending, isSending: false });
  const approve = (): void => {
    setIsRoleMissing(roleId === null);
    if (roleId !== null && !deciding.isPending) deciding.mutate({ status: 2, roleId });
  };
  return (
    <Card title={MESSAGES.decision}>
      <div className={classes.decision}>
        <RoleField
          label={MESSAGES.role}
          value={roleId}
          error={isRoleMissing && roleId === null ? MEMBER_MESSAGES.roleRequired : null}
          onChange={setRoleId}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => !deciding.isPending && setIsRejecting(true)}>
            {MESSAGES.reject}
          </Button>
          <Button loading={deciding.isPending && deciding.variables?.status === 2} onClick={approve}>
            {MESSAGES.approve}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isRejecting}
        onClose={() => setIsRejecting(false)}
        title={MESSAGES.rejectTitle}
        confirmText={MESSAGES.reject}
        isBusy={deciding.isPending}
        onConfirm={() => deciding.mutate({ status: 3 })}
      >
        {MESSAGES.rejectText(memberName(member))}
      </ConfirmDialog>
    </Card>
  );
}
