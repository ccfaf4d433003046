import type { PaymentRequest } from '@yardage/contract/payments';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';

/** The paying customer. */
export interface PayingCustomer {
  customerId: number;
  customerNumber: string;
  globalCustomerNumber: string;
  datasourceId: number;
}

/** An invoice with its payable amounts, in cents. */
export interface PayableInvoice {
  id: number;
  invoiceNumber: string;
  openCents: number;
  discountCents: number;
}

/** The sandbox's test card numbers, as listed in the README. */
export const TEST_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  pending: '4000000000000077',
  answerLost: '4000000000000119',
  slow: '4000000000000259',
  down: '4000000000000341',
} as const;

/** Returns a customer's newest invoices without paid or pending payments, with today's amounts at the data source. */
export async function payableInvoices(database: Database, { customerId }: Pick<PayingCustomer, 'customerId'>, count: number) {
  const invoices = await database.read<PayableInvoice[]>(
    'system',
    sql`select json_agg(json_build_object('id', chosen.id, 'invoiceNumber', chosen.document_number, 'openCents', chosen.total_cents,
          'discountCents', chosen.discount) order by chosen.document_date desc, chosen.id desc) as answer
        from (select i.*, case when i.discount_expires_on >= (now() at time zone d.time_zone)::date then i.discount_cents else 0 end as discount
          from invoices i join customers c on c.id = i.customer_id join data_sources d on d.id = c.data_source_id
          where i.customer_id = ${customerId} and i.paid_cents = 0
            and not exists (select from payment_invoices laid where laid.invoice_id = i.id and laid.payment_result <> 0)
          order by i.document_date desc, i.id desc limit ${count}) as chosen`,
  );
  if (invoices?.length !== count) throw new Error(`customer ${customerId} has no ${count} invoices to pay`);
  return invoices;
}

const dollars = (cents: number) => cents / 100;
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Returns a request to pay these invoices at the given amounts by card. */
export function cardRequest(
  customer: PayingCustomer,
  invoices: readonly Omit<PayableInvoice, 'id'>[],
  cardNumber: string = TEST_CARDS.approved,
): Extract<PaymentRequest, { paymentMethod: 'CreditCard' }> {
  const open = sum(invoices.map((invoice) => invoice.openCents));
  const discount = sum(invoices.map((invoice) => invoice.discountCents));
  return {
    totalAmount: dollars(open),
    totalDiscountAmount: dollars(discount),
    totalAmountWithDiscount: dollars(open - discount),
    currency: 'USD',
    paymentMethod: 'CreditCard',
    paymentDetails: { cardNumber, expiryMonth: '12', expiryYear: '2099', cvv: '123', cardHolderName: 'Pat Payer', billingAddress: BILLING },
    metadata: {
      invoices: invoices.map((invoice) => ({
        invoiceNumber: invoice.invoiceNumber,
        invoiceAmount: dollars(invoice.openCents),
        discountAmount: dollars(invoice.discountCents),
        amountWithDiscount: dollars(invoice.openCents - invoice.discountCents),
        strStatusMessage: 'Pending',
      })),
      customerNumber: customer.customerNumber,
      datasourceId: customer.datasourceId,
      globalCustomerNumber: customer.globalCustomerNumber,
      customerEmail: 'payer@example.com',
      customerPhone: '(423) 555-0142',
    },
  };
}

/** Returns the same request by e-check. */
export function checkRequest(
  customer: PayingCustomer,
  invoices: readonly Omit<PayableInvoice, 'id'>[],
  bankAccountNumber = '000123456789',
): Extract<PaymentRequest, { paymentMethod: 'eCheck' }> {
  return {
    ...cardRequest(customer, invoices),
    paymentMethod: 'eCheck',
    paymentDetails: { avsName: 'Pat Payer', bankAccountNumber, bankRoutingNumber: '110000000', billingAddress: BILLING },
  };
}

const BILLING = { street: '1 Quarry Road', country: 'US', state: 'TN', city: 'Chattanooga', zipCode: '37406' };
