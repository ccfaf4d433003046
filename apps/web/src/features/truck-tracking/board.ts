import type { ActiveTruck, BoardUpdate, TruckEta, TruckPosition } from '@yardage/contract/truck-tracking';
import { jobKey } from '@yardage/domain/job-key';
import { orderProgress, quantitiesUnderWay } from '@yardage/domain/progress';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, type LoadPlace, loadPlace } from '@yardage/domain/tickets';
import { isComing } from '@yardage/domain/truck-board';

/** An order with its quantities and trucks. The trucks are in order of arrival. */
export interface OrderGroup {
  orderId: number;
  orderNumber: string;
  orderStatusId: number;
  orderType: number;
  unitOfMeasure: string;
  ordered: number;
  delivered: number;
  inTransit: number;
  startTime: string | null;
  intervalMinutes: number | null;
  trucks: ActiveTruck[];
}

/** A job with its orders, sorted by start time (TRK-01). */
export interface JobGroup {
  key: string;
  job: string;
  jobNumber: string | null;
  jobAddress: string;
  orders: OrderGroup[];
  truckCount: number;
}

/** Returns the newer of two positions: responses may arrive out of order. */
export function newerFix(one: TruckPosition | null, other: TruckPosition | null | undefined): TruckPosition | null {
  if (!one || !other) return one ?? other ?? null;
  return Date.parse(other.recordedAt) >= Date.parse(one.recordedAt) ? other : one;
}

/**
 * Returns a function that gives each truck the newest position it has been given. A list may be answered after a poll that was asked later, and
 * the position of a truck that was selected is newer than the last poll.
 */
export function createNewestFixes(): (trucks: readonly ActiveTruck[]) => ActiveTruck[] {
  const newest = new Map<string, TruckPosition>();
  return (trucks) =>
    trucks.map((truck) => {
      // Another truck may take over a load.
      const key = `${truck.ticketId} ${truck.truckId}`;
      const position = newerFix(newest.get(key) ?? null, truck.position);
      if (position) newest.set(key, position);
      return position === truck.position ? truck : { ...truck, position };
    });
}

/** Returns the newer of two ETAs. One that could not be calculated never replaces one that could. */
export function newerEta(one: TruckEta, other: TruckEta | null | undefined): TruckEta {
  if (!other?.isEtaCalculated) return one;
  if (!one.isEtaCalculated) return other;
  return Date.parse(other.calculatedAt ?? '') >= Date.parse(one.calculatedAt ?? '') ? other : one;
}

/** Merges the last poll into the list of active trucks. Trucks that are missing from the poll are removed. */
export function withUpdate(trucks: readonly ActiveTruck[], update: BoardUpdate): ActiveTruck[] {
  const byTicket = new Map(update.trucks.map((truck) => [truck.ticketId, truck]));
  return trucks.flatMap((truck) => {
    const news = byTicket.get(truck.ticketId);
    if (!news) return [];
    const { truckId, ticketStatusId, isRejected, orderStatusId } = news;
    const changed = { truckId, ticketStatusId, isRejected, orderStatusId };
    // If another truck has taken over the load, the known position is that of the former truck.
    const position = truckId === truck.truckId ? newerFix(truck.position, news.position) : news.position;
    return [{ ...truck, ...changed, position, eta: newerEta(truck.eta, news.eta) }];
  });
}

type Load = Pick<ActiveTruck, 'ticketStatusId' | 'isRejected'>;

interface Refreshed {
  isError: boolean;
  dataUpdatedAt: number;
}

/**
 * Returns when the board's data was loaded, and whether the last refresh failed. Failed polls show no error themselves, but a board that is
 * not updated is not live (TRK-19).
 */
export function boardRefresh(list: Refreshed, poll: Refreshed): { isError: boolean; dataUpdatedAt: number } {
  const newestAt = Math.max(list.dataUpdatedAt, poll.dataUpdatedAt);
  return { isError: list.isError || poll.isError, dataUpdatedAt: list.isError ? list.dataUpdatedAt : newestAt };
}

interface KnownLoads {
  data: { trucks: readonly Pick<ActiveTruck, 'ticketId'>[] } | undefined;
  dataUpdatedAt: number;
}

/**
 * Returns whether a load is no longer under way: the newest data does not contain it. Data from before `askedAtMs` does not count, because
 * the load may have begun since.
 */
export function isLoadOver(ticketId: number, askedAtMs: number, list: KnownLoads, poll: KnownLoads): boolean {
  const newest = poll.dataUpdatedAt > list.dataUpdatedAt ? poll : list;
  if (!newest.data || newest.dataUpdatedAt < askedAtMs) return false;
  return !newest.data.trucks.some((truck) => truck.ticketId === ticketId);
}

