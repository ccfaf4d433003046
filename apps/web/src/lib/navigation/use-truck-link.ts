import { useRouter } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useMemo } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';

/** Links to the truck that carries a ticket's load. */
export interface TruckLink {
  href: (ticketId: number) => string;
  open: (ticketId: number) => void;
}

/** Returns functions that open truck tracking with a truck selected, or null if the user may not track trucks (TKT-07). */
export function useTruckLink(): TruckLink | null {
  const router = useRouter();
  const canTrack = useHoldsAny([PERMISSIONS.TRUCK_TRACKING_VIEW]);
  return useMemo(() => {
    if (!canTrack) return null;
    const placeOf = (ticket: number) => ({ to: '/truck-tracking', search: { ticket } }) as const;
    return {
      href: (ticketId) => router.buildLocation(placeOf(ticketId)).href,
      open: (ticketId) => void router.navigate(placeOf(ticketId)),
    };
  }, [router, canTrack]);
}
