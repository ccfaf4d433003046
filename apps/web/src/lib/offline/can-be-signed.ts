import { canBeSigned } from '@yardage/domain/tickets';
import { useCallback } from 'react';
import { useIsOffline } from './connection.ts';

/**
 * Returns a function that says whether a load can be signed for here. Without a connection the kept ticket may still say that its truck is
 * on the road, so any load in force can: the server judges it when it is sent (SGN-03).
 */
export function useCanBeSigned(): (ticket: { statusId: number; isCancelled: boolean }) => boolean {
  const isOffline = useIsOffline();
  return useCallback((ticket) => canBeSigned(ticket) || (isOffline && !ticket.isCancelled), [isOffline]);
}
