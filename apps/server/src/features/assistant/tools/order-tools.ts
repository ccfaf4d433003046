import type { OrderDetail, OrderRow } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt, formatDateMinute } from '@yardage/domain/dates';
import { ORDER_STATUS_NAMES } from '@yardage/domain/names.messages';
import { ORDER_STATUS, ORDER_TYPE, type OrderStatusId } from '@yardage/domain/orders';
import { plannedLoads } from '@yardage/domain/pour-facts';
import { orderProgress } from '@yardage/domain/progress';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import type { ToolInput, ToolResult } from '#server/adapters/assistant/port';
import { ordersService } from '#server/features/orders/orders.service';
import type { Scope } from '#server/http/scope';
import { COUNTED, MATERIAL_WORDS, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import {
  ANY_DAY,
  cell,
  countOfRows,
  facts,
  isNumber,
  linkCell,
  links,
  listAddress,
  narrowing,
  noneOf,
  onlyText,
  pageFor,
  pageOf,
  parsed,
  rangeOf,
  recordOf,
  table,
  toList,
  toMap,
  toRecord,
} from '../tool-result.ts';
import { idOfNumber, idOfTopic, type MakeTools } from './tool.ts';
import { trucksUnderWay, type UnderWay } from './trucks.ts';

const access = { anyOf: [PERMISSIONS.ORDERS_VIEW], subject: 'orders' } as const;
const typeOf = (material: ToolInput<'list_orders'>['material']) => (material ? ORDER_TYPE[material] : undefined);
type OrderedDays = Record<'from' | 'to' | 'search', string | undefined>;
/** How many latest orders are searched for one being delivered. */
const LOOKED_THROUGH = 25;

/** Tools that list orders and show one with its progress. */
export const orderTools: MakeTools<'list_orders' | 'show_order'> = (services) => {
  const orders = ordersService(services);
  const trucks = trucksUnderWay(services);

  async function findId(scope: Scope, number: string | undefined): Promise<number | undefined> {
    if (number) {
      const search = async () => parsed(await orders.list(scope, pageFor(number))).items.find((row) => isNumber(row.orderNumber, number));
      return idOfNumber(services.database, scope, { kind: 'order', number, search });
    }
    const { items } = parsed(await orders.list(scope, { ...pageOf(LOOKED_THROUGH), toDate: dayAt(new Date(), scope.timeZone) }));
    const now = new Date().toISOString();
    return (items.find(({ inTransitQty }) => inTransitQty > 0) ?? items.find(({ date }) => date <= now) ?? items[0])?.id;
  }

  /** Lists orders that have not started yet, the next one first. */
  async function listUpcoming(scope: Scope, { count, search, material }: ToolInput<'list_orders'>): Promise<ToolResult> {
    const today = dayAt(new Date(), scope.timeZone);
    const page = { ...pageOf(count, search), sortDesc: false };
    const { items } = parsed(await orders.list(scope, page, { orderType: typeOf(material), isToCome: true }));
    if (items.length === 0) return onlyText(MESSAGES.none(`${MESSAGES.order.upcoming}${narrowing({ search })}`));
    const last = items.at(-1) as OrderRow;
    const address = listAddress('/orders', { from: today, to: dayAt(last.date, scope.timeZone), search });
    return listing(scope, items, `${MESSAGES.order.next(items.length)}${narrowing({ search })}.`, address);
  }

  /** Says how much is ordered, to go behind the count of the orders. */
  async function orderedSum(scope: Scope, asked: OrderedDays, material: ToolInput<'list_orders'>['material']): Promise<string> {
    const sums = await orders.sumOrdered(scope, asked, typeOf(material));
    const quantities = sums
      .map(({ quantity, unitOfMeasure }) => formatQuantity(quantity, unitOfMeasure))
      .reduce((one, other) => (one ? MESSAGES.and(one, other) : other), '');
    return quantities ? ` ${MESSAGES.order.orderedSum(quantities)}` : '';
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
        const { items, totalCount } = parsed(await orders.list(scope, { ...pageOf(count, search), fromDate: from, toDate: to }, only));
        const asked = { from: input.from, to: input.to, search };
        const kind = status ? COUNTED[`${status}Order`] : COUNTED.order;
        const counted = (total: number) => kind(total, material ? MATERIAL_WORDS[material] : '');
        if (items.length === 0) return noneOf(counted, narrowing(asked));
        const isNarrowed = input.from || input.to || search;
        const days = isNarrowed ? { from: from ?? ANY_DAY.from, to } : rangeOf(items.map((row) => dayAt(row.date, scope.timeZone)));
        const sentence = `${countOfRows(items.length, totalCount, counted)}${narrowing(asked)}.`;
        const sum = !status && (isNarrowed || material) ? await orderedSum(scope, { from, to, search }, material) : '';
        return listing(scope, items, `${sentence}${sum}`, listAddress('/orders', { ...days, search }));
      },
    },

    show_order: {
      ...access,
      async run(scope, { number }, topic) {
        const id = idOfTopic(topic, 'order', number) ?? (await findId(scope, number));
        if (id === undefined) return number ? onlyText(MESSAGES.notFound('order', number)) : noneOf((total) => COUNTED.order(total, ''));
        const order = parsed(await orders.detail(scope, id));
        return describe(scope, order, await trucks.ofOrder(scope, order.id));
      },
    },
  };
};

