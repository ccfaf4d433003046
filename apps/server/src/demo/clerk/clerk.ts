import { HEADERS } from '@yardage/contract/headers';
import type { InvoiceDetail, InvoiceRow } from '@yardage/contract/invoices';
import type { SavedMethod } from '@yardage/contract/saved-methods';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import { DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { DAY_MS } from '@yardage/domain/durations';
import { centsOf } from '@yardage/domain/money';
import type { FastifyInstance } from 'fastify';

/** Calls the API as a demo user. A body of FormData is sent as a form, any other as JSON. */
export type CallAs = <T>(email: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;

const PAYABLES = 'payables@example.com';
const OWNER = 'owner@example.com';
const BILLING = { street: '1 Quarry Road', country: 'US', state: 'TN', city: 'Chattanooga', zipCode: '37406' };
const SCHEDULED_INVOICES = 2;
const SCHEDULED_IN_DAYS = 5;

/**
 * Does once what an accounts-payable clerk would have done before a visitor arrives, so that the pages about payables are not empty: saves
 * a card and a bank account, schedules a payment, disputes a quantity, makes a close-out pack, and follows the deliveries. Acts only
 * through the API.
 */
export class Clerk {
  readonly #call: CallAs;
  #isDone = false;

  constructor(call: CallAs) {
    this.#call = call;
  }

  async round(now: number): Promise<void> {
    if (this.#isDone) return;
    const [customer] = await this.#call<CustomerNumberEntry[]>(PAYABLES, 'GET', '/users/global-customer-numbers');
    if (!customer) return;
    const number = customer.globalCustomerNumber;
    const known = await this.#call<SavedMethod[]>(PAYABLES, 'GET', `/payments/${number}/methods`);
    if (known.length === 0) await this.#work(number, now);
    this.#isDone = true;
  }

  async #work(number: string, now: number): Promise<void> {
    const bank = await this.#saveMethods(number);
    const { items } = await this.#call<{ items: InvoiceRow[] }>(
      PAYABLES,
      'GET',
      `/customers/${number}/invoices?due=open&sortBy=documentDate&sortDesc=false&pageSize=10`,
    );
    const [disputed, ...payable] = items.filter(({ paymentResult, paidAmount }) => paymentResult === 0 && paidAmount === 0);
    if (disputed) await this.#dispute(number, disputed.documentNumber);
    await this.#schedule(number, bank, payable.slice(0, SCHEDULED_INVOICES), now);
    const lastMonth = new Date(now - 30 * DAY_MS).toISOString().slice(0, 7);
    await this.#call(PAYABLES, 'POST', `/customers/${number}/close-out-packs`, { kind: 'month', month: lastMonth });
    await this.#call(OWNER, 'PUT', `/customers/${number}/alert-follows/account`, { types: [...DELIVERY_ALERTS, 'request-answered'] });
  }

  async #saveMethods(number: string): Promise<SavedMethod> {
    const path = `/payments/${number}/methods`;
    const year = String(new Date().getFullYear() + 3);
    await this.#call(PAYABLES, 'POST', path, {
      paymentMethod: 'CreditCard',
      name: 'Company card',
      paymentDetails: {
        ...{ cardNumber: '4242424242424242', expiryMonth: '08', expiryYear: year, cvv: '123' },
        ...{ cardHolderName: 'Tarnwick Builders', billingAddress: BILLING },
      },
    });
    return this.#call<SavedMethod>(PAYABLES, 'POST', path, {
      paymentMethod: 'eCheck',
      name: 'Operating account',
      paymentDetails: {
        ...{ avsName: 'Tarnwick Builders', bankAccountNumber: '000123456789', bankRoutingNumber: '110000000' },
        billingAddress: BILLING,
      },
    });
  }

  async #schedule(number: string, method: SavedMethod, invoices: readonly InvoiceRow[], now: number): Promise<void> {
    if (invoices.length === 0) return;
    const cents = invoices.reduce((sum, { amountWithDiscount }) => sum + centsOf(amountWithDiscount), 0);
    await this.#call(PAYABLES, 'POST', `/payments/${number}/planned`, {
      methodId: method.id,
      invoiceNumbers: invoices.map(({ documentNumber }) => documentNumber),
      totalAmountWithDiscount: cents / 100,
      runOn: new Date(now + SCHEDULED_IN_DAYS * DAY_MS).toISOString().slice(0, 10),
    });
  }

  async #dispute(number: string, documentNumber: string): Promise<void> {
    const { invoiceProducts } = await this.#call<InvoiceDetail>(PAYABLES, 'GET', `/customers/${number}/invoices/${documentNumber}`);
    const [line] = invoiceProducts;
    if (!line) return;
    const form = new FormData();
    const fields = {
      ...{ documentNumber, ticketId: line.ticketId, lineNumber: line.lineNumber, reason: 'quantity', quantity: Math.min(1, line.quantity) },
      note: `Our foreman counted one less than ticket ${line.ticketNumber} says.`,
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    await this.#call(PAYABLES, 'POST', `/customers/${number}/disputes`, form);
  }
}

/** Returns a caller of the API with the users' own tokens, without a network. */
export function callAs(app: FastifyInstance, subscriptionKey: string, tokenFor: (email: string) => Promise<string>): CallAs {
  return async <T>(email: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const headers = { authorization: `Bearer ${await tokenFor(email)}`, [HEADERS.subscriptionKey]: subscriptionKey };
    const form = body instanceof FormData ? new Response(body) : undefined;
    const sent = form
      ? { payload: Buffer.from(await form.arrayBuffer()), headers: { ...headers, 'content-type': form.headers.get('content-type') ?? '' } }
      : { ...(body && { payload: body }), headers };
    const { statusCode, body: text } = await app.inject({ method, url: `/api${path}`, ...sent });
    if (statusCode !== 200) throw new Error(`${method} ${path} answered ${statusCode} ${text.slice(0, 300)}`);
    return JSON.parse(text) as T;
  };
}

/** Waits for simulated users, whose calls end when the server stops. That is no failure. */
export async function untilClosed(round: Promise<void>): Promise<void> {
  try {
    await round;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'FST_ERR_REOPENED_CLOSE_SERVER') throw error;
  }
}
