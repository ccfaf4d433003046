import { PERMISSIONS } from '@yardage/contract/permissions';
import type { SignOff } from '@yardage/contract/sign-offs';
import type { TicketDetail, TicketRow } from '@yardage/contract/tickets';
import { formatDateMinute } from '@yardage/domain/dates';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatQuantity, formatQuantityOnPaper } from '@yardage/domain/quantities';
import { canBeSigned } from '@yardage/domain/tickets';
import type { ToolInput, ToolResult, Topic } from '#server/adapters/assistant/port';
import { LABELS, TICKET_DOCUMENT } from '#server/documents/documents.messages';
import { type CurrentSignOff, findCurrentSignOffs } from '#server/features/sign-offs/sign-offs.queries';
import { ticketsService } from '#server/features/tickets/tickets.service';
import type { Scope } from '#server/http/scope';
import { COUNTED, MATERIAL_WORDS, ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import { findOrderIds } from '../assistant.queries.ts';
import {
  ANY_DAY,
  cell,
  countOfRows,
  facts,
  linkCell,
  links,
  narrowing,
  noneOf,
  onlyText,
  pageOf,
  parsed,
  recordOf,
  table,
  toRecord,
} from '../tool-result.ts';
import { findTicketId, recordFor, TYPE_OF, toTickets } from './ticket-tools.ts';
import { idOfTopic, type MakeTools } from './tool.ts';
import { statusName } from './trucks.ts';

/** All who may see a ticket see who signed for its load, as on the Tickets page. */
const access = { anyOf: [PERMISSIONS.TICKETS_VIEW], subject: 'tickets' } as const;
type Asked = ToolInput<'list_sign_offs'>;
type State = NonNullable<Asked['state']>;

const countedBy = (state: State | undefined) =>
  state ? { signed: COUNTED.signedLoad, rejected: COUNTED.rejectedLoad, unsigned: COUNTED.unsignedLoad }[state] : COUNTED.arrivedLoad;

/** Tools that say who signed for loads on the job, and which loads are not signed for. */
export const signOffTools: MakeTools<'show_sign_off' | 'list_sign_offs'> = (services) => {
  const { database } = services;
  const tickets = ticketsService(services);

  async function orderIdsOf(scope: Scope, order: string | undefined, topic: Topic | undefined): Promise<number[] | undefined> {
    const id = idOfTopic(topic, 'order', order);
    if (id !== undefined) return [id];
    return order ? findOrderIds(database, scope, order) : undefined;
  }

  return {
    show_sign_off: {
      ...access,
      async run(scope, { number }, topic) {
        const id = idOfTopic(topic, 'ticket', number) ?? (await findTicketId(database, tickets, scope, number));
        if (id !== undefined) return describe(scope, parsed(await tickets.detail(scope, id)));
        return number ? onlyText(MESSAGES.notFound('ticket', number)) : noneOf((count) => COUNTED.ticket(count, ''));
      },
    },

    list_sign_offs: {
      ...access,
      async run(scope, { count, from, to, dates, search, material, order, state, delivered, by }, topic) {
        const orderIds = await orderIdsOf(scope, order, topic);
        const isByDayOfEntry = dates === 'signed' && state !== 'unsigned' && state !== undefined;
        const days = { from, to, timeZone: scope.timeZone };
        const listOf = async (wanted: State | 'any', rows: number | undefined) => {
          const signOff = { signOff: wanted, by, signed: isByDayOfEntry ? days : undefined };
          const query = {
            ...pageOf(rows, search),
            orderType: material && TYPE_OF[material],
            ...(isByDayOfEntry ? {} : { startDate: from, endDate: to }),
          };
          return parsed(await tickets.list(scope, query, { orderIds, signOff, onlyDelivered: delivered }));
        };
        const counted = (total: number) => countedBy(state)(total, material ? MATERIAL_WORDS[material] : '');
        const words = isByDayOfEntry ? MESSAGES.signOff.dates[state] : MESSAGES.signOff.dates.ticketed;
        const about = aboutEntries(delivered, by) + narrowing({ from, to, search, order }, words);
        const { items, totalCount } = await listOf(state ?? 'any', count);
        if (items.length === 0) return noneOf(counted, about);
        const entries = await findCurrentSignOffs(
          database,
          scope,
          items.map(({ id }) => id),
        );
        const sums = state ? '' : await sumsOf(async (each) => (await listOf(each, 1)).totalCount);
        return {
          text: [`${countOfRows(items.length, totalCount, counted)}${about}.`, sums].filter(Boolean).join(' '),
          blocks: [
            tableOf(scope, items, new Map(entries.map((entry) => [entry.ticketId, entry]))),
            links(toTickets({ ...((from || to) && !isByDayOfEntry ? { from, to } : ANY_DAY), search, order }, material, state)),
          ],
          records: items.map(recordFor),
        };
      },
    },
  };
};

const aboutEntries = (delivered: boolean | undefined, by: string | undefined): string =>
  `${delivered ? MESSAGES.signOff.delivered : ''}${by ? ` ${MESSAGES.signOff.by(by)}` : ''}`;

/** How many of the loads are signed for, rejected and neither. */
async function sumsOf(total: (state: State) => Promise<number>): Promise<string> {
  const [signed, rejected, unsigned] = await Promise.all([total('signed'), total('rejected'), total('unsigned')]);
  return MESSAGES.signOff.sums(signed ?? 0, rejected ?? 0, unsigned ?? 0);
}

const rejectionOf = ({ rejectReason }: Pick<SignOff, 'rejectReason'>): string =>
  rejectReason ? MESSAGES.signOff.rejectedFor(REJECT_REASON_NAMES[rejectReason]) : MESSAGES.signOff.rejected;

function tableOf(scope: Scope, rows: readonly TicketRow[], entries: ReadonlyMap<number, CurrentSignOff>) {
  const { headers, signOff, ticket } = MESSAGES;
  return table(
    MESSAGES.areas.tickets,
    [headers.ticket, headers.date, headers.order, headers.job, headers.status, headers.signOff, headers.signedBy, headers.signedAt],
    rows.map((row) => {
      const entry = entries.get(row.id);
      return [
        linkCell(recordFor(row)),
        cell(formatDateMinute(row.ticketDateTime, scope.timeZone)),
        cell(row.orderNumber),
        cell(row.job),
        cell(row.isCancelled ? ticket.isCancelled : statusName(row.statusId)),
        cell(!entry ? signOff.none : entry.isRejected ? rejectionOf(entry) : signOff.signed),
        cell(entry?.receivedBy ?? null),
        cell(entry ? formatDateMinute(entry.signedAt, scope.timeZone) : null),
      ];
    }),
  );
}

function describe({ timeZone, permissions }: Scope, ticket: TicketDetail): ToolResult {
  const { ticketNumber: number, job, signOffs } = ticket;
  const record = recordFor(ticket);
  const order = recordOf('order', ticket.orderNumber, ticket.orderId);
  const canSeeOrder = permissions.has(PERMISSIONS.ORDERS_VIEW);
  const quantity = formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure);
  const current = signOffs.find(({ isCorrected }) => !isCorrected);
  const canSign = !current && canBeSigned(ticket) && permissions.has(PERMISSIONS.TICKETS_SIGN);
  const toSign = { kind: 'list', label: MESSAGES.signOff.toSign, href: `/tickets/sign?ticket=${ticket.id}` } as const;
  const sentences = current
    ? [
        (current.isRejected ? MESSAGES.signOff.wasRejected : MESSAGES.signOff.wasSigned)(
          number,
          current.receivedBy,
          formatDateMinute(current.signedAt, timeZone),
          quantity,
          job,
        ),
        ...signOffs
          .filter(({ isCorrected }) => isCorrected)
          .map((entry) => MESSAGES.signOff.corrects(outcomeOf(entry), entry.receivedBy, formatDateMinute(entry.signedAt, timeZone))),
      ]
    : [unsignedText(ticket, quantity)];
  return {
    text: [...(current && ticket.isCancelled ? [MESSAGES.ticket.cancelled(number, job)] : []), ...sentences].join(' '),
    blocks: [
      facts([
        [MESSAGES.headers.order, ticket.orderNumber],
        [MESSAGES.headers.jobAddress, [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ')],
        [MESSAGES.headers.status, ticket.isCancelled ? MESSAGES.ticket.isCancelled : statusName(ticket.statusId)],
        ...(current ? factsOf(current, timeZone) : []),
      ]),
      links(toRecord(record), ...(canSeeOrder ? [toRecord(order)] : []), ...(canSign ? [toSign] : [])),
    ],
    records: [record, ...(canSeeOrder ? [order] : [])],
  };
}

const outcomeOf = (entry: SignOff): string => (entry.isRejected ? rejectionOf(entry) : MESSAGES.signOff.signed);

function unsignedText(ticket: TicketDetail, quantity: string): string {
  const { ticketNumber: number, job } = ticket;
  if (ticket.isCancelled) return MESSAGES.signOff.cancelled(number, job);
  if (canBeSigned(ticket)) return MESSAGES.signOff.nobody(number, quantity, job);
  return MESSAGES.signOff.notArrived(number, statusName(ticket.statusId), quantity, job);
}

/** The same facts as on the ticket's PDF. */
function factsOf(entry: SignOff, timeZone: string): [string, string | null][] {
  const measured = (value: number | null) => (value === null ? null : formatQuantityOnPaper(value));
  return [
    [entry.isRejected ? TICKET_DOCUMENT.rejectedBy : TICKET_DOCUMENT.receivedBy, entry.receivedBy],
    [LABELS.date, formatDateMinute(entry.signedAt, timeZone)],
    [TICKET_DOCUMENT.entryBy, entry.signedBy],
    [TICKET_DOCUMENT.rejectReason, entry.rejectReason && REJECT_REASON_NAMES[entry.rejectReason]],
    [TICKET_DOCUMENT.addedOnJob, measured(entry.waterGallons)],
    [TICKET_DOCUMENT.measuredSlump, measured(entry.slumpInches)],
    [TICKET_DOCUMENT.measuredAir, measured(entry.airPercent)],
    [TICKET_DOCUMENT.measuredTemperature, measured(entry.temperatureF)],
    [TICKET_DOCUMENT.receiverNotes, entry.notes],
  ];
}
