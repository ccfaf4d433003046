import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { TicketRow } from '@yardage/contract/tickets';
import { timeZoneName } from '@yardage/domain/dates';
import { formatNumber } from '@yardage/domain/quantities';
import { lazy, Suspense, useMemo } from 'react';
import { ticketColumns } from '#web/features/tickets/components/ticket-columns.tsx';
import { isLiveTicket, liveTicketsQuery, type TicketsRequest, ticketsQuery } from '#web/features/tickets/tickets.api.ts';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { useTicketSelection } from '#web/features/tickets/use-ticket-selection.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { DataAge } from '#web/patterns/data-age.tsx';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { TicketsFilters } from './tickets-filters.tsx';
import { useTicketLinks } from './use-ticket-links.ts';
import type { useTicketsSearch } from './use-tickets-search.ts';

/** Loaded after the list, because nothing is selected at first. */
const TicketBulkActions = lazy(() =>
  import('#web/features/tickets/components/ticket-bulk-actions.tsx').then(({ TicketBulkActions }) => ({ default: TicketBulkActions })),
);
/** About the width of the actions, so that little moves when they arrive. */
const ACTIONS_WIDTH = 330;

const NO_ROWS: TicketRow[] = [];
const rowId = ({ id }: TicketRow): string => String(id);
const rowName = ({ ticketNumber }: TicketRow): string => ticketNumber;
const countText = (count: number): string => TICKETS_MESSAGES.count(formatNumber(count), count === 1);

/** The tickets list with its filters and bulk actions. */
export function TicketsList({ state }: { state: ReturnType<typeof useTicketsSearch> }) {
  const { search, range, open, hrefOf } = state;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const formats = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const links = useTicketLinks(state);

  const { type } = search;
  const request: TicketsRequest = { ...state.request, ...(type && { orderType: type }), startDate: range.from, endDate: range.to };
  const options = liveTicketsQuery(customer, request);
  // A failed refresh is reported beside the count and the old rows stay, so it needs no toast.
  const isRefresh = queryClient.getQueryData(options.queryKey) !== undefined;
  const query = useQuery({ ...options, ...(isRefresh && { meta: { isSilent: true } }) });
  const { selection, tickets } = useTicketSelection(query.data?.items ?? NO_ROWS, state.filterKey);

  const columns = useMemo(() => ticketColumns(formats, links), [formats, links]);
  const opener = useMemo(
    () => ({ href: ({ id }: TicketRow) => hrefOf({ ticket: id }), open: ({ id }: TicketRow) => open({ ticket: id }) }),
    [hrefOf, open],
  );
  const actions = useMemo(() => {
    const offered: RowAction<TicketRow>[] = [];
    const { openDetails, messageDispatch } = TICKETS_MESSAGES;
    // Without this permission the ticket's number already opens its details.
    if (canViewPdf)
      offered.push({ id: 'details', icon: 'info', label: (row) => openDetails(row.ticketNumber), run: ({ id }) => open({ details: id }) });
    if (canChat)
      offered.push({
        id: 'chat',
        icon: 'chat',
        label: (row) => messageDispatch(row.ticketNumber),
        run: ({ id }) => open({ ticketChat: id }),
      });
    return offered;
  }, [canViewPdf, canChat, open]);

  const openId = search.ticket ?? search.details;
  return (
    <ListPage
      context={TICKETS_MESSAGES.context(timeZoneName(formats.timeZone))}
      action={
        canViewPdf ? (
          <Suspense fallback={<Skeleton width={ACTIONS_WIDTH} height={36} />}>
            <TicketBulkActions tickets={tickets} />
          </Suspense>
        ) : null
      }
      filters={<TicketsFilters state={state} />}
      {...state.filters}
    >
      <DataTable
        id="tickets"
        label={TICKETS_MESSAGES.label}
        columns={columns}
        query={query}
        {...state.table}
        rowId={rowId}
        rowName={rowName}
        opener={opener}
        openRowId={openId === undefined ? undefined : String(openId)}
        actions={actions}
        {...(canViewPdf && { selection })}
        csv={{
          fileName: `tickets-${range.from}-${range.to}.csv`,
          fetchPage: (pageIndex, pageSize) => queryClient.fetchQuery(ticketsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        status={<DataAge isLive={query.data?.items.some(isLiveTicket) ?? false} />}
        emptyText={TICKETS_MESSAGES.empty}
        failureText={TICKETS_MESSAGES.listFailed}
      />
    </ListPage>
  );
}
