import type { Input } from '@yardage/contract/endpoint';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { listTickets, TicketDetail, TicketRow } from '@yardage/contract/tickets';
import { dayAt, formatDateMinute, formatTime } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { TICKET_WORDS } from '@yardage/domain/names.messages';
import { DEFAULT_UNIT_OF_MEASURE, ORDER_TYPE } from '@yardage/domain/orders';
import { formatQuantity } from '@yardage/domain/quantities';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import type { ToolInput, ToolResult } from '#server/adapters/assistant/port';
import type { Database } from '#server/database/database';
import { ticketsService } from '#server/features/tickets/tickets.service';
import type { Scope } from '#server/http/scope';
import { COUNTED, MATERIAL_WORDS, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { findOrderIds, type JobDeliveries, sumDeliveries } from '../assistant.queries.ts';
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
  spanOf,
  table,
  toList,
  toMap,
  toRecord,
} from '../tool-result.ts';
import { compared } from './compared.ts';
import { jobNames } from './job-names.ts';
import { idOfNumber, idOfTopic, type MakeTools } from './tool.ts';
import { statusName, trucksUnderWay } from './trucks.ts';

const access = { anyOf: [PERMISSIONS.TICKETS_VIEW], subject: 'tickets' } as const;
const MAX_JOBS = 10;
export const TYPE_OF = { concrete: '1', aggregate: '2', block: '3' } as const;
const ticketsIn = (count: number) => COUNTED.ticket(count, '');

