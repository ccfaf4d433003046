import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { refetchAnnounced, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { chatQuery } from './chat.api.ts';

const POLL_MS = 15_000;

/** Status and unread count of a minimised chat. It is refetched on hub events, and polled while the hub is disconnected. */
export function useDockedChat(sessionId: string): { status: number; unread: number } {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const connection = useHubConnection();
  const options = chatQuery(customer, sessionId);
  const { data } = useQuery({ ...options, staleTime: 0, refetchInterval: connection === 'connected' ? false : POLL_MS });
  useHubEvent('SessionStatusChanged', (change) => {
    if (change.sessionId === sessionId) void refetchAnnounced(queryClient, { queryKey: options.queryKey });
  });
  return { status: data?.status ?? 0, unread: data?.unreadCount ?? 0 };
}
