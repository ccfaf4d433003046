import { addToCart, removeFromCart } from '@yardage/contract/carts';
import type { Endpoint } from '@yardage/contract/endpoint';
import { initiatePayment } from '@yardage/contract/payments';
import type { Database } from '#server/database/database';
import { cardRequest, type PayingCustomer, payableInvoices } from './sample-payment.ts';

/** Bodies that have to agree with the ledger, so that a schema alone cannot make them. */
const BODIES: Readonly<Record<string, (database: Database, customer: PayingCustomer) => Promise<unknown>>> = {
  [addToCart.id]: async (database, customer) => ({ invoiceNumbers: await numbers(database, customer) }),
  [removeFromCart.id]: async (database, customer) => ({ invoiceNumbers: await numbers(database, customer) }),
  [initiatePayment.id]: async (database, customer) => cardRequest(customer, await payableInvoices(database, customer, 1)),
};

/** The body of a valid call, for an endpoint that needs more than its schema tells. */
export async function sampleBody(database: Database, endpoint: Endpoint, customer: PayingCustomer): Promise<unknown> {
  return BODIES[endpoint.id]?.(database, customer);
}

async function numbers(database: Database, customer: PayingCustomer): Promise<string[]> {
  return (await payableInvoices(database, customer, 1)).map((invoice) => invoice.invoiceNumber);
}
