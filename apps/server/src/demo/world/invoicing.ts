import { type Cents, shareOf } from '@yardage/domain/money';
import { discountFor } from '@yardage/domain/rewards';
import type { invoices } from '#server/database/tables/billing';
import { type DraftOrder, salesOf } from './build-order.ts';
import { addDays, tenthOfNextMonth } from './calendar.ts';
import { tierOn } from './customers.ts';
import type { Numbers } from './numbers.ts';

/** An invoice row with its id, so that other rows can refer to it. */
export type InvoiceRow = typeof invoices.$inferInsert & { id: number };

const DAYS_TO_PAY = 30;

/** Returns the invoice of an order's loads: exactly the sum of their products and taxes. */
export function invoiceRow(draft: DraftOrder, orderId: number, numbers: Numbers): InvoiceRow {
  const { customer, documentDay } = draft;
  const sales = draft.loads.reduce((sum, load) => sum + salesOf(load), 0);
  const tax = draft.loads.reduce((sum, load) => sum + shareOf(salesOf(load), customer.company.taxRatePpm), 0);
  const discount = discountOf(draft);
  return {
    id: numbers.next('invoices'),
    customerId: customer.id,
    documentNumber: String(numbers.next(`invoice ${customer.source.id}`, customer.source.id * 1_000_000 + 1)),
    documentDate: documentDay,
    dueDate: addDays(documentDay, DAYS_TO_PAY),
    batchNumber: `${customer.source.code}${documentDay.replaceAll('-', '').slice(2)}`,
    orderId,
    salesCents: sales,
    taxCents: tax,
    totalCents: sales + tax,
    discountCents: discount,
    discountExpiresOn: discount > 0 ? tenthOfNextMonth(documentDay) : null,
  };
}

/** Returns the discount for paying by the 10th, by the reward tier on the invoice date. */
function discountOf(draft: DraftOrder): Cents {
  const { orderType } = draft.customer.source;
  const quantity = draft.loads.reduce((sum, load) => sum + Math.round(load.quantity * 100), 0) / 100;
  const bought = { 1: { yards: quantity }, 2: { tons: quantity }, 3: {} }[orderType];
  return discountFor(tierOn(draft.customer, draft.documentDay), bought);
}