const statusOf = ({ orderStatusId }: Pick<OrderRow, 'orderStatusId'>) => ORDER_STATUS_NAMES[orderStatusId as OrderStatusId] ?? '';
const recordFor = ({ orderNumber, id }: Pick<OrderRow, 'orderNumber' | 'id'>) => recordOf('order', orderNumber, id);

function listing(scope: Scope, items: OrderRow[], text: string, address: string): ToolResult {
  return {
    text,
    blocks: [
      table(
        MESSAGES.areas.orders,
        [MESSAGES.headers.order, MESSAGES.headers.start, MESSAGES.headers.job, `#${MESSAGES.headers.delivered}`, MESSAGES.headers.status],
        items.map((row) => [
          linkCell(recordFor(row)),
          cell(formatDateMinute(row.date, scope.timeZone)),
          cell(row.job),
          cell(MESSAGES.of(formatNumber(orderProgress(row).delivered), formatQuantity(row.qtyOrdered, row.unitOfMeasure))),
          cell(statusOf(row)),
        ]),
      ),
      links(toList(MESSAGES.areas.orders, address)),
    ],
    records: items.map(recordFor),
  };
}

function describe(scope: Scope, order: OrderDetail, underWay: UnderWay): ToolResult {
  const record = recordFor(order);
  const unit = order.unitOfMeasure;
  const { isCancelled, delivered, remaining } = orderProgress(order);
  const loads = order.tickets.filter((ticket) => !ticket.isCancelled);
  const planned = plannedLoads(
    { ...order, ordered: order.qtyOrdered },
    loads.map(({ quantity, signOff }) => ({ quantity, isRejected: signOff === 'rejected' })),
  );
  const hasTrucks = underWay.blocks.length > 0;
  const hasBegun = order.startTime <= new Date().toISOString() || hasTrucks;
  // Nothing of a deleted order is to come.
  const isDeleted = order.orderStatusId === ORDER_STATUS.deleted;
  const outlook = hasBegun ? underWay.text : MESSAGES.order.starts(formatDateMinute(order.startTime, scope.timeZone));
  const sentences = isCancelled
    ? [MESSAGES.order.cancelled(order.orderNumber, order.job)]
    : [
        MESSAGES.order.stands(
          order.orderNumber,
          order.job,
          statusOf(order),
          formatNumber(delivered),
          formatQuantity(order.qtyOrdered, unit),
        ),
        isDeleted && !hasTrucks ? '' : outlook,
      ];
  const canTrack = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) && !isCancelled;
  return {
    text: sentences.filter(Boolean).join(' '),
    blocks: [
      facts([
        [MESSAGES.headers.jobAddress, order.shipToAddress],
        [MESSAGES.headers.material, order.mix],
        [MESSAGES.headers.start, formatDateMinute(order.startTime, scope.timeZone)],
        [MESSAGES.headers.plant, order.plant],
        [MESSAGES.headers.poNumber, order.poNumber],
        [MESSAGES.headers.orderedBy, order.orderedBy],
        [MESSAGES.order.remaining, isCancelled || isDeleted ? null : formatQuantity(remaining, unit)],
        [MESSAGES.headers.loads, loads.length > 0 ? MESSAGES.order.ticketed(loads.length, Math.max(planned, loads.length)) : null],
      ]),
      ...underWay.blocks,
      links(toRecord(record), ...(canTrack ? [toMap(underWay.next ? `?ticket=${underWay.next}` : '')] : [])),
    ],
    records: [record, ...underWay.records],
  };
}
