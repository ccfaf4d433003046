import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { closeOverlay } from '#web/lib/overlays/close-overlay.ts';
import type { TruckTrackingSearch } from './truck-tracking-search.ts';

/** The page's state from the URL, and functions to change it. */
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
        // Selecting trucks adds no history entries, so Back leaves the page instead of stepping through every selected truck.
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
