import { MINUTE_MS } from '@yardage/domain/durations';
import { shareOf } from '@yardage/domain/money';
import { ORDER_TYPE } from '@yardage/domain/orders';
import type { orders, tickets } from '#server/database/tables/sales';
import { type DraftLoad, type DraftOrder, salesOf } from './build-order.ts';
import { localHour } from './calendar.ts';
import { fullName, personName, phoneNumber } from './names.ts';
import type { Numbers } from './numbers.ts';

/** Returns an order as a table row. */
export function orderRow(draft: DraftOrder, id: number, numbers: Numbers): typeof orders.$inferInsert {
  const { customer, job, product, random, size } = draft;
  const isWaitingForCall = draft.statusId === 3;
  const hour = localHour(draft.startsAt, customer.source.timeZone);
  const isAtNight = hour < 5 || hour > 18;
  return {
    id,
    customerId: customer.id,
    orderNumber: String(numbers.next(`order ${customer.source.id}`, customer.source.id * 100_000 + 1)),
    orderType: customer.source.orderType,
    statusId: draft.statusId,
    startsAt: new Date(draft.startsAt),
    shipDate: draft.shipDate,
    onJobAt: isWaitingForCall ? null : new Date(draft.startsAt),
    ticketAt: isWaitingForCall ? null : new Date(draft.startsAt - (job.travelMinutes + 15) * MINUTE_MS),
    plantId: job.plant.id,
    quoteId: draft.quote?.id ?? null,
    productId: product.id,
    quantityOrdered: size.quantityOrdered,
    loadCount: size.loadCount,
    intervalMinutes: size.intervalMinutes,
    job: job.name,
    jobNumber: job.number,
    poNumber: job.poNumber,
    orderedBy: random.maybe(0.9, () => fullName(personName(random))),
    orderedByPhone: random.maybe(0.7, () => phoneNumber(random)),
    jobAddress1: job.address1,
    jobAddress2: job.address2,
    jobLatitude: job.latitude,
    jobLongitude: job.longitude,
    lotOrBlock: random.maybe(0.2, () => `Lot ${random.int(1, 180)}`),
    usage: random.maybe(0.9, () => random.pick(product.usages)),
    slump: product.slump,
    directions: isAtNight
      ? 'Night work: enter by the lit gate, lane closure from 7 pm to 5 am.'
      : random.maybe(0.3, () => random.pick(DIRECTIONS)),
    altKey: `${customer.source.code}-${random.key()}`,
    createdAt: new Date(draft.createdAt),
  };
}

const DIRECTIONS = [
  'Enter by the north gate, follow the cones to the washout.',
  'Call the foreman at the gate. Do not turn on the finished pavement.',
  'Second entrance past the railroad crossing; low wires, booms down.',
];

/** Returns a load's ticket as a table row, with the times reached so far. */
export function ticketRow(draft: DraftOrder, load: DraftLoad, numbers: Numbers, now: number): Omit<typeof tickets.$inferInsert, 'orderId'> {
  const { customer, job, random, product } = draft;
  const { passage } = load;
  const reached = (moment: number) => (moment <= now ? new Date(moment) : null);
  const isConcrete = product.orderType === ORDER_TYPE.concrete;
  return {
    customerId: customer.id,
    ticketNumber: `${job.plant.number}${numbers.next(`ticket ${job.plant.id}`, 100_001)}`,
    statusId: load.statusId,
    ticketedAt: new Date(passage.ticketed),
    plantId: job.plant.id,
    truckId: load.truck?.id ?? null,
    driverName: load.truck?.driverName ?? null,
    loadNumber: load.loadNumber,
    quantity: load.quantity,
    dueOnJobAt: draft.isPickedUp ? null : new Date(passage.due),
    loadingAt: reached(passage.loading),
    leavePlantAt: reached(passage.leavePlant),
    arrivedAt: reached(passage.arrived),
    pourStartedAt: reached(passage.unloading),
    finishedAt: reached(passage.finished),
    leaveJobAt: reached(passage.leaveJob),
    slump: product.slump,
    testCylindersTaken: isConcrete && load.statusId === 6 ? random.maybe(0.15, () => 4) : null,
    gallonsWaterAdded: isConcrete && load.statusId === 6 ? random.maybe(0.2, () => random.int(2, 12)) : null,
    notes: load.notes ?? random.maybe(0.04, () => random.pick(NOTES)),
    taxCents: shareOf(salesOf(load), customer.company.taxRatePpm),
    altKey: `${customer.source.code}-${random.key()}`,
  };
}

const NOTES = [
  'Water added at the request of the contractor.',
  'Waited for the pump to be set up.',
  'Chute extension used.',
  'Signed by the foreman.',
];
