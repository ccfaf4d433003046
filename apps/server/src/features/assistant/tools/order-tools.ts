import type { OrderDetail, OrderRow } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt, formatDateMinute } from '@yardage/domain/dates';
import { ORDER_STATUS } from '@yardage/domain/orders';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { Finding, ToolInput } from '#server/adapters/assistant/port';
import { ordersService } from '#server/features/orders/orders.service';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES, SUBJECTS } from '../assistant.messages.ts';
import {
  cell,
  DEFAULT_COUNT,
  facts,
  held,
  isNumber,
  linkCell,
  links,
  listAddress,
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
import { type MakeTools, ORDER_TYPE } from './tool.ts';
import { trucksUnderWay, type UnderWay } from './trucks.ts';

const { areas, headers, order: words } = MESSAGES;
const access = { anyOf: [PERMISSIONS.ORDERS_VIEW], subject: SUBJECTS.orders } as const;
const typeOf = (material: ToolInput<'list_orders'>['material']) => (material ? ORDER_TYPE[material] : undefined);
/** Statuses of orders that will not be delivered. */
const GIVEN_UP: readonly number[] = [ORDER_STATUS.deleted, ORDER_STATUS.cancelled];
/** How many latest orders are searched for one being delivered, and how many extra upcoming orders are read before filtering. */
const LOOKED_THROUGH = 25;

/** Tools that list orders and show one with its progress. */
export const orderTools: MakeTools<'list_orders' | 'show_order'> = (services) => {
  const orders = ordersService(services);
  const trucks = trucksUnderWay(services);

  async function findOrder(scope: Scope, number: string | undefined): Promise<OrderRow | undefined> {
    if (number) return held(await orders.list(scope, pageFor(number))).items.find((row) => isNumber(row.orderNumber, number));
    const { items } = held(await orders.list(scope, { ...pageOf(LOOKED_THROUGH), toDate: dayAt(new Date(), scope.timeZone) }));
    const now = new Date().toISOString();
    return items.find(({ inTransitQty }) => inTransitQty > 0) ?? items.find(({ date }) => date <= now) ?? items[0];
  }

  /** Lists orders that have not started yet, the next one first. */
  async function listUpcoming(scope: Scope, { count = DEFAULT_COUNT, search, material }: ToolInput<'list_orders'>): Promise<Finding> {
    const today = dayAt(new Date(), scope.timeZone);
    const page = { ...pageOf(count + LOOKED_THROUGH, search), sortDesc: false, fromDate: today };
    const now = new Date().toISOString();
    const items = held(await orders.list(scope, page, { orderType: typeOf(material) }))
      .items.filter(({ date, orderStatusId }) => date > now && !GIVEN_UP.includes(orderStatusId))
      .slice(0, count);
    if (items.length === 0) return onlyText(MESSAGES.none(`${words.upcoming}${narrowing({ search })}`));
    const last = items.at(-1) as OrderRow;
    const address = listAddress('/orders', { from: today, to: dayAt(last.date, scope.timeZone), search });
    return listing(scope, items, `${words.next(items.length)}${narrowing({ search })}.`, address);
  }

  return {
    list_orders: {
      ...access,
      async run(scope, input) {
        const { count, search, material, status } = input;
        if (input.when === 'upcoming' && !status) return listUpcoming(scope, input);
        // By default list orders up to today, not those booked for next month. Cancelled orders have no date limit.
        const today = dayAt(new Date(), scope.timeZone);
        const { from, to } = input.from || input.to || status ? input : { from: undefined, to: today };
        const only = { orderType: typeOf(material), statusId: status && ORDER_STATUS[status] };
        const { items, totalCount } = held(await orders.list(scope, { ...pageOf(count, search), fromDate: from, toDate: to }, only));
        const asked = { from: input.from, to: input.to, search };
        const what = `${material ? `${MESSAGES.deliveries.materials[material]} ` : ''}${status ? words.cancelledKind : words.what}`;
        if (items.length === 0) return onlyText(MESSAGES.none(`${what}s${narrowing(asked)}`));
        const shown = items.map((row) => dayAt(row.date, scope.timeZone)).sort();
        const address = listAddress('/orders', { from: from ?? shown[0], to: to ?? shown.at(-1), search });
        return listing(scope, items, `${MESSAGES.showing(items.length, totalCount, what)}${narrowing(asked)}.`, address);
      },
    },

    show_order: {
      ...access,
      async run(scope, { number }) {
        const row = await findOrder(scope, number);
        if (!row) return onlyText(number ? MESSAGES.notFound(words.what, number) : MESSAGES.none(`${words.what}s`));
        const order = held(await orders.detail(scope, row.id));
        return describe(scope, order, await trucks.ofOrder(scope, order.id));
      },
    },
  };
};

const recordFor = ({ orderNumber, id }: Pick<OrderRow, 'orderNumber' | 'id'>) => recordOf('order', orderNumber, id);

function listing(scope: Scope, items: OrderRow[], text: string, address: string): Finding {
  return {
    text,
    blocks: [
      table(
        areas.orders,
        [headers.order, headers.start, headers.job, `#${headers.delivered}`, headers.status],
        items.map((row) => [
          linkCell(recordFor(row)),
          cell(formatDateMinute(row.date, scope.timeZone)),
          cell(row.job),
          cell(MESSAGES.of(formatNumber(orderProgress(row).delivered), formatQuantity(row.qtyOrdered, row.unitOfMeasure))),
          cell(row.orderStatus),
        ]),
      ),
      links(toList(areas.orders, address)),
    ],
    records: items.map(recordFor),
  };
}

function describe(scope: Scope, order: OrderDetail, underWay: UnderWay): Finding {
  const record = recordFor(order);
  const unit = order.unitOfMeasure;
  const { isCancelled, delivered, remaining } = orderProgress(order);
  const hasBegun = order.startTime <= new Date().toISOString() || underWay.blocks.length > 0;
  const sentences = isCancelled
    ? [words.cancelled(order.orderNumber, order.job)]
    : [
        words.stands(order.orderNumber, order.job, order.orderStatus, formatNumber(delivered), formatQuantity(order.qtyOrdered, unit)),
        hasBegun ? underWay.text : words.starts(formatDateMinute(order.startTime, scope.timeZone)),
      ];
  const canTrack = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) && !isCancelled;
  return {
    text: sentences.filter(Boolean).join(' '),
    blocks: [
      facts([
        [headers.jobAddress, order.shipToAddress],
        [headers.material, order.mix],
        [headers.start, formatDateMinute(order.startTime, scope.timeZone)],
        [headers.plant, order.plant],
        [headers.poNumber, order.poNumber],
        [headers.orderedBy, order.orderedBy],
        [words.remaining, isCancelled ? null : formatQuantity(remaining, unit)],
        [
          headers.loads,
          order.tickets.length > 0 ? words.ticketed(order.tickets.length, Math.max(order.loadCount, order.tickets.length)) : null,
        ],
      ]),
      ...underWay.blocks,
      links(toRecord(record), ...(canTrack ? [toMap(underWay.next ? `?ticket=${underWay.next}` : '')] : [])),
    ],
    records: [record, ...underWay.records],
  };
}
