import type { TicketDetail } from '@yardage/contract/tickets';
import { formatDateMinute, formatTime, timeZoneName } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { TICKET_STATUSES } from '@yardage/domain/names.messages';
import { formatPhone } from '@yardage/domain/phones';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import type { TicketStatusId } from '@yardage/domain/tickets';
import type { DocumentDefinition, Fact, Section, TableSection } from '#server/documents/document-definition';

const CONCRETE = 1;

/** The delivery ticket that a driver hands over; it shows no amounts if the ticket has none. */
export function ticketDocument(ticket: TicketDetail, timeZone: string): DocumentDefinition {
  return {
    title: 'Delivery ticket',
    number: ticket.ticketNumber,
    status: TICKET_STATUSES[ticket.statusId as TicketStatusId] ?? '',
    facts: ticketFacts(ticket, timeZone),
    sections: [
      products(ticket),
      times(ticket, timeZone),
      ...totals(ticket),
      ...notes(ticket),
      { kind: 'signature', labels: ['Received by', 'Date'] },
    ],
  };
}

function ticketFacts(ticket: TicketDetail, timeZone: string): Fact[] {
  const concreteFacts: Fact[] = [
    { label: 'Slump', value: ticket.slump },
    { label: 'Water added, gal', value: ticket.noOfGalWaterAdded === null ? null : formatQuantityOnPaper(ticket.noOfGalWaterAdded) },
    { label: 'Test cylinders', value: ticket.testCylindersTaken === null ? null : String(ticket.testCylindersTaken) },
    { label: 'Use', value: ticket.use },
  ];
  return [
    { label: 'Customer', value: `${ticket.customerName} (${ticket.customerNumber})`, span: 2 },
    { label: 'Job', value: [ticket.jobNumber, ticket.job].filter(Boolean).join(' '), span: 2 },
    { label: 'Order', value: ticket.orderNumber },
    { label: 'PO number', value: ticket.ponumber },
    { label: 'Delivery address', value: [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join('\n'), span: 2 },
    { label: `Ticketed (${timeZoneName(timeZone)})`, value: formatDateMinute(ticket.ticketDateTime, timeZone) },
    { label: 'Load', value: String(ticket.loadNumber) },
    { label: 'Ordered by', value: [ticket.orderedBy, formatPhone(ticket.phoneNo)].filter(Boolean).join(', '), span: 2 },
    { label: 'Plant', value: `${ticket.plantCode} ${ticket.plant}` },
    { label: 'Truck', value: ticket.truckNo },
    { label: 'Driver', value: ticket.operator },
    { label: 'Lot or block', value: ticket.lotOrBlockNo },
    ...(ticket.orderType === CONCRETE ? concreteFacts : []),
  ];
}

function products(ticket: TicketDetail): TableSection {
  return {
    kind: 'table',
    heading: 'Products',
    columns: [{ header: 'Product' }, { header: 'Description', canWrap: true }, { header: 'Quantity', align: 'right' }, { header: 'Unit' }],
    rows: ticket.ticketProducts.map((line) => [
      line.productCode,
      line.productDescription,
      formatQuantityOnPaper(line.quantity),
      line.unitOfMeasure,
    ]),
    emptyText: 'This ticket lists no products.',
  };
}

function times(ticket: TicketDetail, timeZone: string): TableSection {
  const isPoured = ticket.orderType === CONCRETE;
  const steps: [string, string | null][] = [
    ['Due on job', ticket.dueOnJobTime],
    ['Loading', ticket.loadingTime],
    ['Leave Plant', ticket.plantLeaveDateTime],
    ['Arrived Job', ticket.jobArrivedDateTime],
    [isPoured ? 'Started Pour' : 'Unloading', ticket.pourStartedDateTime],
    [isPoured ? 'Finished Pour' : 'Unloaded', ticket.finishedPourDateTime],
    ['Leave Job', ticket.leaveJobDateTime],
  ];
  return {
    kind: 'table',
    heading: 'Times',
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
        { label: 'Subtotal', amount: formatDollars(subTotal) },
        { label: 'Tax', amount: formatDollars(tax) },
        { label: 'Total of this load', amount: formatDollars(total) },
      ],
      ...(grandTotal === null ? {} : { note: `Total of this order up to this load: ${formatDollars(grandTotal)}` }),
    },
  ];
}

function notes({ directions, notes: text }: TicketDetail): Section[] {
  return [
    ...(directions ? [{ kind: 'text', heading: 'Directions', text: directions } as const] : []),
    ...(text ? [{ kind: 'text', heading: 'Notes', text } as const] : []),
  ];
}
