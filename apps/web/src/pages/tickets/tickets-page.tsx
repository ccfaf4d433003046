import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { TicketRow } from '@yardage/contract/tickets';
import { timeZoneName } from '@yardage/domain/dates';
import { ORDER_TYPE_NAMES } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import { Suspense, useMemo } from 'react';
import { ticketColumns } from '#web/features/tickets/components/ticket-columns.tsx';
import type { InvoicedTicket, TicketLinks } from '#web/features/tickets/components/ticket-links.tsx';
import {
  isLiveTicket,
  liveTicketsQuery,
  type TicketListParams,
  ticketsQuery,
  useTicketSelection,
} from '#web/features/tickets/tickets.api.ts';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { rememberedConcrete, useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { useInvoiceLink, useSignPage } from '#web/lib/navigation/page-links.ts';
import { useCanBeSigned } from '#web/lib/offline/can-be-signed.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataAge } from '#web/patterns/data-age.tsx';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { nextSevenDays } from '#web/patterns/date-range/days.ts';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { PAGES_MESSAGES } from '../pages.messages.ts';
import type { TicketsSearch } from './tickets-search.ts';

/** Tickets: the list, and the drawer or dialog that the URL says is open (TKT-01, TKT-08). */
export function TicketsPage() {
  const state = useTicketsSearch();
  const { globalCustomerNumber, datasourceId } = useCustomer();
  return (
    <>
      {/* The key resets the list, including its selection, when the customer changes. */}
      <TicketsList key={`${datasourceId} ${globalCustomerNumber}`} state={state} />
      <TicketsOverlays search={state.search} onOpen={state.open} onClose={state.close} />
    </>
  );
}

const NO_FILTERS = { type: '', signOff: '' } as const;

/** The page's state from the URL, and functions to change it. */
function useTicketsSearch() {
  return useListSearch(useSearch({ from: '/shell/tickets' }), nextSevenDays, NO_FILTERS);
}

/** Loaded after the list, because nothing is selected at first. */
const TicketBulkActions = lazyBeside(() =>
  import('#web/features/tickets/components/ticket-bulk-actions.tsx').then(({ TicketBulkActions }) => TicketBulkActions),
);
/** About the width of the actions, so that little moves when they arrive. */
const ACTIONS_WIDTH = 330;

const NO_ROWS: TicketRow[] = [];
/** Returns whether the list has tickets of concrete; undefined if it has no rows to say so. */
function hasConcrete(rows: readonly TicketRow[] | undefined, type: TicketsSearch['type']): boolean | undefined {
  if (type) return Number(type) === ORDER_TYPE.concrete;
  return rows?.length ? rows.some(({ orderType }) => orderType === ORDER_TYPE.concrete) : undefined;
}

const rowId = ({ id }: TicketRow): string => String(id);
const rowName = ({ ticketNumber }: TicketRow): string => ticketNumber;
const countText = (count: number): string => TICKETS_MESSAGES.count(count);

/** The tickets list with its filters and bulk actions. */
function TicketsList({ state }: { state: ReturnType<typeof useTicketsSearch> }) {
  const { search, range, isStandardRange, open, hrefOf } = state;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const formats = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const links = useTicketLinks(state);
  const sign = useSignPage();
  const canSign = useCanBeSigned();

  const { type, signOff } = search;
  const request: TicketListParams = {
    ...state.request,
    ...(type && { orderType: type }),
    ...(signOff && { signOff }),
    startDate: range.from,
    endDate: range.to,
  };
  const options = liveTicketsQuery(customer, request, { isStandardRange });
  // A failed refresh is reported beside the count and the old rows stay, so it needs no toast.
  const isRefresh = queryClient.getQueryData(options.queryKey) !== undefined;
  const query = useQuery({ ...options, ...(isRefresh && { meta: { ...options.meta, isSilent: true } }) });
  const { selection, tickets } = useTicketSelection(query.data?.items ?? NO_ROWS, state.filterKey);

  const isPoured = hasConcrete(query.data?.items, type) ?? rememberedConcrete(customer) ?? true;
  const columns = useTexts(() => ticketColumns(formats, links, isPoured), [formats, links, isPoured]);
  const opener = useMemo(
    () => ({ href: ({ id }: TicketRow) => hrefOf({ ticket: id }), open: ({ id }: TicketRow) => open({ ticket: id }) }),
    [hrefOf, open],
  );
  const actions = useTexts(() => {
    const offered: RowAction<TicketRow>[] = [];
    const { openDetails, messageDispatch, signTicket } = TICKETS_MESSAGES;
    const signAction = (id: string, isOnJob: boolean): RowAction<TicketRow>[] =>
      sign
        ? [
            {
              id,
              icon: 'edit',
              place: 'sign',
              isOffered: (row) => row.signOff === null && canSign(row) && row.statusId < DELIVERED_STATUS === isOnJob,
              label: (row) => signTicket(row.ticketNumber),
              run: ({ id: ticketId }) => sign(ticketId),
            },
          ]
        : [];
    // A card has room for the first action only: signing while the truck is on the job, details afterwards.
    offered.push(...signAction('sign-now', true));
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
    return [...offered, ...signAction('sign', false)];
  }, [canViewPdf, canChat, sign, canSign, open]);

  const openId = search.ticket ?? search.details;
  return (
    <ListPage
      context={TICKETS_MESSAGES.context(timeZoneName(formats.timeZone))}
      action={
        canViewPdf ? (
          <>
            <PageLink to="/close-out-packs" icon="archive">
              {PAGES_MESSAGES.closeOutPacks.title}
            </PageLink>
            <Suspense fallback={<Skeleton width={ACTIONS_WIDTH} height={36} />}>
              <TicketBulkActions tickets={tickets} />
            </Suspense>
          </>
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
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, ticketsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        status={<DataAge isLive={query.data?.items.some(isLiveTicket) ?? false} />}
        emptyText={TICKETS_MESSAGES.empty}
        failureText={TICKETS_MESSAGES.listFailed}
      />
    </ListPage>
  );
}

const orderTypes = (): readonly { value: TicketsSearch['type']; label: string }[] => [
  { value: '', label: TICKETS_MESSAGES.allTypes },
  { value: '1', label: ORDER_TYPE_NAMES[1] },
  { value: '2', label: ORDER_TYPE_NAMES[2] },
  { value: '3', label: ORDER_TYPE_NAMES[3] },
];

const signOffs = (): readonly { value: TicketsSearch['signOff']; label: string }[] => [
  { value: '', label: TICKETS_MESSAGES.allSignOffs },
  { value: 'unsigned', label: TICKETS_MESSAGES.unsigned },
  { value: 'signed', label: TICKETS_MESSAGES.signOffs.signed },
  { value: 'rejected', label: TICKETS_MESSAGES.signOffs.rejected },
];

/** Filters of the tickets: search, date range, order type (TKT-01 to TKT-03) and sign-off. */
function TicketsFilters({ state }: { state: ReturnType<typeof useTicketsSearch> }) {
  const { search, range, standardRange, filter, searchFor, chooseRange } = state;
  return (
    <>
      <SearchBox label={TICKETS_MESSAGES.search} value={search.search} onChange={searchFor} />
      <DateRange value={range} standard={{ label: TICKETS_MESSAGES.standardRange, range: standardRange }} onChange={chooseRange} />
      <FilterSelect label={TICKETS_MESSAGES.orderType} options={orderTypes()} value={search.type} onChange={(type) => filter({ type })} />
      <FilterSelect
        label={TICKETS_MESSAGES.signOff}
        options={signOffs()}
        value={search.signOff}
        onChange={(signOff) => filter({ signOff })}
      />
    </>
  );
}

/** Returns the URL parameters that open the invoice's PDF over the tickets. */
const invoiceDocument = ({ id, orderId, invoiceDocumentNumber }: InvoicedTicket) => ({
  invoice: invoiceDocumentNumber,
  invoiceTicket: id,
  invoiceOrder: orderId,
});

/** Returns the links to a ticket's order and invoice, null without the permission (TKT-09, TKT-10). */
function useTicketLinks({ open, hrefOf }: Pick<ReturnType<typeof useTicketsSearch>, 'open' | 'hrefOf'>): TicketLinks {
  const canViewOrder = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const canViewInvoice = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const page = useInvoiceLink();
  const canViewInvoicePdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  return useMemo(() => {
    // The link opens the PDF, or the invoices page for users without the permission for PDFs.
    const invoice = canViewInvoicePdf
      ? {
          href: (ticket: InvoicedTicket) => hrefOf(invoiceDocument(ticket)),
          open: (ticket: InvoicedTicket) => open(invoiceDocument(ticket)),
        }
      : {
          href: ({ invoiceDocumentNumber, orderId }: InvoicedTicket) => page.href(invoiceDocumentNumber, orderId),
          open: ({ invoiceDocumentNumber, orderId }: InvoicedTicket) => page.open(invoiceDocumentNumber, orderId),
        };
    return {
      openDetails: (details) => open({ details }),
      order: canViewOrder ? { href: (order) => hrefOf({ order }), open: (order) => open({ order }) } : null,
      invoice: canViewInvoice ? invoice : null,
    };
  }, [open, hrefOf, page, canViewOrder, canViewInvoice, canViewInvoicePdf]);
}

const TicketDialog = lazyOpened(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => TicketDialog),
);
const TicketDetailsDialog = lazyOpened(() =>
  import('#web/features/tickets/components/ticket-details-dialog.tsx').then(({ TicketDetailsDialog }) => TicketDetailsDialog),
);
const PourTab = lazyOpened(() => import('#web/pages/pour/pour-page.tsx').then(({ PourTab }) => PourTab));
const FollowButton = lazyOpened(() => import('#web/features/alerts/components/follow-button.tsx').then(({ FollowButton }) => FollowButton));
const OrderDrawer = lazyOpened(() =>
  import('#web/features/orders/components/order-drawer/order-drawer.tsx').then(({ OrderDrawer }) => OrderDrawer),
);
const OrderPdfDialog = lazyOpened(() =>
  import('#web/features/orders/components/order-pdf-dialog.tsx').then(({ OrderPdfDialog }) => OrderPdfDialog),
);
const OrderChat = lazyOpened(() => import('#web/pages/orders/order-chat.tsx').then(({ OrderChat }) => OrderChat));
const TicketChat = lazyOpened(() => import('./ticket-chat.tsx').then(({ TicketChat }) => TicketChat));
const InvoicePdfDialog = lazyOpened(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => InvoicePdfDialog),
);

interface TicketsOverlaysProps {
  search: TicketsSearch;
  onOpen: (changes: Partial<TicketsSearch>) => void;
  onClose: (changes: Partial<TicketsSearch>) => void;
}

/** The drawer or dialog that the URL says is open. Nothing opens without its permission (TKT-08 to TKT-12). */
function TicketsOverlays({ search, onOpen, onClose }: TicketsOverlaysProps) {
  const canViewTicketPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const canViewOrder = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const canViewOrderPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const canViewInvoice = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const { ticket, details, pdf } = search;
  // What is open closes when its permission is withdrawn.
  const order = canViewOrder ? search.order : undefined;
  const chat = canChat && canViewOrder ? search.chat : undefined;
  const ticketChat = canChat ? search.ticketChat : undefined;
  const invoice = canViewInvoice ? search.invoice : '';
  return (
    <>
      <MountOnceNeeded isNeeded={order !== undefined}>
        <OrderDrawer
          orderId={order}
          onClose={() => onClose({ order: undefined })}
          onOpenPdf={() => onOpen({ pdf: order })}
          onOpenTicket={(ticketId: number) => onOpen({ ticket: ticketId })}
          onOpenChat={() => onOpen({ chat: order })}
          pourBoard={(orderId) => <PourTab orderId={orderId} />}
          follow={(followed) => (
            <MountOnceNeeded isNeeded>
              <FollowButton {...followed} />
            </MountOnceNeeded>
          )}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewOrderPdf && pdf !== undefined}>
        <OrderPdfDialog recordId={pdf} onClose={() => onClose({ pdf: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={chat !== undefined}>
        <OrderChat orderId={chat} onClose={() => onClose({ chat: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={ticketChat !== undefined}>
        <TicketChat ticketId={ticketChat} onClose={() => onClose({ ticketChat: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={details !== undefined}>
        <TicketDetailsDialog
          ticketId={details}
          onClose={() => onClose({ details: undefined })}
          failureText={TICKETS_MESSAGES.detailFailed}
          onOpenPdf={canViewTicketPdf ? () => onOpen({ details: undefined, ticket: details }) : undefined}
          onOpenChat={canChat ? () => onOpen({ details: undefined, ticketChat: details }) : undefined}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={ticket !== undefined}>
        <TicketDialog ticketId={ticket} onClose={() => onClose({ ticket: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={invoice !== ''}>
        <InvoicePdfDialog
          recordId={invoice}
          origin={{ orderId: search.invoiceOrder, ticketId: search.invoiceTicket }}
          onClose={() => onClose({ invoice: '', invoiceTicket: undefined, invoiceOrder: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
