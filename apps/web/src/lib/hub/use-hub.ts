import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '@yardage/domain/chat-client';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type HubEvents, hub } from './hub.ts';
import { refetchAfterConnect } from './refetch-announced.ts';

/** Query clients whose announced data is kept fresh. The tab has one. */
const keptFresh = new WeakSet<QueryClient>();

/** Keeps the live connection while the component is mounted, and returns its state. */
export function useHubConnection(): Connection {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!keptFresh.has(queryClient)) refetchAfterConnect(hub, queryClient);
    keptFresh.add(queryClient);
    return hub.hold();
  }, [queryClient]);
  return useSyncExternalStore(hub.onConnection, hub.connection);
}

/** Calls the listener for every hub event of that name. */
export function useHubEvent<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => hub.on(name, (event) => latest(event)), [name]);
}
