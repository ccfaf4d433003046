import { addToCart, changeCart, removeFromCart } from '@yardage/contract/carts';
import { putControlTotals } from '@yardage/contract/control-totals';
import type { Endpoint } from '@yardage/contract/endpoint';
import { initiatePayment } from '@yardage/contract/payments';
import { addAutopayRule, requestPaymentApproval, schedulePayment } from '@yardage/contract/planned-payments';
import { saveMethod } from '@yardage/contract/saved-methods';
import { putSupply } from '@yardage/contract/supply';
import { postPositions, postTicketEvents } from '@yardage/contract/telemetry';
import { updateLanguage } from '@yardage/contract/users';
import { addDays, dayAt } from '@yardage/domain/dates';
import type { Database } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { addSavedMethod, agreedBody } from './prepare-payables.ts';
import { cardRequest, type PayingCustomer, payableInvoices } from './sample-payment.ts';

/** Bodies that must match the ledger, so they cannot be generated from a schema. */
const BODIES: Readonly<Record<string, (database: Database, customer: PayingCustomer) => Promise<unknown>>> = {
  [addToCart.id]: async (database, customer) => ({ invoiceNumbers: await numbers(database, customer) }),
  [removeFromCart.id]: async (database, customer) => ({ invoiceNumbers: await numbers(database, customer) }),
  [changeCart.id]: async (database, customer) => ({
    invoices: (await numbers(database, customer)).map((invoiceNumber) => ({ invoiceNumber, amount: 1 })),
  }),
  [initiatePayment.id]: async (database, customer) => cardRequest(customer, await payableInvoices(database, customer, 1)),
  [saveMethod.id]: async (_database, customer) => {
    const { paymentMethod, paymentDetails } = cardRequest(customer, []);
    return { paymentMethod, paymentDetails };
  },
  [schedulePayment.id]: async (database, customer) => ({
    ...(await agreedBody(database, customer)),
    runOn: addDays(dayAt(new Date(), 'America/New_York'), 10),
  }),
  [requestPaymentApproval.id]: agreedBody,
  [addAutopayRule.id]: async (database, customer) => ({
    methodId: await addSavedMethod(database, customer.customerId),
    timing: 'due-date',
    daysBefore: 0,
    paymentCap: 100,
    monthCap: 100,
  }),
  // Null instead of a language, because later calls of the user would get responses in that language.
  [updateLanguage.id]: async () => ({ language: null }),
  [postPositions.id]: async (database, { customerId }) => ({
    positions: [
      {
        truckId: await read(database, sql`select max(truck_id) as answer from truck_positions where customer_id = ${customerId}`),
        latitude: 35.1,
        longitude: -85.2,
        heading: 90,
        speed: { value: 30, unit: 'mph' },
        power: true,
        recordedAt: '2026-01-15T12:00:00Z',
      },
    ],
  }),
  [putControlTotals.id]: async () => ({ dataSource: 'CONE', openInvoices: [], tickets: [] }),
  [postTicketEvents.id]: async (database, { customerId }) => ({
    events: [
      {
        ticketId: await read(database, sql`select max(id) as answer from tickets where customer_id = ${customerId}`),
        statusId: 1,
        at: '2026-01-15T12:00:00Z',
      },
    ],
  }),
};

const read = (database: Database, statement: SQL) => database.read<string>('system', statement).then(Number);

/** Empty batches. They are valid: a system sends them when it has nothing new. */
const DELIVERIES = Object.fromEntries(
  Object.entries(putSupply).map(([resource, { id }]) => [
    id,
    resource === 'data-sources' ? { records: [] } : { dataSource: 'CONE', records: [] },
  ]),
);

/** Returns a valid body for an endpoint whose schema alone is not enough. */
export async function sampleBody(database: Database, endpoint: Endpoint, customer: PayingCustomer): Promise<unknown> {
  return DELIVERIES[endpoint.id] ?? BODIES[endpoint.id]?.(database, customer);
}

async function numbers(database: Database, customer: PayingCustomer): Promise<string[]> {
  return (await payableInvoices(database, customer, 1)).map((invoice) => invoice.invoiceNumber);
}
