import type { OrderDetail, OrderRow } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt, formatDateMinute } from '@yardage/domain/dates';
import { orderProgress } from '@yardage/domain/progress';
import type { Finding } from '#server/adapters/assistant/port';
import { ordersService } from '#server/features/orders/orders.service';
import type { Scope } from '#server/http/scope';
import { SUBJECTS, ASSISTANT_WORDS as WORDS } from '../assistant.messages.ts';
import {
  cell,
  facts,
  held,
  isNumber,
  linkCell,
  links,
  listAddress,
  measured,
  narrowing,
  onlyText,
  pageFor,
  pageOf,
  recordOf,
  table,
  toList,
  toMap,
  toRecord,
} from '../finding.ts';
import type { MakeTools } from './tool.ts';
import { trucksUnderWay } from './trucks.ts';

const { headers, order: words } = WORDS;
const access = { anyOf: [PERMISSIONS.ORDERS_VIEW], subject: SUBJECTS.orders } as const;
/** How many of the latest orders are looked through for one that is being delivered. */
const LOOKED_THROUGH = 25;

/** Orders, one order, and how far it is. */
export const orderTools: MakeTools<'list_orders' | 'show_order'> = (services) => {
  const orders = ordersService(services);
  const trucks = trucksUnderWay(services);

  async function findOrder(scope: Scope, number: string | undefined): Promise<OrderRow | undefined> {
    if (number) return held(await orders.list(scope, pageFor(number))).items.find((row) => isNumber(row.orderNumber, number));
    const { items } = held(await orders.list(scope, { ...pageOf(LOOKED_THROUGH), toDate: dayAt(new Date(), scope.timeZone) }));
    const now = new Date().toISOString();
    return items.find(({ inTransitQty }) => inTransitQty > 0) ?? items.find(({ date }) => date <= now) ?? items[0];
  }

  return {
    list_orders: {
      ...access,
      async run(scope, { count, search, when, ...days }) {
        const today = dayAt(new Date(), scope.timeZone);
        const isNext = when === 'upcoming';
        // "Recent" are those until today: what is booked for next month is not.
        const { from, to } = days.from || days.to ? days : isNext ? { from: today, to: undefined } : { from: undefined, to: today };
        const page = { ...pageOf(count, search), sortDesc: !isNext };
        const { items, totalCount } = held(await orders.list(scope, { ...page, fromDate: from, toDate: to }));
        const asked = { ...days, search };
        if (items.length === 0) return onlyText(WORDS.none(`${words.what}s${narrowing(asked)}`));
        const showing = isNext ? WORDS.showingNext : WORDS.showing;
        const shown = items.map((row) => dayAt(row.date, scope.timeZone)).sort();
        return {
          text: `${showing(items.length, totalCount, words.what)}${narrowing(asked)}.`,
          blocks: [
            table(
              'Orders',
              [headers.order, headers.start, headers.job, `#${headers.delivered}`, headers.status],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(formatDateMinute(row.date, scope.timeZone)),
                cell(row.job),
                cell(`${measured(row.qtyDelivered, row.unitOfMeasure)} of ${measured(row.qtyOrdered, row.unitOfMeasure)}`),
                cell(row.orderStatus),
              ]),
            ),
            links(toList('Orders', listAddress('/orders', { from: from ?? shown[0], to: to ?? shown.at(-1), search }))),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_order: {
      ...access,
      async run(scope, { number }) {
        const row = await findOrder(scope, number);
        if (!row) return onlyText(number ? WORDS.notFound(words.what, number) : WORDS.none(`${words.what}s`));
        const order = held(await orders.detail(scope, row.id));
        return describe(scope, order, await trucks.ofOrder(scope, order.id));
      },
    },
  };
};

const recordFor = ({ orderNumber, id }: Pick<OrderRow, 'orderNumber' | 'id'>) => recordOf('order', orderNumber, id);

function describe(scope: Scope, order: OrderDetail, underWay: Finding): Finding {
  const record = recordFor(order);
  const unit = order.unitOfMeasure;
  const { isCancelled, delivered } = orderProgress(order);
  const hasBegun = order.startTime <= new Date().toISOString();
  const sentences = isCancelled
    ? [words.cancelled(order.orderNumber, order.job)]
    : [
        words.stands(order.orderNumber, order.job, order.orderStatus, measured(delivered, unit), measured(order.qtyOrdered, unit)),
        hasBegun ? underWay.text : words.starts(formatDateMinute(order.startTime, scope.timeZone)),
      ];
  const canTrack = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) && !isCancelled;
  return {
    text: sentences.filter(Boolean).join(' '),
    blocks: [
      facts([
        ['Job address', order.shipToAddress],
        ['Material', order.mix],
        ['Start', formatDateMinute(order.startTime, scope.timeZone)],
        ['Plant', order.plant],
        ['PO number', order.poNumber],
        [
          'Loads',
          order.tickets.length > 0 ? `${order.tickets.length} of ${Math.max(order.loadCount, order.tickets.length)} ticketed` : null,
        ],
      ]),
      ...underWay.blocks,
      links(toRecord(record), ...(canTrack ? [toMap(underWay.records.length > 0 ? trackOrder(order.id) : '')] : [])),
    ],
    records: [record, ...underWay.records],
  };
}

/** The board with the order's trucks. */
function trackOrder(orderId: number): string {
  return `?order=${orderId}`;
}
