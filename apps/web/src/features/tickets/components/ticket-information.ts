import type { TicketDetail } from '@yardage/contract/tickets';
import { formatPhone } from '@yardage/domain/phones';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { TICKET_DETAIL_MESSAGES as WORDS } from '../ticket-detail.messages.ts';

type Formats = Pick<ReturnType<typeof useFormats>, 'dateTime'>;

/**
 * Returns the rows of the information card (TKT-13), with amounts only if the server sends them. The first four rows show without
 * expanding (TKT-14): the quantity and the three times that the list shows too.
 */
export function ticketRows(ticket: TicketDetail, { dateTime }: Formats): InfoRow[] {
  const amounts = [
    { label: WORDS.subTotal, value: formatCurrency(ticket.subTotal) },
    { label: WORDS.tax, value: formatCurrency(ticket.tax) },
    { label: WORDS.total, value: formatCurrency(ticket.total) },
    { label: WORDS.grandTotal, value: formatCurrency(ticket.grandTotal) },
  ];
  return [
    {
      label: WORDS.qtyDelivered,
      value: WORDS.delivered(formatNumber(ticket.qtyDelivered), formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure)),
    },
    { label: WORDS.plantLeave, value: dateTime(ticket.plantLeaveDateTime) },
    { label: WORDS.jobArrived, value: dateTime(ticket.jobArrivedDateTime) },
    { label: WORDS.finishedPour, value: dateTime(ticket.finishedPourDateTime) },
    { label: WORDS.truckNo, value: [ticket.truckNo, ticket.operator].filter(Boolean).join(' · ') },
    { label: WORDS.jobAddress, value: [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ') },
    { label: WORDS.job, value: ticket.job },
    { label: WORDS.jobNumber, value: ticket.jobNumber },
    { label: WORDS.lotOrBlockNo, value: ticket.lotOrBlockNo },
    { label: WORDS.pourStarted, value: dateTime(ticket.pourStartedDateTime) },
    { label: WORDS.leaveJob, value: dateTime(ticket.leaveJobDateTime) },
    { label: WORDS.slump, value: ticket.slump },
    { label: WORDS.use, value: ticket.use },
    { label: WORDS.water, value: ticket.noOfGalWaterAdded === null ? null : WORDS.gallons(formatNumber(ticket.noOfGalWaterAdded)) },
    { label: WORDS.cylinders, value: formatNumber(ticket.testCylindersTaken) },
    { label: WORDS.poNumber, value: ticket.ponumber },
    { label: WORDS.orderedBy, value: ticket.orderedBy },
    { label: WORDS.phone, value: formatPhone(ticket.phoneNo) },
    { label: WORDS.directions, value: ticket.directions },
    { label: WORDS.plant, value: [ticket.plant, ticket.plantCode].filter(Boolean).join(' · ') },
    { label: WORDS.customer, value: ticket.customerName },
    { label: WORDS.customerNumber, value: ticket.customerNumber },
    { label: WORDS.notes, value: ticket.notes },
    ...amounts.filter(({ value }) => value !== ''),
  ];
}
