import { PERMISSIONS } from '@yardage/contract/permissions';
import type { TicketDetail, TicketRow } from '@yardage/contract/tickets';
import { dayAt, formatDateMinute, formatTime } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { formatQuantity } from '@yardage/domain/quantities';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import type { Finding } from '#server/adapters/assistant/port';
import { ticketsService } from '#server/features/tickets/tickets.service';
import type { Scope } from '#server/http/scope';
import { SUBJECTS, ASSISTANT_WORDS as WORDS } from '../assistant.messages.ts';
import { sumDeliveries } from '../assistant.queries.ts';
import {
  cell,
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
import type { MakeTools } from './tool.ts';
import { statusName, trucksUnderWay } from './trucks.ts';

const { areas, headers, ticket: words } = WORDS;
const access = { anyOf: [PERMISSIONS.TICKETS_VIEW], subject: SUBJECTS.tickets } as const;
const ORDER_TYPE = { concrete: 1, aggregate: 2, block: 3 } as const;
const MOST_JOBS = 10;

/** Tickets, one ticket, sums of what was delivered, and the trucks under way. */
export const ticketTools: MakeTools<'list_tickets' | 'show_ticket' | 'sum_deliveries' | 'list_trucks'> = (services) => {
  const tickets = ticketsService(services);
  const trucks = trucksUnderWay(services);

  async function findTicket(scope: Scope, number: string | undefined): Promise<TicketRow | undefined> {
    if (number) return held(await tickets.list(scope, pageFor(number))).items.find((row) => isNumber(row.ticketNumber, number));
    return held(await tickets.list(scope, { ...pageOf(1), endDate: dayAt(new Date(), scope.timeZone) })).items[0];
  }

  return {
    list_tickets: {
      ...access,
      async run(scope, { count, from, to, search }) {
        const until = from || to ? to : dayAt(new Date(), scope.timeZone);
        const { items, totalCount } = held(await tickets.list(scope, { ...pageOf(count, search), startDate: from, endDate: until }));
        if (items.length === 0) return onlyText(WORDS.none(`${words.what}s${narrowing({ from, to, search })}`));
        const shown = items.map((row) => dayAt(row.ticketDateTime, scope.timeZone)).sort();
        return {
          text: `${WORDS.showing(items.length, totalCount, words.what)}${narrowing({ from, to, search })}.`,
          blocks: [
            table(
              areas.tickets,
              [headers.ticket, headers.date, headers.order, headers.job, `#${headers.quantity}`, headers.status],
              items.map((row) => [
                linkCell(recordFor(row)),
                cell(formatDateMinute(row.ticketDateTime, scope.timeZone)),
                cell(row.orderNumber),
                cell(row.job),
                cell(formatQuantity(row.totalQuantity, row.unitOfMeasure)),
                cell(statusName(row.statusId)),
              ]),
            ),
            links(toList(areas.tickets, listAddress('/tickets', { from: from ?? shown[0], to: to ?? shown.at(-1), search }))),
          ],
          records: items.map(recordFor),
        };
      },
    },

    show_ticket: {
      ...access,
      async run(scope, { number }) {
        const row = await findTicket(scope, number);
        if (!row) return onlyText(number ? WORDS.notFound(words.what, number) : WORDS.none(`${words.what}s`));
        const ticket = held(await tickets.detail(scope, row.id));
        return describe(scope, ticket, ticket.jobArrivedDateTime ? '' : await trucks.arrivalOf(scope, ticket));
      },
    },

    sum_deliveries: {
      ...access,
      async run(scope, { from, to, search, material }) {
        const orderType = material ? ORDER_TYPE[material] : undefined;
        const jobs = await sumDeliveries(services.database, scope, { from, to, search, orderType, timeZone: scope.timeZone });
        const kind = material ? WORDS.deliveries.of(WORDS.deliveries.materials[material]) : '';
        const about = narrowing({ from, to, search });
        if (jobs.length === 0) return onlyText(`${WORDS.deliveries.none}${kind}${about}.`);
        const byUnit = Map.groupBy(jobs, ({ unitOfMeasure }) => unitOfMeasure);
        const sums = [...byUnit].map(([unit, lines]) =>
          formatQuantity(
            lines.reduce((sum, { quantity }) => sum + quantity, 0),
            unit,
          ),
        );
        const loads = jobs.reduce((sum, job) => sum + job.loads, 0);
        return {
          text: `${WORDS.deliveries.sum(sums.join(' and '), kind, WORDS.loads(loads))}${about}.`,
          blocks: [
            table(
              WORDS.deliveries.label,
              [headers.job, `#${headers.loads}`, `#${headers.quantity}`],
              jobs
                .slice(0, MOST_JOBS)
                .map((line) => [cell(line.job), cell(String(line.loads)), cell(formatQuantity(line.quantity, line.unitOfMeasure))]),
            ),
            links(toList(areas.tickets, listAddress('/tickets', { from, to, search }))),
          ],
          records: [],
        };
      },
    },

    list_trucks: { anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW], subject: SUBJECTS.trucks, run: (scope) => trucks.all(scope) },
  };
};

const recordFor = ({ ticketNumber, id }: Pick<TicketRow, 'ticketNumber' | 'id'>) => recordOf('ticket', ticketNumber, id);

function describe(scope: Scope, ticket: TicketDetail, arrival: string): Finding {
  const { timeZone, permissions } = scope;
  const record = recordFor(ticket);
  const quantity = formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure);
  const isDelivered = ticket.statusId >= DELIVERED_STATUS;
  const when = ticket.finishedPourDateTime ? words.at(formatDateMinute(ticket.finishedPourDateTime, timeZone)) : '';
  const sentences = isDelivered
    ? [words.delivered(ticket.ticketNumber, quantity, ticket.job, when)]
    : [words.stands(ticket.ticketNumber, statusName(ticket.statusId), quantity, ticket.job), arrival];
  const order = recordOf('order', ticket.orderNumber, ticket.orderId);
  const canSeeOrder = permissions.has(PERMISSIONS.ORDERS_VIEW);
  const canTrack = permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) && !isDelivered;
  return {
    text: sentences.filter(Boolean).join(' '),
    blocks: [
      facts([
        [headers.order, ticket.orderNumber],
        [headers.jobAddress, [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ')],
        [headers.material, ticket.ticketProducts.map(({ productDescription }) => productDescription).join(', ')],
        [headers.truck, ticket.truckNo],
        [headers.driver, ticket.operator],
        [headers.leftPlant, ticket.plantLeaveDateTime && formatTime(ticket.plantLeaveDateTime, timeZone)],
        [headers.arrived, ticket.jobArrivedDateTime && formatTime(ticket.jobArrivedDateTime, timeZone)],
        [headers.total, ticket.total === null ? null : formatDollars(ticket.total)],
      ]),
      links(toRecord(record), ...(canSeeOrder ? [toRecord(order)] : []), ...(canTrack ? [toMap(`?ticket=${ticket.id}`)] : [])),
    ],
    records: [record, ...(canSeeOrder ? [order] : [])],
  };
}
