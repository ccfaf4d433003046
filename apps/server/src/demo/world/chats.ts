import { ACTIVE_CHAT, CHAT_CATEGORIES, CHAT_TEXT, ENDED_CHAT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { textOfMessage } from '@yardage/domain/chat-lines';
import { MINUTE_MS } from '@yardage/domain/durations';
import type { chatMessages, chatSessions } from '#server/database/tables/chats';
import type { orders, tickets } from '#server/database/tables/sales';
import { addDays, atLocalTime, type Day } from './calendar.ts';
import { CHAT_SCRIPTS, type ChatScript } from './chat-scripts.ts';
import type { Customer } from './customers.ts';
import type { Numbers } from './numbers.ts';
import type { UserRow } from './people.ts';
import type { Random } from './random.ts';

type SessionRow = typeof chatSessions.$inferInsert & { id: string };
type MessageRow = typeof chatMessages.$inferInsert;

const STATUSES = { pending: PENDING_CHAT, active: ACTIVE_CHAT, ended: ENDED_CHAT } as const;
const CATEGORIES = { 'new order': CHAT_CATEGORIES.newOrder, order: CHAT_CATEGORIES.order, ticket: CHAT_CATEGORIES.ticket } as const;
const SPEAKERS = { customer: SENDERS.customer, dispatcher: SENDERS.humanAgent, system: SENDERS.system } as const;
const DISPATCH = 'Dispatch';

/** The records that a customer's chats can be about. */
export interface ChatGround {
  customer: Customer;
  people: readonly UserRow[];
  orders: readonly (typeof orders.$inferInsert)[];
  tickets: readonly (typeof tickets.$inferInsert)[];
  now: number;
  today: Day;
}

/** Returns the demo's chats with all their messages. */
export function chatRows(ground: ChatGround, numbers: Numbers, random: Random): { sessions: SessionRow[]; messages: MessageRow[] } {
  const made = CHAT_SCRIPTS.map((script, index) => chatOf(script, index, ground, numbers, random));
  return { sessions: made.map(({ session }) => session), messages: made.flatMap(({ messages }) => messages) };
}

function chatOf(script: ChatScript, index: number, ground: ChatGround, numbers: Numbers, random: Random) {
  const { customer, people } = ground;
  const user = people.find(({ email }) => email === script.who);
  const agent = people.find(({ isStaff }) => isStaff);
  if (!user || !agent) throw new Error(`nobody to chat as ${script.who}`);
  const { begins } = script;
  const startedAt =
    'minutesAgo' in begins
      ? ground.now - begins.minutesAgo * MINUTE_MS
      : atLocalTime(addDays(ground.today, -begins.daysAgo), begins.minute, customer.source.timeZone);
  const subject = subjectOf(script, index, ground, startedAt);
  const id = uuidOf(random);
  const names = { customer: `${user.firstName} ${user.lastName}`, dispatcher: `${agent.firstName} ${agent.lastName}`, system: DISPATCH };
  const ids = { customer: user.id, dispatcher: agent.id, system: null };
  let at = startedAt;
  const numbered = (text: string): string => text.replace('{number}', subject.entityNumber ?? '');
  const messages = script.lines.map(([speaker, minutes, said], place): MessageRow => {
    at += minutes * MINUTE_MS;
    const line = typeof said === 'string' ? null : { ...said, values: said.values.map(numbered) };
    const message = typeof said === 'string' ? numbered(said) : '';
    return {
      id: numbers.next('chat_messages'),
      customerId: customer.id,
      sessionId: id,
      sequence: place + 1,
      typeId: CHAT_TEXT,
      senderType: SPEAKERS[speaker],
      senderId: ids[speaker],
      senderName: names[speaker],
      message: textOfMessage({ message, line }),
      line,
      clientMessageId: null,
      sentAt: new Date(at),
    };
  });
  const isPending = script.status === 'pending';
  const session: SessionRow = {
    id,
    customerId: customer.id,
    userId: user.id,
    clientSessionId: null,
    category: CATEGORIES[script.about],
    statusId: STATUSES[script.status],
    ...subject,
    jobRequirement: script.jobRequirement ?? null,
    agentId: isPending ? null : agent.id,
    agentName: isPending ? null : names.dispatcher,
    lastSequence: messages.length,
    lastMessage: messages.at(-1)?.message ?? '',
    lastLine: messages.at(-1)?.line ?? null,
    // In the active chat the customer has not read the last message yet.
    customerReadSequence: messages.length - (script.status === 'active' ? 1 : 0),
    agentReadSequence: isPending ? 0 : messages.length,
    startedAt: new Date(startedAt),
    pendingSince: new Date(startedAt),
    modifiedAt: new Date(at),
  };
  return { session, messages };
}

type Subject = Pick<SessionRow, 'entityId' | 'entityNumber' | 'jobAddress'>;

/** Returns the record closest to the chat's start, or one of the customer's jobs for a new order. */
function subjectOf({ about }: ChatScript, index: number, { customer, orders, tickets }: ChatGround, at: number): Subject {
  const nearest = <Row>(rows: readonly Row[], momentOf: (row: Row) => number): Row => {
    const [best] = rows.toSorted((a, b) => Math.abs(momentOf(a) - at) - Math.abs(momentOf(b) - at));
    if (best === undefined) throw new Error('there is nothing to chat about');
    return best;
  };
  if (about === 'order') {
    const order = nearest(orders, ({ startsAt }) => startsAt.getTime());
    return { entityId: order.id ?? null, entityNumber: order.orderNumber, jobAddress: null };
  }
  if (about === 'ticket') {
    const ticket = nearest(tickets, ({ ticketedAt }) => ticketedAt.getTime());
    return { entityId: ticket.id ?? null, entityNumber: ticket.ticketNumber, jobAddress: null };
  }
  const job = customer.jobs[index % customer.jobs.length];
  // The showcase's jobs have their town on a separate line.
  const [, city = '', state = '', zip = ''] = /^(.*), ([A-Z]{2}) (\d{5})$/.exec(job?.address2 ?? '') ?? [];
  const place = { latitude: job?.latitude ?? null, longitude: job?.longitude ?? null };
  return { entityId: null, entityNumber: null, jobAddress: { street: job?.address1 ?? '', city, state, zip, ...place } };
}

function uuidOf(random: Random): string {
  const [head, tail] = [random.key(), random.key()];
  return `${head.slice(0, 8)}-${head.slice(8)}-4${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${random.key()}`;
}
