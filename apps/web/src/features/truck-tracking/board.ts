import type { ActiveTruck, BoardUpdate, TruckEta, TruckPosition } from '@yardage/contract/truck-tracking';
import { DELIVERED_STATUS, IN_TRANSIT_FROM_STATUS, type LoadPlace, loadPlace } from '@yardage/domain/tickets';
import { isComing } from '@yardage/domain/truck-board';

/** A job (one order) with its figures and the trucks on it, in order of arrival. */
export interface JobGroup {
  jobId: number;
  job: string;
  jobAddress: string;
  orderNumber: string;
  unitOfMeasure: string;
  ordered: number;
  delivered: number;
  inTransit: number;
  startTime: string | null;
  intervalMinutes: number | null;
  trucks: ActiveTruck[];
}

/** The newer of two fixes: answers may arrive in another order than they were made in. */
export function newerFix(one: TruckPosition | null, other: TruckPosition | null | undefined): TruckPosition | null {
  if (!one || !other) return one ?? other ?? null;
  return Date.parse(other.recordedAt) >= Date.parse(one.recordedAt) ? other : one;
}

/** The newer of two expected arrivals; one that could not be calculated never replaces one that could. */
export function newerEta(one: TruckEta, other: TruckEta | null | undefined): TruckEta {
  if (!other?.isEtaCalculated) return one;
  if (!one.isEtaCalculated) return other;
  return Date.parse(other.calculatedAt ?? '') >= Date.parse(one.calculatedAt ?? '') ? other : one;
}

/** The list of active trucks with what the last poll knows better; a truck that the poll has no more is gone. */
export function withUpdate(trucks: readonly ActiveTruck[], update: BoardUpdate): ActiveTruck[] {
  const byTicket = new Map(update.trucks.map((truck) => [truck.ticketId, truck]));
  return trucks.flatMap((truck) => {
    const news = byTicket.get(truck.ticketId);
    if (!news) return [];
    const { ticketStatusId } = news;
    return [{ ...truck, ticketStatusId, position: newerFix(truck.position, news.position), eta: newerEta(truck.eta, news.eta) }];
  });
}

/** Whether a poll tells of trucks that came or went, or of loads whose passing changes a job's figures: then the list is asked for again. */
export function hasNews(trucks: readonly ActiveTruck[], update: BoardUpdate): boolean {
  const known = new Map(trucks.map(({ ticketId, ticketStatusId }) => [ticketId, ticketStatusId]));
  if (known.size !== update.trucks.length) return true;
  return update.trucks.some(({ ticketId, ticketStatusId }) => {
    const before = known.get(ticketId);
    return before === undefined || stageOf(before) !== stageOf(ticketStatusId);
  });
}

/** How a load counts in its job's figures. */
function stageOf(statusId: number): 'waiting' | 'in transit' | 'delivered' {
  if (statusId >= DELIVERED_STATUS) return 'delivered';
  return statusId >= IN_TRANSIT_FROM_STATUS ? 'in transit' : 'waiting';
}

/** The trucks by job (TRK-01): jobs by their start, trucks in order of arrival. */
export function groupByJob(trucks: readonly ActiveTruck[]): JobGroup[] {
  const groups = new Map<number, JobGroup>();
  for (const truck of trucks) {
    const group = groups.get(truck.jobId) ?? emptyGroup(truck);
    group.trucks.push(truck);
    groups.set(truck.jobId, group);
  }
  const startOf = ({ startTime }: JobGroup): number => (startTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(startTime));
  const sorted = [...groups.values()].sort(
    (one, other) => startOf(one) - startOf(other) || one.job.localeCompare(other.job) || one.jobId - other.jobId,
  );
  for (const group of sorted) group.trucks.sort(byArrival);
  return sorted;
}

/** How much of a job is at one of the places, by its trucks. */
export function quantityAt(trucks: readonly ActiveTruck[], place: LoadPlace): number {
  return trucks
    .filter(({ ticketStatusId }) => loadPlace(ticketStatusId) === place)
    .reduce((sum, { productTicketQuantity }) => sum + productTicketQuantity, 0);
}

function emptyGroup(truck: ActiveTruck): JobGroup {
  return {
    jobId: truck.jobId,
    job: truck.job,
    jobAddress: truck.jobAddress,
    orderNumber: truck.orderNumber,
    unitOfMeasure: truck.unitOfMeasure,
    ordered: truck.productOrderedQuantity,
    delivered: truck.productDeliveredQuantity,
    inTransit: truck.productInTransitQuantity,
    startTime: truck.jobStartTime,
    intervalMinutes: truck.scheduledLoadInterval,
    trucks: [],
  };
}

/** Those on the job first, the furthest along ahead; then by expected arrival; then those of whom it is not known. */
function byArrival(one: ActiveTruck, other: ActiveTruck): number {
  const byKind = kindOf(one) - kindOf(other);
  if (byKind !== 0) return byKind;
  if (kindOf(one) === EXPECTED) {
    const byEta = Date.parse(one.eta.estimatedArrivalTime ?? '') - Date.parse(other.eta.estimatedArrivalTime ?? '');
    if (byEta !== 0) return byEta;
  }
  return other.ticketStatusId - one.ticketStatusId || one.ticketLoadNumber - other.ticketLoadNumber || one.ticketId - other.ticketId;
}

const ARRIVED = 0;
const EXPECTED = 1;
const UNKNOWN = 2;

function kindOf({ ticketStatusId, eta }: ActiveTruck): number {
  if (!isComing(ticketStatusId)) return ARRIVED;
  return eta.isEtaCalculated && eta.estimatedArrivalTime !== null ? EXPECTED : UNKNOWN;
}
