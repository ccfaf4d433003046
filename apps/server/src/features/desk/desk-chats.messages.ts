import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { formatDateMinute } from '@yardage/domain/dates';
import { TICKET_STATUSES } from '@yardage/domain/names.messages';
import { formatPhone } from '@yardage/domain/phones';
import { formatQuantity } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { ChatSubject, DeskChatRecord } from './desk-chats.queries.ts';

/** Error messages about chats at the desk. */
export const DESK_CHATS_MESSAGES = {
  notJoined: 'Join the chat before you answer.',
  ended: 'This chat has ended.',
  noColleague: 'This colleague cannot take the chat. Please choose another one.',
  takenBy: (name: string) => `${name} has joined this chat.`,
} as const;

type Fact = [label: string, value: string | null | undefined];

/** Returns the facts about a chat's subject that the desk shows beside the conversation. */
export function factsOf({ context, subject, timeZone }: DeskChatRecord): { label: string; value: string }[] {
  const { jobAddress: place, jobRequirement, category, entityNumber } = context;
  const facts: Fact[] = [
    ['Invoice', category === CHAT_CATEGORIES.invoice ? entityNumber : null],
    ...(subject ? subjectFacts(subject, timeZone) : []),
    // An order shows its own current address instead.
    ['Job address', subject ? null : place && [place.street, place.city, `${place.state} ${place.zip}`.trim()].filter(Boolean).join(', ')],
    ['Job requirement', jobRequirement],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function subjectFacts(subject: ChatSubject, timeZone: string): Fact[] {
  const { ticket, unitOfMeasure } = subject;
  const amount = (quantity: number) => formatQuantity(quantity, unitOfMeasure);
  const at = (moment: string | null) => moment && formatDateMinute(moment, timeZone);
  const load: Fact[] = ticket
    ? [
        ['Ticket', ticket.ticketNumber],
        ['Ticket status', TICKET_STATUSES[ticket.statusId as TicketStatusId]],
        ['Truck', [ticket.truckNumber, ticket.driverName].filter(Boolean).join(', ')],
        ['Load', `${ticket.loadNumber}, ${amount(ticket.quantity)}`],
        ['Due on job', at(ticket.dueOnJobAt)],
      ]
    : [];
  return [
    ...load,
    ['Order', subject.orderNumber],
    ['Order status', subject.orderStatus],
    ['Product', subject.product],
    ['Ordered', amount(subject.quantityOrdered)],
    ['Delivered', amount(subject.quantityDelivered)],
    ['Start time', at(subject.startsAt)],
    ['Plant', subject.plant],
    ['Job', subject.job],
    ['Delivery address', subject.jobAddress],
    ['PO number', subject.poNumber],
    ['Ordered by', [subject.orderedBy, formatPhone(subject.orderedByPhone)].filter(Boolean).join(', ')],
    ['Directions', subject.directions],
  ];
}
