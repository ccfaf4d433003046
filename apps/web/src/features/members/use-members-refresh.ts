import { useQueryClient } from '@tanstack/react-query';
import { getMember, listMembers } from '@yardage/contract/members';

/** Asks again for what shows members, after one of them changed (USR-07). */
export function useMembersRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [listMembers.id] }),
      queryClient.invalidateQueries({ queryKey: [getMember.id] }),
    ]);
  };
}
