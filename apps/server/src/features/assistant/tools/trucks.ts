import { holdsAny, PERMISSIONS } from '@yardage/contract/permissions';
import type { TruckEta } from '@yardage/contract/truck-tracking';
import { formatTime } from '@yardage/domain/dates';
import { isDue } from '@yardage/domain/eta';
import { TICKET_STATUS_NAMES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { ToolResult } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import { truckTrackingService } from '#server/features/truck-tracking/truck-tracking.service';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { type LoadUnderWay, listLoadsUnderWay } from '../assistant.queries.ts';
import { type Cell, cell, linkCell, links, narrowing, onlyText, parsed, recordOf, table, toMap } from '../tool-result.ts';

const ON_ROAD: TicketStatusId = 3;
const ON_JOB: TicketStatusId = 4;
const MAX_TRUCKS = 10;
/** Sorts after every ISO timestamp. */
const LAST = '~';

/** Returns a ticket status's name, or an empty string for an unknown status. */
export function statusName(statusId: number): string {
  return TICKET_STATUS_NAMES[statusId as TicketStatusId] ?? '';
}

/** A load under way, with its ETA if known. */
interface Coming extends LoadUnderWay {
  eta: TruckEta | undefined;
}

/** The trucks of an order as a result. `next` is the ticket to follow on the map. */
export interface UnderWay extends ToolResult {
  next: number | undefined;
}

/** Finds the trucks under way, of one order or all, with their expected arrivals. */
export function trucksUnderWay(services: AreaServices) {
  const { database } = services;
  const tracking = truckTrackingService(services);

  /** ETAs are only for users who may open truck tracking. Others get the planned times. */
  async function loadsOf(scope: Scope, orderId: number | undefined): Promise<Coming[]> {
    const loads = await listLoadsUnderWay(database, scope, orderId);
    const canTrack = scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW);
    const trucks = canTrack && loads.length > 0 ? parsed(await tracking.activeTrucks(scope)) : [];
    const etas = new Map(trucks.map(({ ticketId, eta }) => [ticketId, eta]));
    const coming = loads.map((load) => ({ ...load, eta: etas.get(load.ticketId) }));
    // Not by `localeCompare`, which puts punctuation before digits.
    return coming.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b))));
  }

  return {
    async ofOrder(scope: Scope, orderId: number): Promise<UnderWay> {
      if (!holdsAny(scope.permissions, [PERMISSIONS.TRUCK_TRACKING_VIEW, PERMISSIONS.TICKETS_VIEW]))
        return { ...onlyText(''), next: undefined };
      // A rejected load is neither delivered nor under way.
      const loads = (await loadsOf(scope, orderId)).filter(({ isRejected }) => !isRejected);
      if (loads.length === 0) return { ...onlyText(MESSAGES.order.noTrucks), next: undefined };
      const next = loads.find(({ statusId }) => statusId < ON_JOB);
      const quantity = loads.reduce((sum, load) => sum + load.quantity, 0);
      const sentences = [
        MESSAGES.order.underWay(loads.length, formatQuantity(quantity, loads[0]?.unitOfMeasure ?? '')),
        next ? arrivalText(scope, next) : '',
      ];
      return {
        text: sentences.filter(Boolean).join(' '),
        blocks: [tableOf(scope, loads, { hasJob: false })],
        records: recordsOf(scope, loads),
        next: (next ?? loads[0])?.ticketId,
      };
    },

    /** All trucks, or those whose job, address, driver, truck or order number contain every word of the search. */
    async all(scope: Scope, search: string | undefined): Promise<ToolResult> {
      const words = (search ?? '').toLowerCase().split(/\s+/);
      const loads = (await loadsOf(scope, undefined)).filter((load) => words.every((word) => searchedTextOf(load).includes(word)));
      const about = search ? narrowing({ search }) : '';
      if (loads.length === 0) return { ...onlyText(MESSAGES.trucks.none(about)), blocks: [links(toMap())] };
      const shown = loads.slice(0, MAX_TRUCKS);
      const next = loads.find(({ statusId }) => statusId < ON_JOB);
      const count = (isStage: (statusId: number) => boolean) => loads.filter(({ statusId }) => isStage(statusId)).length;
      const stages = MESSAGES.trucks.stages(
        count((statusId) => statusId < ON_ROAD),
        count((statusId) => statusId === ON_ROAD),
        count((statusId) => statusId >= ON_JOB),
      );
      const sentences = [
        `${MESSAGES.trucks.some(loads.length, about)}: ${stages}`,
        next ? arrivalText(scope, next) : '',
        shown.length < loads.length ? MESSAGES.trucks.shown(shown.length) : '',
      ];
      return {
        text: sentences.filter(Boolean).join(' '),
        blocks: [tableOf(scope, shown, { hasJob: true }), links(toMap())],
        records: recordsOf(scope, shown),
      };
    },

    /** Returns when a ticket's truck arrives as a sentence, or an empty string if it has arrived or the time is unknown. */
    async arrivalOf(scope: Scope, { id, orderId }: { id: number; orderId: number }): Promise<string> {
      const load = (await loadsOf(scope, orderId)).find(({ ticketId, statusId }) => ticketId === id && statusId < ON_JOB);
      return load ? arrivalText(scope, load) : '';
    },
  };
}

