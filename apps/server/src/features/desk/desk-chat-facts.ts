import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { formatDateMinute } from '@yardage/domain/dates';
import { ORDER_STATUS_NAMES, TICKET_STATUS_NAMES } from '@yardage/domain/names.messages';
import type { OrderStatusId } from '@yardage/domain/orders';
import { formatPhone } from '@yardage/domain/phones';
import { formatQuantity } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import { DESK_CHAT_FACTS as LABELS } from './desk-chats.messages.ts';
import type { ChatSubject, DeskChatRecord } from './desk-chats.queries.ts';

type Fact = [label: string, value: string | null | undefined];

/** Returns the facts about a chat's subject that the desk shows beside the conversation. */
export function factsOf({ context, subject, timeZone }: DeskChatRecord): { label: string; value: string }[] {
  const { jobAddress: place, jobRequirement, category, entityNumber } = context;
  const facts: Fact[] = [
    [LABELS.invoice, category === CHAT_CATEGORIES.invoice ? entityNumber : null],
    ...(subject ? subjectFacts(subject, timeZone) : []),
    // An order shows its own current address instead.
    [
      LABELS.jobAddress,
      subject ? null : place && [place.street, place.city, `${place.state} ${place.zip}`.trim()].filter(Boolean).join(', '),
    ],
    [LABELS.jobRequirement, jobRequirement],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function subjectFacts(subject: ChatSubject, timeZone: string): Fact[] {
  const { ticket, unitOfMeasure } = subject;
  const amount = (quantity: number) => formatQuantity(quantity, unitOfMeasure);
  const at = (moment: string | null) => moment && formatDateMinute(moment, timeZone);
  const load: Fact[] = ticket
    ? [
        [LABELS.ticket, ticket.ticketNumber],
        [LABELS.ticketStatus, ticket.isCancelled ? LABELS.cancelledTicket : TICKET_STATUS_NAMES[ticket.statusId as TicketStatusId]],
        [LABELS.truck, [ticket.truckNumber, ticket.driverName].filter(Boolean).join(', ')],
        [LABELS.load, `${ticket.loadNumber}, ${amount(ticket.quantity)}`],
        [LABELS.dueOnJob, at(ticket.dueOnJobAt)],
      ]
    : [];
  return [
    ...load,
    [LABELS.order, subject.orderNumber],
    [LABELS.orderStatus, ORDER_STATUS_NAMES[subject.orderStatusId as OrderStatusId]],
    [LABELS.product, subject.product],
    [LABELS.ordered, amount(subject.quantityOrdered)],
    [LABELS.delivered, amount(subject.quantityDelivered)],
    [LABELS.startTime, at(subject.startsAt)],
    [LABELS.plant, subject.plant],
    [LABELS.job, subject.job],
    [LABELS.deliveryAddress, subject.jobAddress],
    [LABELS.poNumber, subject.poNumber],
    [LABELS.orderedBy, [subject.orderedBy, formatPhone(subject.orderedByPhone)].filter(Boolean).join(', ')],
    [LABELS.directions, subject.directions],
  ];
}
