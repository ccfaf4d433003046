import { useQuery } from '@tanstack/react-query';
import type { ActiveTruck, RouteAnswer } from '@yardage/contract/truck-tracking';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { boardRefresh, createNewestFixes, isLoadOver, needsListAgain, newerEta, newerFix, withUpdate } from './board.ts';
import { activeTrucksQuery, etaQuery, positionsQuery, routeQuery, truckQuery } from './truck-tracking.api.ts';

/** Minimum interval between list refetches that are caused by trucks coming or going. */
const REFETCH_GAP_MS = 60_000;
const NO_TRUCKS: ActiveTruck[] = [];

export interface Board {
  /** Undefined until the list is loaded. */
  trucks: readonly ActiveTruck[] | undefined;
  selected: ActiveTruck | undefined;
  /** The selected truck's route to its job. */
  route: RouteAnswer | undefined;
  /** Whether the selected load is no longer under way. */
  isGone: boolean;
  isFailed: boolean;
  /** When the trucks' data was loaded, and whether the last refresh failed. */
  refreshed: { data: unknown; isError: boolean; dataUpdatedAt: number };
  isFetching: boolean;
  retry(): void;
}

/** The customer's trucks: merges the list, the poll and the requests for the selected truck, always using the newest data. */
export function useBoard(selectedTicketId: number | undefined): Board {
  const customer = useCustomer();
  const list = useQuery(activeTrucksQuery(customer));
  const poll = useQuery(positionsQuery(customer, list.dataUpdatedAt));

  // Until a poll is newer than the list, the list is the newest data.
  const update = poll.dataUpdatedAt > list.dataUpdatedAt ? poll.data : undefined;
  const polled = useMemo(() => (list.data && update ? withUpdate(list.data, update) : list.data), [list.data, update]);

  const chosen = polled?.find(({ ticketId }) => ticketId === selectedTicketId);
  const { data: fix } = useQuery(truckQuery(customer, chosen));
  const { data: eta } = useQuery(etaQuery(customer, chosen));
  const route = useQuery(routeQuery(customer, chosen));

  const [withNewestFixes] = useState(createNewestFixes);
  const trucks = useMemo(() => {
    const known = polled?.map((truck) =>
      truck === chosen ? { ...truck, position: newerFix(truck.position, fix), eta: newerEta(truck.eta, eta) } : truck,
    );
    return known && withNewestFixes(known);
  }, [polled, chosen, fix, eta, withNewestFixes]);

  const { dataUpdatedAt: polledAt } = poll;
  const look = useEffectEvent((at: number) => {
    const isOutdated = update && list.data && needsListAgain(list.data, update);
    // The user has selected a load that the list does not have yet, so do not wait.
    const isAwaited = !chosen && (update?.trucks.some(({ ticketId }) => ticketId === selectedTicketId) ?? false);
    if (isOutdated && !list.isFetching && (isAwaited || at - list.dataUpdatedAt >= REFETCH_GAP_MS)) void list.refetch();
  });
  useEffect(() => look(polledAt), [polledAt]);

  const [asked, setAsked] = useState({ ticketId: selectedTicketId, atMs: Date.now() });
  if (asked.ticketId !== selectedTicketId) setAsked({ ticketId: selectedTicketId, atMs: Date.now() });
  // A list that was loaded before the selection may lack the load, for example one that an alert links to.
  const askAgain = useEffectEvent((atMs: number) => {
    if (selectedTicketId !== undefined && !chosen && list.data && list.dataUpdatedAt < atMs) void list.refetch();
  });
  useEffect(() => askAgain(asked.atMs), [asked.atMs]);
  const known = { data: list.data && { trucks: list.data }, dataUpdatedAt: list.dataUpdatedAt };

  return {
    trucks,
    selected: chosen && (trucks ?? NO_TRUCKS).find(({ ticketId }) => ticketId === chosen.ticketId),
    route: route.data,
    isGone: selectedTicketId !== undefined && !chosen && isLoadOver(selectedTicketId, asked.atMs, known, poll),
    refreshed: { data: trucks, ...boardRefresh(list, poll) },
    isFailed: list.isError && list.data === undefined,
    isFetching: list.isFetching,
    retry: () => void list.refetch(),
  };
}
