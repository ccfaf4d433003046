import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { RequestRow } from '@yardage/contract/order-requests';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { isOpenRequest } from '@yardage/domain/request-states';
import { useMemo } from 'react';
import { requestColumns } from '#web/features/order-requests/components/request-columns.tsx';
import { hasConcrete, requestOptionsQuery, requestQuery, requestsQuery } from '#web/features/order-requests/order-requests.api.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '#web/features/order-requests/order-requests.messages.ts';
import type { Repeated } from '#web/features/order-requests/pour-draft.ts';
import { orderQuery } from '#web/features/orders/orders.api.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { RequestLabel, useAsksForPours } from '#web/patterns/order-request/request-label.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { type RequestsSearch, shownRequests } from './requests-search.ts';

const RequestDrawer = lazyOpened(() =>
  import('#web/features/order-requests/components/request-drawer.tsx').then(({ RequestDrawer }) => RequestDrawer),
);
const PourDialog = lazyOpened(() => import('#web/features/order-requests/components/pour-dialog.tsx').then(({ PourDialog }) => PourDialog));
const RequestChat = lazyOpened(() => import('./request-chat.tsx').then(({ RequestChat }) => RequestChat));

const STANDARD = { state: 'all', sort: MAIN_DATE_SORT, desc: true } as const;
const PANEL_ID = 'requests-state';
const tabs = () => (['all', 'open', 'over'] as const).map((value) => ({ value, label: MESSAGES.tabNames[value] }));
const rowId = ({ id }: RequestRow): string => String(id);
const rowName = ({ number }: RequestRow): string => number;
const countText = (count: number): string => MESSAGES.count(count);

/** Requests: the list, and the request, form or chat that the URL says is open. */
export function RequestsPage() {
  const list = useListSearch(useSearch({ from: '/shell/requests' }));
  const { search, filter, open, hrefOf } = list;
  const { date, time } = useFormats();
  const { state, order } = shownRequests(search, STANDARD);
  const request = { ...list.request, sortBy: order.sort, sortDesc: order.desc, state: state === 'all' ? ('' as const) : state };
  const customer = useCustomer();
  const query = useQuery({ ...requestsQuery(customer, request), placeholderData: keepPreviousData });
  // Loaded with the list, so that the form opens at once and the button has the right label.
  const options = useQuery(requestOptionsQuery(customer));
  const isPour = useAsksForPours(options.data && hasConcrete(options.data));
  const opener = useMemo(
    () => ({ href: ({ id }: RequestRow) => hrefOf({ request: id }), open: ({ id }: RequestRow) => open({ request: id }) }),
    [hrefOf, open],
  );
  const columns = useTexts(() => requestColumns((moment) => `${date(moment)} ${time(moment)}`, opener), [date, time, opener]);
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open({ new: '1' })}>
            <RequestLabel isPour={isPour} />
          </Button>
        }
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: state, onChange: (chosen) => filter({ state: chosen }) }}
      >
        <DataTable
          id="requests"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          state={{ ...list.table.state, ...order }}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.request === undefined ? undefined : String(search.request)}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <RequestsOverlays search={search} onOpen={list.open} onClose={list.close} onReplace={(changes) => list.change(changes, true)} />
    </>
  );
}

interface OverlaysProps {
  search: RequestsSearch;
  onOpen: (changes: Partial<RequestsSearch>) => void;
  onClose: (changes: Partial<RequestsSearch>) => void;
  /** Replaces what is open by something else. */
  onReplace: (changes: Partial<RequestsSearch>) => void;
}

function RequestsOverlays({ search, onOpen, onClose, onReplace }: OverlaysProps) {
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const canViewOrders = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const { request } = search;
  // It closes when its permission is withdrawn.
  const chat = canChat ? search.chat : undefined;
  const isFormOpen = search.new !== '' || search.repeat !== undefined || search.again !== undefined;
  const repeated = useRepeated(search, canViewOrders);
  return (
    <>
      <MountOnceNeeded isNeeded={request !== undefined}>
        <RequestDrawer
          requestId={request}
          onClose={() => onClose({ request: undefined })}
          orderLink={(orderId, orderNumber) =>
            canViewOrders ? (
              <Link to="/orders" search={{ order: orderId } as never}>
                {orderNumber}
              </Link>
            ) : (
              orderNumber
            )
          }
          actions={({ id, kind, state, orderId }) => (
            <>
              {canChat ? (
                <Button variant="default" leftSection={<Icon name="chat" />} onClick={() => onOpen({ chat: id })}>
                  {MESSAGES.openChat}
                </Button>
              ) : null}
              {orderId && canViewOrders ? (
                <Button variant="default" onClick={() => onOpen({ request: undefined, repeat: orderId })}>
                  {MESSAGES.again}
                </Button>
              ) : null}
              {!(orderId && canViewOrders) && kind === 'pour' && !isOpenRequest(state) ? (
                <Button variant="default" onClick={() => onOpen({ request: undefined, again: id })}>
                  {MESSAGES.again}
                </Button>
              ) : null}
            </>
          )}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isFormOpen}>
        <PourDialog
          isOpen={isFormOpen}
          repeated={repeated}
          onClose={() => onClose({ new: '', repeat: undefined, again: undefined })}
          onSent={({ id }) => onReplace({ new: '', repeat: undefined, again: undefined, request: id })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={chat !== undefined}>
        <RequestChat requestId={chat} onClose={() => onClose({ chat: undefined })} />
      </MountOnceNeeded>
    </>
  );
}

/** Returns the order or request that the form repeats. The form opens as usual if it cannot be read. */
function useRepeated({ repeat, again }: RequestsSearch, canViewOrders: boolean): Repeated | 'loading' | undefined {
  const customer = useCustomer();
  const order = useQuery({ ...orderQuery(customer, repeat ?? 0), enabled: repeat !== undefined && canViewOrders });
  const request = useQuery({ ...requestQuery(customer, again ?? 0), enabled: again !== undefined });
  if (repeat !== undefined && canViewOrders && !order.isError) {
    return order.data ? { order: { ...order.data, address: order.data.shipToAddress } } : 'loading';
  }
  if (again !== undefined && !request.isError) return request.data ? { request: request.data } : 'loading';
  return undefined;
}
