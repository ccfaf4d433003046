import type { TicketDetail } from '@yardage/contract/tickets';
import { formatDateMinute, formatTime, timeZoneName } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { TICKET_STATUS_NAMES, TICKET_WORDS } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatPhone } from '@yardage/domain/phones';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { DocumentDefinition, Fact, Section, TableSection } from '#server/documents/document-definition';
import { LABELS, TICKET_DOCUMENT as TEXTS } from '#server/documents/documents.messages';
import { signOffSections } from '#server/features/sign-offs/sign-offs.document';
import type { SignOffPictures } from '#server/features/sign-offs/sign-offs.queries';

const NO_PICTURES: ReadonlyMap<number, SignOffPictures> = new Map();

/** The delivery ticket that a driver hands over; it shows no amounts if the ticket has none. */
export function ticketDocument(ticket: TicketDetail, timeZone: string, pictures = NO_PICTURES): DocumentDefinition {
  return {
    title: TEXTS.title,
    number: ticket.ticketNumber,
    status: ticket.isCancelled ? TICKET_WORDS.cancelled : (TICKET_STATUS_NAMES[ticket.statusId as TicketStatusId] ?? ''),
    facts: ticketFacts(ticket, timeZone),
    sections: [
      products(ticket),
      times(ticket, timeZone),
      ...totals(ticket),
      ...notes(ticket),
      ...signOffSections(ticket.signOffs, timeZone, pictures),
    ],
  };
}

function ticketFacts(ticket: TicketDetail, timeZone: string): Fact[] {
  const concreteFacts: Fact[] = [
    { label: TEXTS.slump, value: ticket.slump },
    { label: TEXTS.waterAdded, value: ticket.noOfGalWaterAdded === null ? null : formatQuantityOnPaper(ticket.noOfGalWaterAdded) },
    { label: TEXTS.testCylinders, value: ticket.testCylindersTaken === null ? null : String(ticket.testCylindersTaken) },
    { label: TEXTS.use, value: ticket.use },
  ];
  return [
    { label: LABELS.customer, value: `${ticket.customerName} (${ticket.customerNumber})`, span: 2 },
    { label: LABELS.job, value: [ticket.jobNumber, ticket.job].filter(Boolean).join(' '), span: 2 },
    { label: LABELS.order, value: ticket.orderNumber },
    { label: LABELS.poNumber, value: ticket.ponumber },
    { label: LABELS.deliveryAddress, value: [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join('\n'), span: 2 },
    { label: TEXTS.ticketedIn(timeZoneName(timeZone)), value: formatDateMinute(ticket.ticketDateTime, timeZone) },
    { label: LABELS.load, value: String(ticket.loadNumber) },
    { label: LABELS.orderedBy, value: [ticket.orderedBy, formatPhone(ticket.phoneNo)].filter(Boolean).join(', '), span: 2 },
    { label: LABELS.plant, value: `${ticket.plantCode} ${ticket.plant}` },
    { label: LABELS.truck, value: ticket.truckNo },
    { label: TEXTS.driver, value: ticket.operator },
    { label: TEXTS.lotOrBlock, value: ticket.lotOrBlockNo },
    ...(ticket.orderType === ORDER_TYPE.concrete ? concreteFacts : []),
  ];
}

function products(ticket: TicketDetail): TableSection {
  return {
    kind: 'table',
    heading: TEXTS.products,
    columns: [
      { header: LABELS.product },
      { header: LABELS.description, canWrap: true },
      { header: LABELS.quantity, align: 'right' },
      { header: LABELS.unit },
    ],
    rows: ticket.ticketProducts.map((line) => [
      line.productCode,
      line.productDescription,
      formatQuantityOnPaper(line.quantity),
      line.unitOfMeasure,
    ]),
    emptyText: TEXTS.noProducts,
  };
}

function times(ticket: TicketDetail, timeZone: string): TableSection {
  const isPoured = ticket.orderType === ORDER_TYPE.concrete;
  const steps: [string, string | null][] = [
    [TEXTS.dueOnJob, ticket.dueOnJobTime],
    [LABELS.loading, ticket.loadingTime],
    [TEXTS.leavePlant, ticket.plantLeaveDateTime],
    [TEXTS.arrivedJob, ticket.jobArrivedDateTime],
    [isPoured ? TEXTS.startedPour : TEXTS.unloading, ticket.pourStartedDateTime],
    [isPoured ? TEXTS.finishedPour : TEXTS.unloaded, ticket.finishedPourDateTime],
    [TEXTS.leaveJob, ticket.leaveJobDateTime],
  ];
  return {
    kind: 'table',
    heading: TEXTS.times,
    columns: steps.map(([header]) => ({ header })),
    rows: [steps.map(([, moment]) => (moment === null ? '' : formatTime(moment, timeZone)))],
    emptyText: '',
  };
}

function totals({ subTotal, tax, total, grandTotal }: TicketDetail): Section[] {
  if (subTotal === null || tax === null || total === null) return [];
  return [
    {
      kind: 'totals',
      lines: [
        { label: TEXTS.subtotal, amount: formatDollars(subTotal) },
        { label: LABELS.tax, amount: formatDollars(tax) },
        { label: TEXTS.total, amount: formatDollars(total) },
      ],
      ...(grandTotal === null ? {} : { note: TEXTS.orderTotal(TICKET_WORDS.grandTotal, formatDollars(grandTotal)) }),
    },
  ];
}

function notes({ directions, notes: text }: TicketDetail): Section[] {
  return [
    ...(directions ? [{ kind: 'text', heading: TEXTS.directions, text: directions } as const] : []),
    ...(text ? [{ kind: 'text', heading: TEXTS.notes, text } as const] : []),
  ];
}
