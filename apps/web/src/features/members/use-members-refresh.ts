import { useQueryClient } from '@tanstack/react-query';
import { getMember, listMembers } from '@yardage/contract/members';

/** Returns a function that refetches the members list and details after a change (USR-07). */
export function useMembersRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [listMembers.id] }),
      queryClient.invalidateQueries({ queryKey: [getMember.id] }),
    ]);
  };
}
