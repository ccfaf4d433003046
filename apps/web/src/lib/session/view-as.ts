import type { ViewSession } from '@yardage/contract/desk-views';
import { serverTime } from '#web/lib/http/server-clock.ts';
import { VIEW_AS_KEY } from '#web/lib/storage-keys.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { accountSubject } from './stored-user.ts';

/** The view of this tab: which user a staff member sees the portal as, and where they came from. */
export interface TabView extends ViewSession {
  returnPath: string;
  /** The provider's id of the staff member. Another user of this tab does not get the view. */
  viewer: string | undefined;
}

let loaded: TabView | null | undefined;

function storedView(): TabView | null {
  if (loaded === undefined) {
    // A viewed user has no desk: somebody who comes back to it, for example with the browser's Back, has left the view.
    if (window.location.pathname.startsWith('/desk')) removeStored(perTab, VIEW_AS_KEY);
    const stored = readStored(perTab, VIEW_AS_KEY) as TabView | undefined;
    loaded = typeof stored?.id === 'string' ? stored : null;
  }
  return loaded;
}

/** Returns the view of this tab; null if it shows the portal to the signed-in user themselves. Another user's sign-in ends it. */
export function currentView(): TabView | null {
  const view = storedView();
  if (!view) return null;
  const user = accountSubject();
  if (user !== undefined && user !== view.viewer) forgetView();
  return user === view.viewer ? view : null;
}

/** Shows the portal as a user in this tab. The page is reloaded, so that nothing of the staff member's own session stays in memory. */
export function beginView(view: ViewSession, globalCustomerNumber: string): void {
  const { pathname, search } = window.location;
  writeStored(perTab, VIEW_AS_KEY, { ...view, returnPath: `${pathname}${search}`, viewer: accountSubject() } satisfies TabView);
  window.location.assign(`/dashboard?customer=${encodeURIComponent(globalCustomerNumber)}`);
}

/** Forgets the view, for example at logout. */
export function forgetView(): void {
  removeStored(perTab, VIEW_AS_KEY);
  loaded = null;
}

let removeData = (): void => undefined;
let isLeaving = false;

/** Sets what removes the data of the viewed user from this browser when the view is left. */
export function setViewRemover(remove: () => void): void {
  removeData = remove;
}

/**
 * Leaves the view and returns to the desk. The page is reloaded, so that nothing of the user stays in memory. Until then its calls remain those
 * of the view: without it, the staff member themselves would be writing.
 */
export function leaveView(): void {
  const view = storedView();
  if (!view || isLeaving) return;
  isLeaving = true;
  removeData();
  removeStored(perTab, VIEW_AS_KEY);
  window.location.assign(view.returnPath);
}

/** Returns whether this page is of a view that was left. The browser may show it again by Back. */
export function hasLeftView(): boolean {
  return isLeaving;
}

/** By then the server has answered a call, so it is known how far the clock of this device is off. */
const FIRST_LOOK_MS = 10_000;

/** Calls back when a view is over by the server's clock. Returns how to stop waiting. */
export function whenViewIsOver({ expiresAt }: Pick<ViewSession, 'expiresAt'>, onOver: () => void): () => void {
  const look = (): void => {
    const leftMs = Date.parse(expiresAt) - serverTime(Date.now());
    if (leftMs <= 0) onOver();
    else timer = setTimeout(look, leftMs);
  };
  let timer = setTimeout(look, FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}