/** Returns whether a poll has added or removed trucks, or a load has another stage or truck. The list must be refetched then. */
export function needsListAgain(trucks: readonly ActiveTruck[], update: BoardUpdate): boolean {
  const known = new Map(trucks.map((truck) => [truck.ticketId, `${truck.truckId} ${stageOf(truck)}`]));
  if (known.size !== update.trucks.length) return true;
  return update.trucks.some((truck) => known.get(truck.ticketId) !== `${truck.truckId} ${stageOf(truck)}`);
}

/** Returns how a load counts in its order's quantities. */
function stageOf({ ticketStatusId, isRejected }: Load): 'rejected' | 'waiting' | 'in transit' | 'delivered' {
  if (isRejected) return 'rejected';
  if (ticketStatusId >= DELIVERED_STATUS) return 'delivered';
  return ticketStatusId >= IN_TRANSIT_FROM_STATUS ? 'in transit' : 'waiting';
}

/** Returns the key of a truck's job, hashed to be short enough for the URL. */
export function jobKeyOf(truck: Pick<ActiveTruck, 'job' | 'jobNumber' | 'jobAddress'>): string {
  return shortHash(jobKey(truck));
}

/** Returns an order's progress and its quantities under way, as Orders shows them: without rejected loads, and none if it is cancelled. */
export function groupProgress({ orderStatusId, ordered, delivered, inTransit, trucks }: OrderGroup) {
  const at = (place: LoadPlace) => quantityAt(trucks, place);
  return {
    ...orderProgress({ orderStatusId, qtyOrdered: ordered, qtyDelivered: delivered, inTransitQty: inTransit }),
    underWay: quantitiesUnderWay({ orderStatusId, atPlantQty: at('plant'), onRoadQty: at('road'), onJobQty: at('job') }),
  };
}

function quantityAt(trucks: readonly ActiveTruck[], place: LoadPlace): number {
  return trucks
    .filter(({ ticketStatusId, isRejected }) => !isRejected && loadPlace(ticketStatusId) === place)
    .reduce((sum, { productTicketQuantity }) => sum + productTicketQuantity, 0);
}

/** FNV-1a hash: the same text gives the same short key on every visit. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

/** Groups the trucks by job and order (TRK-01): jobs and orders by start time, trucks in order of arrival. */
export function groupByJob(trucks: readonly ActiveTruck[]): JobGroup[] {
  const jobs = [...Map.groupBy(trucks, jobKeyOf)].map(([key, own]) => jobGroup(key, own));
  return jobs.sort((one, other) => byStart(one.orders[0], other.orders[0]) || one.job.localeCompare(other.job));
}

function jobGroup(key: string, trucks: readonly ActiveTruck[]): JobGroup {
  const orders = [...Map.groupBy(trucks, ({ jobId }) => jobId).values()].flatMap(orderGroup).sort(byStart);
  const { job = '', jobNumber = null, jobAddress = '' } = orders[0]?.trucks[0] ?? {};
  return { key, job, jobNumber, jobAddress, orders, truckCount: trucks.length };
}

function orderGroup(trucks: readonly ActiveTruck[]): OrderGroup[] {
  const [truck] = trucks;
  if (!truck) return [];
  const group: OrderGroup = {
    orderId: truck.jobId,
    orderNumber: truck.orderNumber,
    orderStatusId: truck.orderStatusId,
    orderType: truck.orderType,
    unitOfMeasure: truck.unitOfMeasure,
    ordered: truck.productOrderedQuantity,
    delivered: truck.productDeliveredQuantity,
    inTransit: truck.productInTransitQuantity,
    startTime: truck.jobStartTime,
    intervalMinutes: truck.scheduledLoadInterval,
    trucks: trucks.toSorted(byArrival),
  };
  return [group];
}

function byStart(one: OrderGroup | undefined, other: OrderGroup | undefined): number {
  const startOf = (order: OrderGroup | undefined): number => (order?.startTime ? Date.parse(order.startTime) : Number.MAX_SAFE_INTEGER);
  return startOf(one) - startOf(other) || (one?.orderId ?? 0) - (other?.orderId ?? 0);
}

/** Trucks on the job first, the furthest along first; then by ETA; then those without a known ETA. */
function byArrival(one: ActiveTruck, other: ActiveTruck): number {
  const byRank = arrivalRank(one) - arrivalRank(other);
  if (byRank !== 0) return byRank;
  if (arrivalRank(one) === EXPECTED) {
    const byEta = Date.parse(one.eta.estimatedArrivalTime ?? '') - Date.parse(other.eta.estimatedArrivalTime ?? '');
    if (byEta !== 0) return byEta;
  }
  return other.ticketStatusId - one.ticketStatusId || one.ticketLoadNumber - other.ticketLoadNumber || one.ticketId - other.ticketId;
}

const ARRIVED = 0;
const EXPECTED = 1;
const UNKNOWN = 2;

function arrivalRank({ ticketStatusId, eta }: ActiveTruck): number {
  if (!isComing(ticketStatusId)) return ARRIVED;
  return eta.isEtaCalculated && eta.estimatedArrivalTime !== null ? EXPECTED : UNKNOWN;
}
