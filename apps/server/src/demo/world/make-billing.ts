import { MINUTE_MS } from '@yardage/domain/durations';
import { cartInvoices, creditLines, credits, invoices, paymentInvoices, payments, statements } from '#server/database/tables/billing';
import { addDays, addMonths, type Day, localDay, monthEnd } from './calendar.ts';
import type { Clock } from './clock.ts';
import type { Customer } from './customers.ts';
import type { InvoiceRow } from './invoicing.ts';
import { ledgerCases } from './ledger-cases.ts';
import { payInvoices } from './payments.ts';
import type { Making } from './world-writer.ts';

/** A customer with all their invoices, oldest first. */
export interface Account {
  customer: Customer;
  invoices: readonly InvoiceRow[];
  /** The user who pays through the portal. */
  payerId: number | null;
}

/** Writes the payments, credits, statements and the open cart of all customers. */
export async function makeBilling({ writer, numbers }: Making, accounts: readonly Account[], clock: Clock): Promise<void> {
  const paid = accounts.map((account) => payInvoices(account.customer, account.invoices, payerOf(account), numbers, clock));
  await writer.insert(
    payments,
    paid.flatMap((rows) => rows.payments),
  );
  await writer.insert(
    paymentInvoices,
    paid.flatMap((rows) => rows.paymentInvoices),
  );
  const cases = accounts.map(({ customer }, index) => ledgerCases(customer, paid[index]?.unpaid ?? [], numbers, clock));
  await writer.insert(
    invoices,
    cases.flatMap((rows) => rows.voided),
  );
  await writer.insert(
    payments,
    cases.flatMap((rows) => rows.payments),
  );
  await writer.insert(
    credits,
    cases.flatMap((rows) => rows.credits),
  );
  await writer.insert(
    creditLines,
    cases.flatMap((rows) => rows.creditLines),
  );
  await writer.insert(
    paymentInvoices,
    cases.flatMap((rows) => rows.applications),
  );
  await writer.insert(
    statements,
    accounts.flatMap(({ customer, invoices }) => statementRows(customer, invoices[0], clock)),
  );
  await writer.insert(
    cartInvoices,
    accounts.flatMap((account, index) => cartRows(account, paid[index]?.unpaid ?? [], clock)),
  );
}

/** Statements are made at the end of each month, starting with the month of the first invoice. */
function statementRows(customer: Customer, firstInvoice: InvoiceRow | undefined, clock: Clock): (typeof statements.$inferInsert)[] {
  if (!firstInvoice) return [];
  const yesterday = addDays(localDay(clock.now, customer.source.timeZone), -1);
  return monthEnds(firstInvoice.documentDate, yesterday).map((statementDate) => ({ customerId: customer.id, statementDate }));
}

function monthEnds(from: Day, to: Day): Day[] {
  const ends: Day[] = [];
  for (let end = monthEnd(from); end <= to; end = monthEnd(addMonths(end, 1))) ends.push(end);
  return ends;
}

function payerOf({ customer: { company }, payerId }: Account) {
  return { userId: payerId, email: company.email, phone: company.phone };
}

/** Three unpaid invoices in the showcase's cart. */
function cartRows({ customer, payerId }: Account, unpaid: readonly InvoiceRow[], clock: Clock): (typeof cartInvoices.$inferInsert)[] {
  if (!customer.plan.isShowcase) return [];
  const added = { customerId: customer.id, addedBy: payerId, addedAt: new Date(clock.now - 40 * MINUTE_MS) };
  return unpaid.slice(-3).map(({ id }) => ({ ...added, invoiceId: id }));
}
