import { useSyncExternalStore } from 'react';
import { local, readStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'yardage.sidebar-open';

let isOpen: boolean | undefined;
const listeners = new Set<() => void>();

/** Open unless the user has closed it in this browser (SHL-14). */
function read(): boolean {
  isOpen ??= readStored(local, KEY) !== false;
  return isOpen;
}

/** Opens or closes the sidebar, and stores the choice. */
export function toggleSidebar(): void {
  isOpen = !read();
  writeStored(local, KEY, isOpen);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the sidebar is open. Drawers also derive their width from it (SHL-16). */
export function useIsSidebarOpen(): boolean {
  return useSyncExternalStore(subscribe, read);
}
