import type { DeskRequestRow } from '@yardage/contract/desk-requests';
import { formatQuantity } from '@yardage/domain/quantities';
import { formatDate, formatTime } from '#web/lib/formats/date-format.ts';
import { withZone } from '#web/lib/formats/named-zone.ts';
import { OWN_TIME_ZONE } from '#web/lib/formats/use-formats.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { RequestStatus } from '#web/patterns/order-request/request-status.tsx';
import { kindText } from '#web/patterns/order-request/request-words.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';

const customerText = ({ customerName, globalCustomerNumber }: DeskRequestRow): string => `${customerName} · ${globalCustomerNumber}`;

/** The start of a request in the time zone of its data source. */
export function startText({ startsAt, timeZone }: Pick<DeskRequestRow, 'startsAt' | 'timeZone'>, ownZone = OWN_TIME_ZONE): string {
  return withZone(`${formatDate(startsAt, timeZone)} ${formatTime(startsAt, timeZone)}`, startsAt, timeZone, ownZone);
}

/** The columns of the desk's queue. Starts are in the time zone of their data source. */
export function deskRequestColumns(): TableColumn<DeskRequestRow>[] {
  return [
    { id: 'number', header: '#', size: 95, sortKey: 'number', isDescFirst: true, value: ({ number }) => number },
    {
      id: 'startsAt',
      header: ORDER_REQUEST_MESSAGES.start,
      size: 172,
      priority: 1,
      sortKey: 'startsAt',
      card: 'fact',
      value: (row) => startText(row),
    },
    {
      id: 'state',
      header: MESSAGES.tabs,
      size: 118,
      priority: 2,
      card: 'status',
      value: ({ state }) => ORDER_REQUEST_MESSAGES.states[state],
      cell: ({ state }) => <RequestStatus state={state} />,
    },
    { id: 'kind', header: ORDER_REQUEST_MESSAGES.kind, size: 128, priority: 2, value: kindText },
    {
      id: 'customer',
      header: MESSAGES.customer,
      size: 230,
      minSize: 150,
      canGrow: true,
      wrapBelowPx: 300,
      priority: 1,
      card: 'fact',
      value: customerText,
      cardCell: (row) => `${kindText(row)} · ${row.customerName}`,
    },
    {
      id: 'job',
      header: ORDER_REQUEST_MESSAGES.job,
      size: 200,
      minSize: 130,
      canGrow: true,
      wrapBelowPx: 300,
      priority: 3,
      sortKey: 'job',
      value: ({ job }) => job,
    },
    {
      id: 'mix',
      header: ORDER_REQUEST_MESSAGES.mix,
      size: 180,
      minSize: 130,
      canGrow: true,
      wrapBelowPx: 300,
      priority: 5,
      value: ({ mix }) => mix,
    },
    {
      id: 'quantity',
      header: ORDER_REQUEST_MESSAGES.quantity,
      size: 100,
      align: 'end',
      priority: 1,
      sortKey: 'quantity',
      isDescFirst: true,
      card: 'aside',
      value: ({ quantity, unitOfMeasure }) => formatQuantity(quantity, unitOfMeasure),
    },
    { id: 'plant', header: ORDER_REQUEST_MESSAGES.plant, size: 130, wrapBelowPx: 160, priority: 4, value: ({ plant }) => plant },
  ];
}
