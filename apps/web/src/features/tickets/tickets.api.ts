import { keepPreviousData } from '@tanstack/react-query';
import type { Call } from '@yardage/contract/endpoint';
import {
  downloadTickets,
  getTicket,
  getTicketPdf,
  listTickets,
  sendTicketEmail,
  sendTicketsEmail,
  type TicketRow,
} from '@yardage/contract/tickets';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS } from '@yardage/domain/tickets';
import { useCallback, useMemo } from 'react';
import { api } from '#web/lib/api.ts';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer, ofDataset, whileLive } from '#web/lib/query/endpoint-query.ts';
import type { QueryMeta } from '#web/lib/query/query-client.ts';
import type { RowSelection } from '#web/patterns/data-table/table-props.ts';
import { useFilteredState } from '#web/patterns/data-table/use-list-search.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { TICKET_DETAIL_MESSAGES } from './ticket-detail.messages.ts';
import { TICKETS_MESSAGES } from './tickets.messages.ts';

/** File formats for a download of several tickets. */
export type BatchFormat = 'pdf' | 'zip';

/** Loads one delivery ticket as a base64 PDF (API-10). It is not cached, so it leaves memory once it is saved. */
export async function fetchTicketPdf(customer: DatasetKey, ticketId: number, signal: AbortSignal): Promise<string> {
  const { data } = await api.call(getTicketPdf, ofDataset(customer, { ticketId }), { signal });
  return data;
}

/** Loads several tickets in one file and reports the bytes received. */
export function fetchTicketsFile(
  customer: CustomerKey,
  body: { ticketIds: number[]; format: BatchFormat },
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return api.download(downloadTickets, { ...ofCustomer(customer), body }, { signal, onBytes });
}

/** Loads the delivery ticket as a PDF (API-10). No toast on failure: the viewer itself shows that it is missing. */
export function ticketPdfQuery(customer: DatasetKey, ticketId: number) {
  return endpointQuery(getTicketPdf, ofDataset(customer, { ticketId }), { isSilent: true });
}

/** Loads one ticket with its products (API-09, TKT-25). */
export function ticketQuery(customer: DatasetKey, ticketId: number) {
  return endpointQuery(getTicket, ofDataset(customer, { ticketId }), { failureText: TICKET_DETAIL_MESSAGES.detailFailed });
}

/** Trucks report about three times a minute. */
const REFRESH_MS = 20_000;

/** Query parameters of the tickets list. */
export type TicketListParams = ListParams<typeof listTickets>;

/** Loads one page of tickets (API-08, TKT-25). */
export function ticketsQuery(customer: CustomerKey, request: TicketListParams) {
  return endpointQuery(listTickets, ofCustomer(customer, {}, request), { failureText: TICKETS_MESSAGES.listFailed });
}

/** Returns whether the load is under way, so that its times can change. */
export function isLiveTicket({ statusId, isCancelled }: Pick<TicketRow, 'statusId' | 'isCancelled'>): boolean {
  return !isCancelled && statusId >= IN_TRANSIT_FROM_STATUS && statusId < DELIVERED_STATUS;
}

/** Same as ticketsQuery, but keeps the previous rows while new ones load, and refetches while a load is under way. */
export function liveTicketsQuery(customer: CustomerKey, request: TicketListParams, meta: QueryMeta) {
  const query = ticketsQuery(customer, request);
  return {
    ...query,
    meta: { ...query.meta, ...meta },
    placeholderData: keepPreviousData,
    refetchInterval: whileLive(({ items }: { items: TicketRow[] }) => items.some(isLiveTicket), REFRESH_MS),
  };
}

/** Mails the delivery ticket (API-11). */
export function mailTicket(customer: DatasetKey, ticketId: number, body: MailBody, attempt: Attempt) {
  return api.call(sendTicketEmail, { ...ofDataset(customer, { ticketId }), body }, { attempt });
}

/** Request body of the 'Send Email' popover. */
export type TicketsMail = Call<typeof sendTicketsEmail>['body'];

/** Mails several tickets, their invoices or both as one PDF (TKT-23). */
export function mailTickets(customer: CustomerKey, body: TicketsMail, attempt: Attempt) {
  return api.call(sendTicketsEmail, { ...ofCustomer(customer), body }, { attempt });
}

const NONE: ReadonlyMap<string, TicketRow> = new Map();

/** The selected tickets across pages. Rows of other pages are kept; a changed filter clears the selection (TKT-01). */
export function useTicketSelection(rows: readonly TicketRow[], filterKey: string) {
  const [chosen, setChosen] = useFilteredState<ReadonlyMap<string, TicketRow>>(filterKey, NONE);
  const onPage = useMemo(() => new Map(rows.map((row) => [String(row.id), row])), [rows]);
  const onChange = useCallback(
    (ids: ReadonlySet<string>) =>
      setChosen((before) => new Map([...ids].flatMap((id) => rowOf(id, onPage, before).map((row) => [id, row] as const)))),
    [onPage, setChosen],
  );
  return {
    selection: useMemo<RowSelection>(() => ({ ids: new Set(chosen.keys()), onChange }), [chosen, onChange]),
    /** In the order of selection. Uses the current page's rows if possible: a ticket may have been invoiced since. */
    tickets: useMemo(() => [...chosen.keys()].flatMap((id) => rowOf(id, onPage, chosen)), [chosen, onPage]),
  };
}

function rowOf(id: string, ...known: readonly ReadonlyMap<string, TicketRow>[]): TicketRow[] {
  const row = known.map((rows) => rows.get(id)).find((found) => found !== undefined);
  return row ? [row] : [];
}
