import type { orders, ticketProducts, tickets } from '#server/database/tables/sales';
import type { truckPositions } from '#server/database/tables/tracking';
import { PUMP_NOTE, planTrip } from '../trips/trip.ts';
import { type DraftLoad, type DraftOrder, isInvoiced } from './build-order.ts';
import { localDay } from './calendar.ts';
import { type InvoiceRow, invoiceRow } from './invoicing.ts';
import type { Numbers } from './numbers.ts';
import { orderRow, ticketRow } from './order-rows.ts';

interface DeliveryRows {
  orders: (typeof orders.$inferInsert)[];
  invoices: InvoiceRow[];
  tickets: (typeof tickets.$inferInsert)[];
  ticketProducts: (typeof ticketProducts.$inferInsert)[];
  truckPositions: (typeof truckPositions.$inferInsert)[];
}

/** Returns orders, tickets and invoices as table rows. Orders are numbered by start, tickets by print time. */
export function deliveryRows(drafts: readonly DraftOrder[], numbers: Numbers, now: number): DeliveryRows {
  const rows: DeliveryRows = { orders: [], invoices: [], tickets: [], ticketProducts: [], truckPositions: [] };
  const loads: { draft: DraftOrder; load: DraftLoad; orderId: number; invoiceId: number | null }[] = [];
  for (const draft of drafts.toSorted((a, b) => a.startsAt - b.startsAt || a.customer.id - b.customer.id)) {
    const orderId = numbers.next('orders');
    rows.orders.push(orderRow(draft, orderId, numbers));
    const invoice = isInvoiced(draft, localDay(now, draft.customer.source.timeZone)) ? invoiceRow(draft, orderId, numbers) : null;
    if (invoice) rows.invoices.push(invoice);
    for (const load of draft.loads) loads.push({ draft, load, orderId, invoiceId: invoice?.id ?? null });
  }
  for (const { draft, load, orderId, invoiceId } of loads.sort((a, b) => a.load.passage.ticketed - b.load.passage.ticketed)) {
    const id = numbers.next('tickets');
    const ticket = { ...ticketRow(draft, load, numbers, now), id, orderId, invoiceId };
    rows.tickets.push(ticket);
    if (load.truck && !ticket.leaveJobAt) rows.truckPositions.push(positionRow(draft, ticket, load.truck.id, now));
    addProducts(rows, draft, load, id, numbers);
  }
  return rows;
}

function addProducts(rows: DeliveryRows, draft: DraftOrder, load: DraftLoad, ticketId: number, numbers: Numbers): void {
  load.lines.forEach(({ product, quantity, unitPrice, amount }, index) => {
    rows.ticketProducts.push({
      id: numbers.next('ticket_products'),
      customerId: draft.customer.id,
      ticketId,
      lineNumber: index + 1,
      productId: product.id,
      quantity,
      unitPriceCents: unitPrice,
      amountCents: amount,
    });
  });
}

/** Returns the last fix of a truck with a load under way, computed from its trip. */
function positionRow(
  { customer, job }: DraftOrder,
  ticket: typeof tickets.$inferInsert & { id: number },
  truckId: number,
  now: number,
): typeof truckPositions.$inferInsert {
  const at = (moment: Date | null | undefined) => moment?.getTime() ?? null;
  const hasCoordinates = job.latitude !== null && job.longitude !== null;
  const trip = planTrip({
    ticketId: ticket.id,
    orderType: customer.source.orderType,
    plant: job.plant,
    job: hasCoordinates ? { latitude: job.latitude ?? 0, longitude: job.longitude ?? 0 } : null,
    ticketedAt: ticket.ticketedAt.getTime(),
    loadingAt: at(ticket.loadingAt),
    leavePlantAt: at(ticket.leavePlantAt),
    arrivedAt: at(ticket.arrivedAt),
    pourStartedAt: at(ticket.pourStartedAt),
    finishedAt: at(ticket.finishedAt),
    waitsForPump: ticket.notes === PUMP_NOTE,
  });
  // A truck whose ticket has no arrival yet is still on its way, however late it is.
  const { latitude, longitude, headingDegrees, speedMph } = trip.fixAt(ticket.arrivedAt ? now : Math.min(now, trip.passage.arrived - 1000));
  return {
    truckId,
    customerId: ticket.customerId,
    ticketId: ticket.id,
    latitude,
    longitude,
    heading: headingDegrees,
    speedMph,
    hasPower: true,
    recordedAt: new Date(now),
  };
}
