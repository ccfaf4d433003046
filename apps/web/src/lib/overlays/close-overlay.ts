import type { AnyRouter } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether this history entry opened an overlay. Closing the overlay goes back. */
    isOverlay?: boolean;
  }
}

/** The history entry that was last left by going back. The browser takes a moment to do so. */
let left: { step: string | undefined; atMs: number } | undefined;
const BACK_MS = 1000;

/**
 * Closes an overlay; `closed` holds the URL parameters without it. If this history entry opened it, it goes back, so that the browser's
 * Back does not open it again. Does nothing if the overlay is already closed, for example by a second click, because going back again
 * would close what is below it.
 */
export function closeOverlay(router: AnyRouter, closed: object, replace: () => void): void {
  const { search, state } = router.latestLocation;
  const isOpen = Object.entries(closed).some(([name, value]) => search[name] !== value);
  const step = state.__TSR_key;
  const isBeingLeft = left !== undefined && left.step === step && Date.now() - left.atMs < BACK_MS;
  if (!isOpen || isBeingLeft) return;
  if (!state.isOverlay) {
    replace();
    return;
  }
  left = { step, atMs: Date.now() };
  // Whoever closes an overlay has asked about unsaved input before.
  router.history.back({ ignoreBlocker: true });
}
