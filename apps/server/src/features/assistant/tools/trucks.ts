import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatTime } from '@yardage/domain/dates';
import { TICKET_STATUSES, type TicketStatusId } from '@yardage/domain/tickets';
import type { Finding } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import { ASSISTANT_WORDS as WORDS } from '../assistant.messages.ts';
import { type LoadUnderWay, listLoadsUnderWay } from '../assistant.queries.ts';
import { type Cell, cell, linkCell, links, measured, onlyText, recordOf, table, toMap } from '../finding.ts';

const { headers } = WORDS;
const ON_JOB: TicketStatusId = 4;
const MOST_TRUCKS = 10;

/** Statuses by their name, also for one that nobody knows. */
export function statusName(statusId: number): string {
  return TICKET_STATUSES[statusId as TicketStatusId] ?? '';
}

/** The trucks under way, of one order or of all, with when they are expected. */
export function trucksUnderWay({ database }: AreaServices) {
  const canSee = (scope: Scope) =>
    scope.permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) || scope.permissions.has(PERMISSIONS.TICKETS_VIEW);

  return {
    async ofOrder(scope: Scope, orderId: number): Promise<Finding> {
      if (!canSee(scope)) return onlyText('');
      const loads = await listLoadsUnderWay(database, scope, orderId);
      if (loads.length === 0) return onlyText(WORDS.order.noTrucks);
      const next = loads.find(({ statusId }) => statusId < ON_JOB);
      const expected = next ? expectedAt(scope, next) : '';
      const quantity = loads.reduce((sum, load) => sum + load.quantity, 0);
      const sentences = [
        WORDS.order.onTheRoad(WORDS.truckCount(loads.length), measured(quantity, loads[0]?.unitOfMeasure ?? '')),
        expected ? WORDS.order.nextAt(next?.truckNumber ?? '', expected) : '',
      ];
      return { text: sentences.filter(Boolean).join(' '), blocks: [tableOf(scope, loads, false)], records: recordsOf(scope, loads) };
    },

    async all(scope: Scope): Promise<Finding> {
      const loads = await listLoadsUnderWay(database, scope, undefined);
      if (loads.length === 0) return { ...onlyText(WORDS.trucks.none), blocks: [links(toMap())] };
      // Those still to come first: they are what people wait for.
      const shown = loads.toSorted((a, b) => Number(a.statusId >= ON_JOB) - Number(b.statusId >= ON_JOB)).slice(0, MOST_TRUCKS);
      return {
        text: `${WORDS.trucks.some(WORDS.truckCount(loads.length))}${shown.length < loads.length ? WORDS.trucks.shown(shown.length) : ''}`,
        blocks: [tableOf(scope, shown, true), links(toMap())],
        records: recordsOf(scope, shown),
      };
    },
  };
}

/** When a truck is expected on the job, as a time of day there. */
function expectedAt({ timeZone }: Scope, { statusId, dueOnJobTime }: LoadUnderWay): string {
  return statusId < ON_JOB && dueOnJobTime ? formatTime(dueOnJobTime, timeZone) : '';
}

function tableOf(scope: Scope, loads: readonly LoadUnderWay[], hasJob: boolean) {
  const canOpen = scope.permissions.has(PERMISSIONS.TICKETS_VIEW);
  const ticketCell = (load: LoadUnderWay): Cell =>
    canOpen ? linkCell(recordOf('ticket', load.ticketNumber, load.ticketId)) : cell(load.ticketNumber);
  return table(
    WORDS.trucks.label,
    [
      headers.ticket,
      headers.truck,
      ...(hasJob ? [headers.order, headers.job] : []),
      `#${headers.quantity}`,
      `#${headers.expected}`,
      headers.status,
    ],
    loads.map((load) => [
      ticketCell(load),
      cell(load.truckNumber),
      ...(hasJob ? [cell(load.orderNumber), cell(load.job)] : []),
      cell(measured(load.quantity, load.unitOfMeasure)),
      cell(expectedAt(scope, load)),
      cell(statusName(load.statusId)),
    ]),
  );
}

const recordsOf = (scope: Scope, loads: readonly LoadUnderWay[]) =>
  scope.permissions.has(PERMISSIONS.TICKETS_VIEW)
    ? loads.map(({ ticketNumber, ticketId }) => recordOf('ticket', ticketNumber, ticketId))
    : [];