/** Tools that list tickets, show one, sum and compare deliveries, and list the trucks under way. */
export const ticketTools: MakeTools<'list_tickets' | 'show_ticket' | 'sum_deliveries' | 'compare_deliveries' | 'list_trucks'> = (
  services,
) => {
  const tickets = ticketsService(services);
  const trucks = trucksUnderWay(services);

  async function deliveriesOf(scope: Scope, { from, to, search, material }: ToolInput<'sum_deliveries'>): Promise<Received> {
    const orderType = material ? ORDER_TYPE[material] : undefined;
    const jobs = await sumDeliveries(services.database, scope, { from, to, search, orderType, timeZone: scope.timeZone });
    const units = [...Map.groupBy(jobs, ({ unitOfMeasure }) => unitOfMeasure)].map(([unit, lines]) => ({
      unit,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    }));
    return {
      jobs,
      units,
      text: units
        .map(({ quantity, unit }) => formatQuantity(quantity, unit))
        .reduce((one, other) => (one ? MESSAGES.and(one, other) : other), ''),
      loads: MESSAGES.loads(jobs.reduce((sum, job) => sum + job.loads, 0)),
      days: rangeOf(jobs.flatMap(({ firstTime, lastTime }) => [firstTime, lastTime].map((time) => dayAt(time, scope.timeZone)))),
    };
  }

  return {
    list_tickets: {
      ...access,
      async run(scope, { count, from, to, search, material, order }, topic) {
        const orderId = idOfTopic(topic, 'order', order);
        const orderIds = orderId ? [orderId] : order ? await findOrderIds(services.database, scope, order) : undefined;
        const orderType = material && TYPE_OF[material];
        const until = from || to || order ? to : dayAt(new Date(), scope.timeZone);
        const query = { ...pageOf(count, search), startDate: from, endDate: until, orderType };
        const { items, totalCount } = parsed(await tickets.list(scope, query, { orderIds }));
        const counted = (total: number) => COUNTED.ticket(total, material ? MATERIAL_WORDS[material] : '');
        const about = narrowing({ from, to, search, order });
        if (items.length === 0) return noneOf(counted, about);
        const isNarrowed = search || material || order;
        const shown = isNarrowed ? { ...ANY_DAY, to: until } : rangeOf(items.map((row) => dayAt(row.ticketDateTime, scope.timeZone)));
        return {
          text: `${countOfRows(items.length, totalCount, counted)}${about}.`,
          blocks: [tableOf(scope, items), links(toTickets({ ...(from || to ? { from, to } : shown), search, order }, material))],
          records: items.map(recordFor),
        };
      },
    },

    show_ticket: {
      ...access,
      async run(scope, { number }, topic) {
        const id = idOfTopic(topic, 'ticket', number) ?? (await findTicketId(services.database, tickets, scope, number));
        if (id === undefined) return number ? onlyText(MESSAGES.notFound('ticket', number)) : noneOf(ticketsIn);
        const ticket = parsed(await tickets.detail(scope, id));
        return describe(scope, ticket, ticket.jobArrivedDateTime ? '' : await trucks.arrivalOf(scope, ticket));
      },
    },

    sum_deliveries: {
      ...access,
      async run(scope, input) {
        const { jobs, text, loads, days } = await deliveriesOf(scope, input);
        const kind = input.material ? MESSAGES.deliveries.of[input.material] : '';
        const about = narrowing(input);
        const [most, ...others] = jobs;
        if (!most) return onlyText(`${MESSAGES.deliveries.none}${kind}${about}.`);
        const jobOf = jobNames(jobs);
        const sentence = `${MESSAGES.deliveries.sum(text, kind, loads)}${about}.`;
        return {
          text:
            others.length > 0
              ? `${sentence} ${MESSAGES.deliveries.most(jobOf(most), formatQuantity(most.quantity, most.unitOfMeasure))}`
              : sentence,
          blocks: [
            table(
              MESSAGES.deliveries.label,
              [MESSAGES.headers.job, `#${MESSAGES.headers.loads}`, `#${MESSAGES.headers.quantity}`],
              jobs
                .slice(0, MAX_JOBS)
                .map((line) => [cell(jobOf(line)), cell(String(line.loads)), cell(formatQuantity(line.quantity, line.unitOfMeasure))]),
            ),
            links(toTickets({ from: input.from ?? days.from, to: input.to ?? days.to, search: input.search }, input.material)),
          ],
          records: [],
        };
      },
    },

    compare_deliveries: {
      ...access,
      async run(scope, { otherFrom, otherTo, otherSearch, ...input }) {
        const inputs = [input, { from: otherFrom, to: otherTo, search: otherSearch, material: input.material }];
        const sides = await Promise.all(inputs.map(async (side) => ({ side, received: await deliveriesOf(scope, side) })));
        const units = new Set(sides.flatMap(({ received }) => received.units.map(({ unit }) => unit)));
        const [unit = DEFAULT_UNIT_OF_MEASURE, ...otherUnits] = units;
        return compared(
          sides.map(({ side, received }) => ({
            about: narrowing(side),
            amount: received.units[0]?.quantity ?? 0,
            text: received.text || MESSAGES.deliveries.nothing(unit),
            count: received.loads,
          })),
          otherUnits.length === 0 ? (amount) => formatQuantity(amount, unit) : undefined,
          toTickets(
            { ...spanOf(input, { from: otherFrom, to: otherTo }), search: input.search === otherSearch ? otherSearch : undefined },
            input.material,
          ),
        );
      },
    },

    list_trucks: {
      anyOf: [PERMISSIONS.TRUCK_TRACKING_VIEW],
      subject: 'trucks',
      run: (scope, { search }) => trucks.all(scope, search),
    },
  };
};

/** Returns the id of the ticket with a number, or of the latest. */
export async function findTicketId(
  database: Database,
  tickets: ReturnType<typeof ticketsService>,
  scope: Scope,
  number: string | undefined,
): Promise<number | undefined> {
  if (number) {
    const search = async () => parsed(await tickets.list(scope, pageFor(number))).items.find((row) => isNumber(row.ticketNumber, number));
    return idOfNumber(database, scope, { kind: 'ticket', number, search });
  }
  return parsed(await tickets.list(scope, { ...pageOf(1), endDate: dayAt(new Date(), scope.timeZone) })).items[0]?.id;
}

/** Deliveries by job and summed per unit of measure. */
interface Received {
  jobs: JobDeliveries[];
  units: { unit: string; quantity: number }[];
  text: string;
  loads: string;
  /** The first and the last day with a delivery. */
  days: { from?: string | undefined; to?: string | undefined };
}

