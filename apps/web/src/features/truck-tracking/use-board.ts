import { useQuery } from '@tanstack/react-query';
import type { ActiveTruck, RouteAnswer } from '@yardage/contract/truck-tracking';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { hasNews, newerEta, newerFix, withUpdate } from './board.ts';
import { activeTrucksQuery, etaQuery, positionsQuery, routeQuery, truckQuery } from './truck-tracking.api.ts';

/** Minimum interval between list refetches that are caused by trucks coming or going. */
const NEWS_GAP_MS = 60_000;
const NO_TRUCKS: ActiveTruck[] = [];

export interface Board {
  /** Undefined until the list is loaded. */
  trucks: readonly ActiveTruck[] | undefined;
  selected: ActiveTruck | undefined;
  /** The selected truck's route to its job. */
  route: RouteAnswer | undefined;
  isFailed: boolean;
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
