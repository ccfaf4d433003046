import { local } from '#web/lib/storage.ts';
import { createStore, useStore } from '#web/lib/store.ts';

/** Open unless the user has closed it in this browser (SHL-14). */
const isOpen = createStore<boolean>({ storage: local, key: 'yardage.sidebar-open', read: (stored) => stored !== false });

/** Opens or closes the sidebar, and stores the choice. */
export function toggleSidebar(): void {
  isOpen.set((before) => !before);
}

/** Returns whether the sidebar is open. Drawers also derive their width from it (SHL-16). */
export function useIsSidebarOpen(): boolean {
  return useStore(isOpen);
}
