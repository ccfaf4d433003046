import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { RequestRow } from '@yardage/contract/order-requests';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatQuantity } from '@yardage/domain/quantities';
import { CellLink } from '#web/patterns/data-table/row-controls.tsx';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import type { RowOpener } from '#web/patterns/data-table/table-props.ts';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { RequestStatus } from '#web/patterns/order-request/request-status.tsx';
import { kindText } from '#web/patterns/order-request/request-words.ts';
import { ORDER_REQUESTS_MESSAGES as MESSAGES } from '../order-requests.messages.ts';

/** The columns of the list of requests. */
export function requestColumns(format: (moment: string) => string, opener: RowOpener<RequestRow>): TableColumn<RequestRow>[] {
  return [
    {
      id: 'number',
      header: MESSAGES.number,
      size: 110,
      sortKey: 'number',
      isDescFirst: true,
      value: ({ number }) => number,
      cell: (row) => (
        <CellLink href={opener.href(row)} label={MESSAGES.view(row.number)} onOpen={() => opener.open(row)}>
          {row.number}
        </CellLink>
      ),
    },
    {
      id: 'state',
      header: MESSAGES.status,
      size: 130,
      priority: 1,
      card: 'status',
      value: ({ state }) => ORDER_REQUEST_MESSAGES.states[state],
      cell: ({ state }) => <RequestStatus state={state} />,
    },
    { id: 'kind', header: ORDER_REQUEST_MESSAGES.kind, size: 140, priority: 3, value: kindText },
    {
      id: 'job',
      header: ORDER_REQUEST_MESSAGES.job,
      size: 240,
      minSize: 150,
      canGrow: true,
      wrapBelowPx: 300,
      priority: 1,
      sortKey: 'job',
      card: 'fact',
      value: ({ job }) => job,
      cardCell: (row) => (row.kind === 'pour' && row.orderType === ORDER_TYPE.concrete ? row.job : `${kindText(row)} · ${row.job}`),
    },
    {
      id: 'mix',
      header: ORDER_REQUEST_MESSAGES.mix,
      size: 220,
      minSize: 140,
      canGrow: true,
      wrapBelowPx: 300,
      priority: 4,
      value: ({ mix }) => mix,
    },
    {
      id: 'quantity',
      header: ORDER_REQUEST_MESSAGES.quantity,
      size: 110,
      align: 'end',
      priority: 2,
      sortKey: 'quantity',
      isDescFirst: true,
      card: 'aside',
      value: ({ quantity, unitOfMeasure }) => formatQuantity(quantity, unitOfMeasure),
    },
    {
      id: 'startsAt',
      header: ORDER_REQUEST_MESSAGES.start,
      // Fits a date in Spanish. The column after a figure has a larger inset.
      size: 156,
      priority: 2,
      sortKey: 'startsAt',
      isDescFirst: true,
      card: 'fact',
      value: ({ startsAt }) => format(startsAt),
    },
    {
      id: 'createdAt',
      header: MESSAGES.requested,
      size: 146,
      priority: 5,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      value: ({ createdAt }) => format(createdAt),
    },
  ];
}
