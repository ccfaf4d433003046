import type { Connection } from '@yardage/domain/chat-client';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type HubEvents, hub } from './hub.ts';

/** Keeps the live connection while the component is there, and says how it is. */
export function useHubConnection(): Connection {
  useEffect(() => hub.hold(), []);
  return useSyncExternalStore(hub.onConnection, hub.connection);
}

/** Calls back for everything of that name that the hub tells. */
export function useHubEvent<Name extends keyof HubEvents>(name: Name, listener: (event: HubEvents[Name]) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => hub.on(name, (event) => latest(event)), [name]);
}
