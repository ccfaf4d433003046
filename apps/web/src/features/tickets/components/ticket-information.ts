import type { TicketDetail } from '@yardage/contract/tickets';
import { formatPhone } from '@yardage/domain/phones';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { useFormats } from '#web/lib/formats/use-formats.ts';
import type { InfoRow } from '#web/patterns/info-card.tsx';
import { TICKET_DETAIL_MESSAGES as MESSAGES } from '../ticket-detail.messages.ts';

type Formats = Pick<ReturnType<typeof useFormats>, 'dateTime'>;

/**
 * Returns the rows of the information card (TKT-13), with amounts only if the server sends them. The first four rows show without
 * expanding (TKT-14): the quantity and the three times that the list shows too.
 */
export function ticketRows(ticket: TicketDetail, { dateTime }: Formats): InfoRow[] {
  const amounts = [
    { label: MESSAGES.subTotal, value: formatCurrency(ticket.subTotal) },
    { label: MESSAGES.tax, value: formatCurrency(ticket.tax) },
    { label: MESSAGES.total, value: formatCurrency(ticket.total) },
    { label: MESSAGES.grandTotal, value: formatCurrency(ticket.grandTotal) },
  ];
  return [
    {
      label: MESSAGES.qtyDelivered,
      value: MESSAGES.delivered(formatNumber(ticket.qtyDelivered), formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure)),
    },
    { label: MESSAGES.plantLeave, value: dateTime(ticket.plantLeaveDateTime) },
    { label: MESSAGES.jobArrived, value: dateTime(ticket.jobArrivedDateTime) },
    { label: MESSAGES.finishedPour, value: dateTime(ticket.finishedPourDateTime) },
    { label: MESSAGES.truckNo, value: [ticket.truckNo, ticket.operator].filter(Boolean).join(' · ') },
    { label: MESSAGES.jobAddress, value: [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ') },
    { label: MESSAGES.job, value: ticket.job },
    { label: MESSAGES.jobNumber, value: ticket.jobNumber },
    { label: MESSAGES.lotOrBlockNo, value: ticket.lotOrBlockNo },
    { label: MESSAGES.pourStarted, value: dateTime(ticket.pourStartedDateTime) },
    { label: MESSAGES.leaveJob, value: dateTime(ticket.leaveJobDateTime) },
    { label: MESSAGES.slump, value: ticket.slump },
    { label: MESSAGES.use, value: ticket.use },
    { label: MESSAGES.water, value: ticket.noOfGalWaterAdded === null ? null : MESSAGES.gallons(formatNumber(ticket.noOfGalWaterAdded)) },
    { label: MESSAGES.cylinders, value: formatNumber(ticket.testCylindersTaken) },
    { label: MESSAGES.poNumber, value: ticket.ponumber },
    { label: MESSAGES.orderedBy, value: ticket.orderedBy },
    { label: MESSAGES.phone, value: formatPhone(ticket.phoneNo) },
    { label: MESSAGES.directions, value: ticket.directions },
    { label: MESSAGES.plant, value: [ticket.plant, ticket.plantCode].filter(Boolean).join(' · ') },
    { label: MESSAGES.customer, value: ticket.customerName },
    { label: MESSAGES.customerNumber, value: ticket.customerNumber },
    { label: MESSAGES.notes, value: ticket.notes },
    ...amounts.filter(({ value }) => value !== ''),
  ];
}
