import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { MEMBER_MESSAGES } from '@yardage/domain/member-rules';
import { useState } from 'react';
import { useOverlayScope } from '#web/lib/overlays/overlay-context.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { decideMember } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { useMembersRefresh } from '../use-members-refresh.ts';
import classes from './decide-form.module.css';
import { RoleField } from './role-field.tsx';

/** Form to approve a request with a role or reject it. Then the drawer closes and the list is refetched (USR-05 to USR-07, USR-18). */
export function DecideForm({ memberId }: { memberId: number }) {
  const { finish } = useOverlayScope();
  const refresh = useMembersRefresh();
  const [roleId, setRoleId] = useState<number | null>(null);
  const [isRoleMissing, setIsRoleMissing] = useState(false);
  const deciding = useMutation({
    mutationFn: (decision: Parameters<typeof decideMember>[1]) => decideMember(memberId, decision),
    meta: { failureText: MESSAGES.submissionFailed, prefersServerMessage: true, unknownText: MESSAGES.submissionFailed },
    onSuccess: ({ message }) => {
      toasts.show({ kind: 'success', title: message });
      finish();
    },
    // Also after an error, because somebody else may have decided the request first.
    onSettled: refresh,
  });
  useUnsavedInput({ isChanged: roleId !== null, isSending: deciding.isPending });
  const approve = (): void => {
    setIsRoleMissing(roleId === null);
    if (roleId !== null && !deciding.isPending) deciding.mutate({ status: 2, roleId });
  };
  const reject = (): void => {
    if (!deciding.isPending) deciding.mutate({ status: 3 });
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
          <Button variant="default" loading={deciding.isPending && deciding.variables.status === 3} onClick={reject}>
            {MESSAGES.reject}
          </Button>
          <Button loading={deciding.isPending && deciding.variables.status === 2} onClick={approve}>
            {MESSAGES.approve}
          </Button>
        </div>
      </div>
    </Card>
  );
}
