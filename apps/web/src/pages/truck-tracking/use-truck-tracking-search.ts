import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { closeOverlay } from '#web/lib/navigation/close-overlay.ts';
import type { TruckTrackingSearch } from './truck-tracking-search.ts';

/** The screen's state as the address has it, and the ways to change it. */
export function useTruckTrackingSearch() {
  const search = useSearch({ from: '/shell/truck-tracking' });
  const navigate = useNavigate();
  const router = useRouter();
  const go = useCallback(
    (changes: Partial<TruckTrackingSearch>, isOverlay: boolean): void =>
      void navigate({
        to: '/truck-tracking',
        search: (before: TruckTrackingSearch) => ({ ...before, ...changes }),
        state: { isOverlay },
        // Going back leaves the page instead of leading through every truck that was looked at.
        replace: !isOverlay,
        resetScroll: false,
      }),
    [navigate],
  );
  return {
    search,
    change: useCallback((changes: Partial<TruckTrackingSearch>): void => go(changes, false), [go]),
    open: useCallback((changes: Partial<TruckTrackingSearch>): void => go(changes, true), [go]),
    close: useCallback(
      (changes: Partial<TruckTrackingSearch>): void => closeOverlay(router, changes, () => go(changes, false)),
      [router, go],
    ),
  };
}
