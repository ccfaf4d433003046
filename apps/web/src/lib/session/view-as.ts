import type { ViewSession } from '@yardage/contract/desk-views';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';

const KEY = 'yardage.view-as';

/** The view of this tab: which user a staff member sees the portal as, and where they came from. */
export interface TabView extends ViewSession {
  returnPath: string;
}

let loaded: TabView | null | undefined;

/** Returns the view of this tab; null if it shows the portal to the signed-in user themselves. */
export function currentView(): TabView | null {
  if (loaded === undefined) {
    const stored = readStored(perTab, KEY) as TabView | undefined;
    loaded = typeof stored?.id === 'string' ? stored : null;
  }
  return loaded;
}

/** Shows the portal as a user in this tab. The page is reloaded, so that nothing of the staff member's own session stays in memory. */
export function beginView(view: ViewSession, globalCustomerNumber: string): void {
  const { pathname, search } = window.location;
  writeStored(perTab, KEY, { ...view, returnPath: `${pathname}${search}` } satisfies TabView);
  window.location.assign(`/dashboard?customer=${encodeURIComponent(globalCustomerNumber)}`);
}

/** Forgets the view, for example at logout. */
export function forgetView(): void {
  removeStored(perTab, KEY);
  loaded = null;
}

/** Leaves the view and returns to the desk. The page is reloaded, so that nothing of the user stays in memory. */
export function leaveView(): void {
  const view = currentView();
  forgetView();
  if (view) window.location.assign(view.returnPath);
}
