import type { orders, ticketProducts, tickets } from '#server/database/tables/sales';
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
}

/** Orders with their tickets and invoices as rows: orders numbered by their start, tickets by when they were printed. */
export function deliveryRows(drafts: readonly DraftOrder[], numbers: Numbers, now: number): DeliveryRows {
  const rows: DeliveryRows = { orders: [], invoices: [], tickets: [], ticketProducts: [] };
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
    rows.tickets.push({ ...ticketRow(draft, load, numbers, now), id, orderId, invoiceId });
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
