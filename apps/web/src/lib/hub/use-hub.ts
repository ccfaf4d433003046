import type { Connection } from '@yardage/domain/chat-client';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type HubEvents, hub } from './hub.ts';

/** Keeps the live connection while the component is mounted, and returns its state. */
export function useHubConnection(): Connection {
  useEffect(() => hub.hold(), []);
  return useSyncExternalStore(hub.onConnection, hub.connection);
}

/** Calls the listener for every hub event of that name. */
export function useHubEvent<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => hub.on(name, (event) => latest(event)), [name]);
}
