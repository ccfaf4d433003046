import type { AnyRouter } from '@tanstack/react-router';

declare module '@tanstack/history' {
  interface HistoryState {
    /** This step opened something over a page; closing it is going back. */
    isOverlay?: boolean;
  }
}

/** The step that was left last by going back, which takes the browser a moment. */
let left: { step: string | undefined; atMs: number } | undefined;
const BACK_MS = 1000;

/**
 * Closes what stands over a page: `closed` is the part of the address that says so. What was opened there is closed by going back, so that the browser's own
 * way back does not open it again. What is closed already, by a second click or before an answer came, is left alone: a step back would close what
 * stands below it.
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
  router.history.back();
}
