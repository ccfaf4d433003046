import { useQuery } from '@tanstack/react-query';
import type { ActiveTruck, RouteAnswer } from '@yardage/contract/truck-tracking';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { activeTrucksQuery } from './api/get-active-trucks.ts';
import { etaQuery } from './api/get-eta.ts';
import { positionsQuery } from './api/get-positions.ts';
import { routeQuery } from './api/get-route.ts';
import { truckQuery } from './api/get-truck.ts';
import { hasNews, newerEta, newerFix, withUpdate } from './board.ts';

/** A list that was asked for because trucks came or went is not asked for again within this time. */
const NEWS_GAP_MS = 60_000;
const NO_TRUCKS: ActiveTruck[] = [];

export interface Board {
  /** Undefined until the list has come. */
  trucks: readonly ActiveTruck[] | undefined;
  selected: ActiveTruck | undefined;
  /** The chosen truck's way to its job. */
  route: RouteAnswer | undefined;
  isFailed: boolean;
  isFetching: boolean;
  retry(): void;
}

/** The customer's trucks as they are now: list, poll and the calls about the chosen one, laid over each other, the newest fact on top. */
export function useBoard(selectedTicketId: number | undefined): Board {
  const customer = useCustomer();
  const list = useQuery(activeTrucksQuery(customer));
  const poll = useQuery(positionsQuery(customer, list.dataUpdatedAt));

  // Until a poll has come that is newer than the list, the list is the newest.
  const update = poll.dataUpdatedAt > list.dataUpdatedAt ? poll.data : undefined;
  const polled = useMemo(() => (list.data && update ? withUpdate(list.data, update) : list.data), [list.data, update]);

  const chosen = polled?.find(({ ticketId }) => ticketId === selectedTicketId);
  const { data: fix } = useQuery(truckQuery(customer, chosen));
  const { data: eta } = useQuery(etaQuery(customer, chosen));
  const route = useQuery(routeQuery(customer, chosen));

  const trucks = useMemo(
    () =>
      polled?.map((truck) =>
        truck === chosen ? { ...truck, position: newerFix(truck.position, fix), eta: newerEta(truck.eta, eta) } : truck,
      ),
    [polled, chosen, fix, eta],
  );

  const { dataUpdatedAt: polledAt } = poll;
  const look = useEffectEvent((at: number) => {
    const isNews = update && list.data && hasNews(list.data, update);
    if (isNews && !list.isFetching && at - list.dataUpdatedAt >= NEWS_GAP_MS) void list.refetch();
  });
  useEffect(() => look(polledAt), [polledAt]);

  return {
    trucks,
    selected: chosen && (trucks ?? NO_TRUCKS).find(({ ticketId }) => ticketId === chosen.ticketId),
    route: route.data,
    isFailed: list.isError && list.data === undefined,
    isFetching: list.isFetching,
    retry: () => void list.refetch(),
  };
}
