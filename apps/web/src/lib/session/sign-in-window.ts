import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';

const KEY = 'yardage.sign-in-window';
const NAME = 'yardage-sign-in';
const FEATURES = 'popup,width=480,height=720';

/** Opens a small window that signs in and closes itself. Returns null if the browser blocks it. */
export function openSignInWindow(): Window | null {
  return window.open('/login?window=true', NAME, FEATURES);
}

/** Marks this window as opened only to sign in, if its address says so. */
export function noteSignInWindow(): void {
  if (new URLSearchParams(window.location.search).has('window')) writeStored(perTab, KEY, true);
}

/** Closes this window after the sign-in if it was opened only for that. All tabs share the session, so the opener notices it. */
export function closeSignInWindow(): void {
  if (readStored(perTab, KEY) !== true) return;
  removeStored(perTab, KEY);
  window.close();
}
