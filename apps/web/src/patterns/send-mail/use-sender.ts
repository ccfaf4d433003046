import { useQuery } from '@tanstack/react-query';
import { getProfile } from '@yardage/contract/users';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';

/** The signed-in user's address, which a mail form needs. */
export function useSender() {
  const { data, isError, refetch } = useQuery(endpointQuery(getProfile, {}));
  return { email: data?.email ?? '', isFailed: isError && !data, retry: (): void => void refetch() };
}