/** Links to the tickets of an answer. */
export const toTickets = (
  asked: Parameters<typeof listAddress>[1],
  material: ToolInput<'list_tickets'>['material'],
  signOff?: NonNullable<Input<typeof listTickets>['query']['signOff']>,
) =>
  toList(
    MESSAGES.areas.tickets,
    listAddress('/tickets', asked, { ...(material && { type: TYPE_OF[material] }), ...(signOff && { signOff }) }),
  );

function tableOf(scope: Scope, rows: readonly TicketRow[]) {
  return table(
    MESSAGES.areas.tickets,
    [
      MESSAGES.headers.ticket,
      MESSAGES.headers.date,
      MESSAGES.headers.order,
      MESSAGES.headers.job,
      `#${MESSAGES.headers.quantity}`,
      MESSAGES.headers.status,
    ],
    rows.map((row) => [
      linkCell(recordFor(row)),
      cell(formatDateMinute(row.ticketDateTime, scope.timeZone)),
      cell(row.orderNumber),
      cell(row.job),
      cell(formatQuantity(row.totalQuantity, row.unitOfMeasure)),
      cell(row.isCancelled ? MESSAGES.ticket.isCancelled : row.signOff === 'rejected' ? TICKET_WORDS.rejected : statusName(row.statusId)),
    ]),
  );
}

export const recordFor = ({ ticketNumber, id }: Pick<TicketRow, 'ticketNumber' | 'id'>) => recordOf('ticket', ticketNumber, id);

function describe(scope: Scope, ticket: TicketDetail, arrival: string): ToolResult {
  const { timeZone, permissions } = scope;
  const record = recordFor(ticket);
  const quantity = formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure);
  const isRejected = ticket.signOffs.some((entry) => entry.isRejected && !entry.isCorrected);
  const isOver = ticket.isCancelled || isRejected || ticket.statusId >= DELIVERED_STATUS;
  const when = ticket.finishedPourDateTime ? MESSAGES.ticket.at(formatDateMinute(ticket.finishedPourDateTime, timeZone)) : '';
  const ended = () => {
    if (ticket.isCancelled) return MESSAGES.ticket.cancelled(ticket.ticketNumber, ticket.job);
    if (isRejected) return MESSAGES.ticket.rejected(ticket.ticketNumber, quantity, ticket.job);
    return MESSAGES.ticket.delivered(ticket.ticketNumber, quantity, ticket.job, when);
  };
  const sentences = isOver
    ? [ended()]
    : [MESSAGES.ticket.stands(ticket.ticketNumber, statusName(ticket.statusId), quantity, ticket.job), arrival];
  const order = recordOf('order', ticket.orderNumber, ticket.orderId);
  const canSeeOrder = permissions.has(PERMISSIONS.ORDERS_VIEW);
  const canTrack = permissions.has(PERMISSIONS.TRUCK_TRACKING_VIEW) && !isOver;
  return {
    text: sentences.filter(Boolean).join(' '),
    blocks: [
      facts([
        [MESSAGES.headers.order, ticket.orderNumber],
        [MESSAGES.headers.jobAddress, [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ')],
        [MESSAGES.headers.material, ticket.ticketProducts.map(({ productDescription }) => productDescription).join(', ')],
        [MESSAGES.headers.truck, ticket.truckNo],
        [MESSAGES.headers.driver, ticket.operator],
        [MESSAGES.headers.leftPlant, ticket.plantLeaveDateTime && formatTime(ticket.plantLeaveDateTime, timeZone)],
        [MESSAGES.headers.arrived, ticket.jobArrivedDateTime && formatTime(ticket.jobArrivedDateTime, timeZone)],
        [MESSAGES.headers.total, ticket.total === null ? null : formatDollars(ticket.total)],
      ]),
      links(toRecord(record), ...(canSeeOrder ? [toRecord(order)] : []), ...(canTrack ? [toMap(`?ticket=${ticket.id}`)] : [])),
    ],
    records: [record, ...(canSeeOrder ? [order] : [])],
  };
}
