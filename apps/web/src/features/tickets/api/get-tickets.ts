import { keepPreviousData } from '@tanstack/react-query';
import { listTickets, type TicketRow } from '@yardage/contract/tickets';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS } from '@yardage/domain/tickets';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { type ListRequest, ofCustomer } from '#web/lib/query/of-customer.ts';
import { whileLive } from '#web/lib/query/while-live.ts';
import { TICKETS_MESSAGES } from '../tickets.messages.ts';

/** Trucks report about three times a minute. */
const REFRESH_MS = 20_000;

/** Query parameters of the tickets list. */
export type TicketsRequest = ListRequest<typeof listTickets>;

/** Loads one page of tickets (API-08, TKT-25). */
export function ticketsQuery(customer: CustomerKey, request: TicketsRequest) {
  return endpointQuery(listTickets, ofCustomer(customer, {}, request), { failureText: TICKETS_MESSAGES.listFailed });
}

/** Returns whether the load is under way, so that its times can change. */
export function isLiveTicket({ statusId }: Pick<TicketRow, 'statusId'>): boolean {
  return statusId >= IN_TRANSIT_FROM_STATUS && statusId < DELIVERED_STATUS;
}

/** Same as ticketsQuery, but keeps the previous rows while new ones load, and refetches while a load is under way. */
export function liveTicketsQuery(customer: CustomerKey, request: TicketsRequest) {
  return {
    ...ticketsQuery(customer, request),
    placeholderData: keepPreviousData,
    refetchInterval: whileLive(({ items }: { items: TicketRow[] }) => items.some(isLiveTicket), REFRESH_MS),
  };
}
