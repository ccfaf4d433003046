import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findDeskUser, getDeskAccount } from '@yardage/contract/desk-account';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Notice } from '#web/patterns/notice.tsx';
import { changeUser, userQuery } from '../desk-account.api.ts';
import { DESK_ACCOUNT_MESSAGES as MESSAGES } from '../desk-account.messages.ts';

/**
 * Says that the user with this address is disabled, and enables them. Users without an account are in no list of users, so this is where they
 * are enabled. Shows nothing for other addresses, and to staff who may not enable anybody.
 */
export function DisabledUser({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const mayChange = useMayUseDesk('customer-users');
  const [user] = useQuery({ ...userQuery(email), staleTime: 0, enabled: mayChange && email !== '' }).data ?? [];
  const enabling = useWrite({
    write: (id: number, attempt) => changeUser(id, 'enable', attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => Promise.all([findDeskUser, getDeskAccount].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  if (!mayChange || !user || user.isEnabled || user.isStaff) return null;
  return (
    <Notice
      kind="info"
      title={MESSAGES.disabledTitle(`${user.firstName} ${user.lastName}`.trim() || user.email)}
      action={
        <Button variant="default" loading={enabling.isPending} onClick={() => enabling.mutate(user.userId)}>
          {MESSAGES.enable}
        </Button>
      }
    >
      {MESSAGES.disabledHint}
    </Notice>
  );
}