const searchedTextOf = ({ job, address, driver, truckNumber, orderNumber }: LoadUnderWay): string =>
  [job, address, driver, truckNumber, orderNumber].join(' ').toLowerCase();

/** The arrival time to sort by: the ETA, otherwise the planned time. Trucks already on the job come last. */
function timeOf({ statusId, dueOnJobTime, eta }: Coming): string {
  return statusId >= ON_JOB ? LAST : (eta?.estimatedArrivalTime ?? dueOnJobTime ?? LAST);
}

/** The expected arrival as a local time of day, “due now”, or an empty string if unknown. */
function expectedAt({ timeZone }: Scope, load: Coming): string {
  const time = timeOf(load);
  if (time === LAST) return '';
  return isDue(time, Date.now()) ? MESSAGES.order.dueShort : formatTime(time, timeZone);
}

function arrivalText(scope: Scope, load: Coming): string {
  const expected = expectedAt(scope, load);
  if (!expected) return '';
  if (expected === MESSAGES.order.dueShort) return MESSAGES.order.due(load.truckNumber ?? '');
  const { earliestArrivalTime: earliest, latestArrivalTime: latest } = load.eta ?? {};
  const times = earliest && latest ? [formatTime(earliest, scope.timeZone), formatTime(latest, scope.timeZone)] : [];
  const span = times[0] && times[1] && times[0] !== times[1] ? MESSAGES.order.span(times[0], times[1]) : '';
  return MESSAGES.order.nextAt(load.truckNumber ?? '', expected, span);
}

function tableOf(scope: Scope, loads: readonly Coming[], { hasJob }: { hasJob: boolean }) {
  const canOpen = scope.permissions.has(PERMISSIONS.TICKETS_VIEW);
  const ticketCell = (load: LoadUnderWay): Cell =>
    canOpen ? linkCell(recordOf('ticket', load.ticketNumber, load.ticketId)) : cell(load.ticketNumber);
  return table(
    MESSAGES.trucks.label,
    [
      MESSAGES.headers.ticket,
      MESSAGES.headers.truck,
      ...(hasJob ? [MESSAGES.headers.driver, MESSAGES.headers.order, MESSAGES.headers.job] : []),
      `#${MESSAGES.headers.quantity}`,
      `#${MESSAGES.headers.expected}`,
      MESSAGES.headers.status,
    ],
    loads.map((load) => [
      ticketCell(load),
      cell(load.truckNumber),
      ...(hasJob ? [cell(load.driver), cell(load.orderNumber), cell(load.job)] : []),
      cell(formatQuantity(load.quantity, load.unitOfMeasure)),
      cell(expectedAt(scope, load)),
      cell(load.isRejected ? TICKET_WORDS.rejected : statusName(load.statusId)),
    ]),
  );
}

const recordsOf = (scope: Scope, loads: readonly LoadUnderWay[]) =>
  scope.permissions.has(PERMISSIONS.TICKETS_VIEW)
    ? loads.map(({ ticketNumber, ticketId }) => recordOf('ticket', ticketNumber, ticketId))
    : [];
