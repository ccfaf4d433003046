import { describe, expect, it } from 'vitest';
import { permissionsQuery } from '#web/features/account/account.api.ts';
import { cartQuery } from '#web/features/carts/carts.api.ts';
import { CARTS_MESSAGES } from '#web/features/carts/carts.messages.ts';
import { CART_CHANGES, cartChangeOptions } from '#web/features/carts/use-cart.ts';
import { discountsQuery, summaryQuery } from '#web/features/dashboard/dashboard.api.ts';
import { invoiceDocuments } from '#web/features/invoices/components/invoice-pdf-dialog.tsx';
import { invoicePdfQuery, invoiceQuery, invoicesQuery, liveInvoicesQuery } from '#web/features/invoices/invoices.api.ts';
import { orderDocuments } from '#web/features/orders/components/order-pdf-dialog.tsx';
import { receiptDocuments } from '#web/features/payments/components/receipt-dialog.tsx';
import { invoiceHistoryQuery, livePaymentHistoryQuery } from '#web/features/payments/payments.api.ts';
import { quoteDocuments } from '#web/features/quotes/components/quote-pdf-dialog.tsx';
import { quotePdfQuery, quoteQuery, quotesQuery } from '#web/features/quotes/quotes.api.ts';
import { statementDocuments } from '#web/features/statements/components/statement-pdf-dialog.tsx';
import { statementPdfQuery, statementQuery, statementsQuery } from '#web/features/statements/statements.api.ts';
import { ticketDocuments } from '#web/features/tickets/components/ticket-dialog.tsx';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { createQueryClient, type FailureMeta } from '#web/lib/query/query-client.ts';
import { mailFailure } from '#web/patterns/send-mail/mail-rules.ts';
import { toastsFor } from './error-toasts.ts';

const CUSTOMER = { customerNumber: '10012', datasourceId: 1, globalCustomerNumber: 'G-10012', dataset: 'CEN' };
const DAY = '2026-10-31';
const BROKEN = new HttpProblem(500, { title: 'Something went wrong on our side.' });
const REFUSED = new HttpProblem(409, { title: 'Conflict', detail: 'Already paid or being paid: 1' });

/** Returns the toasts of a request that failed, as the app shows them. */
const told = ({ meta }: { meta?: FailureMeta | undefined }, error: Error = BROKEN) =>
  toastsFor(error, meta ?? {}).map(({ message }) => message);

/** Some messages have spaces that nobody would write today. They are those of the specification. */
describe('a read that failed', () => {
  it.each([
    ['INV-14 the list of invoices', invoicesQuery(CUSTOMER, {}), 'Error fetching invoices'],
    ['INV-14 the list of invoices with a pending payment', liveInvoicesQuery(CUSTOMER, {}), 'Error fetching invoices'],
    ['INV-14 one invoice', invoiceQuery(CUSTOMER, '1000007'), 'Error While fetching records'],
    ['INV-14 the history of an invoice', invoiceHistoryQuery(CUSTOMER, '1000007'), 'Error While fetching records'],
    ['INV-15 the PDF of an invoice', invoicePdfQuery(CUSTOMER, '1000007'), 'Unable to invoices  pdf , Try again !!'],
    ['PAY-06 the cart', cartQuery(CUSTOMER), 'Error fetching cart invoices'],
    ['HIS-05 the payment history', livePaymentHistoryQuery(CUSTOMER, {}), 'Error fetching records'],
    ['STM-11 the list of statements', statementsQuery(CUSTOMER, {}), 'Error fetching Statement '],
    ['STM-11 one statement', statementQuery(CUSTOMER, DAY), 'Error fetching Statement Details  '],
    ['STM-11 the PDF of a statement', statementPdfQuery(CUSTOMER, DAY), 'Unable to load the statement, try again.'],
    ['ERR-13 the list of quotes', quotesQuery(CUSTOMER, {}), 'Error fetching records'],
    ['QUO-06 one quote', quoteQuery(CUSTOMER, 14), 'Error While fetching quotes Details'],
    ['QUO-07 the PDF of a quote', quotePdfQuery(CUSTOMER, 14), 'Unable to quotes  pdf , Try again !!'],
    ['DSH-18 the discounts', discountsQuery(CUSTOMER), 'Error While fetching discount list'],
    ['DSH-19 the account aging', summaryQuery(CUSTOMER, 'aging'), 'Error fetching Account Aging '],
    ['DSH-19 the rewards', summaryQuery(CUSTOMER, 'rewards'), 'Error fetching Customer Summary '],
    ['DSH-19 the contacts', summaryQuery(CUSTOMER, 'contacts'), 'Error fetching Customer Summary '],
    ['PER-14 the permissions', permissionsQuery(CUSTOMER), 'There was a problem fetching the Permission'],
  ] as const)('%s', (_name, query, message) => {
    expect(told(query)).toEqual([message]);
  });

  it('PER-14 of the permissions has a destructive toast with its own title', () => {
    const [toast] = toastsFor(BROKEN, permissionsQuery(CUSTOMER).meta ?? {});
    expect(toast).toMatchObject({ kind: 'destructive', title: 'Uh oh! Something went wrong.' });
  });
});

describe('a change of the cart that failed', () => {
  it.each([
    ['PAY-07 add', 'add', 'Unable to add invoice , Try again !!'],
    ['RES-02 put back', 'return', 'Unable to add invoice , Try again !!'],
    ['PAY-08 remove', 'remove', 'Unable to remove  invoice , Try again !!'],
  ] as const)("%s: the server's message, else its own", (_name, change, message) => {
    const { send, failed } = CART_CHANGES[change];
    const options = cartChangeOptions(
      createQueryClient(() => undefined),
      send,
      createAttempt(),
      CARTS_MESSAGES[failed],
    );
    expect([told(options), told(options, REFUSED)]).toEqual([[message], ['Already paid or being paid: 1']]);
  });
});

describe('a mail that failed', () => {
  it.each([
    ['ORD-29 MAIL-10 of an order', orderDocuments(), 'Unable to mail order , Try again !!'],
    ['TKT-26 MAIL-10 of a ticket', ticketDocuments(), 'Unable to mail ticket , Try again !!'],
    ['QUO-08 MAIL-10 of a quote', quoteDocuments(), 'Unable to mail quotes , Try again !!'],
    ['INV-16 MAIL-10 of an invoice', invoiceDocuments(), 'Unable to mail invoices , Try again !!'],
    ['STM-12 MAIL-10 of a statement', statementDocuments(), 'Unable to mail statement , Try again !!'],
    ['HIS-06 MAIL-10 of a receipt', receiptDocuments(), 'Unable to mail payment history pdf , Try again !!'],
  ] as const)("%s: the server's message, else the area's own, else that the error is unknown", (_name, { mailFailed }, message) => {
    const meta = mailFailure({ failedText: mailFailed });
    const closed = new HttpProblem(403, { title: 'Forbidden', detail: 'Mail is closed for today' });
    expect([told({ meta }), told({ meta }, closed), told({ meta }, new NetworkFailure())]).toEqual([
      [message],
      ['Mail is closed for today'],
      ['An unknown error occurred'],
    ]);
  });
});

describe('a mail that was sent', () => {
  it.each([
    ['ORD-29 an order', orderDocuments(), 'Order successfully emailed on clerk@example.com'],
    ['TKT-26 a ticket', ticketDocuments(), 'Ticket successfully emailed on clerk@example.com'],
  ] as const)('%s says to whom', (_name, { sentText }, message) => {
    expect(sentText('clerk@example.com')).toBe(message);
  });
});
