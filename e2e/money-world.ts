import type { Cart } from '@yardage/contract/carts';
import { HEADERS } from '@yardage/contract/headers';
import type { InvoiceRow } from '@yardage/contract/invoices';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fetchToken } from '../scripts/token.ts';
import type { Portal } from './harness/portal.ts';
import { startForWorker } from './harness/shared-portal.ts';

/** The user who pays in these tests. */
export const PAYER = 'payables@example.com';

export const cartButton = (page: Page): Locator => page.getByRole('button', { name: /^Cart, / });
export const cartPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'Cart' });
export const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
export const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

let paying: Promise<Portal> | undefined;

/** Returns the server on which tests pay. All files of a worker use the same one, one after the other, and it ends with the test run. */
export function payingPortal(): Promise<Portal> {
  paying ??= startForWorker({ env: { SANDBOX_SETTLE_SECONDS: '2', SANDBOX_LATENCY_MS: '0' } });
  return paying;
}

/** An API client of a user who pays. */
export interface MoneyApi {
  globalCustomerNumber: string;
  cart(): Promise<Cart>;
  /** Replaces the cart's content with exactly these invoices. */
  fillCart(invoiceNumbers: readonly string[]): Promise<Cart>;
  openInvoices(): Promise<InvoiceRow[]>;
  /** Pays one invoice of the cart, as another user of the same account would. */
  payOne(cart: Cart, invoiceNumber: string, cardNumber: string): Promise<number>;
  /** Changes or removes the amount above which a second person approves. */
  setApprovalLimit(amount: number | null): Promise<number>;
}

/** Returns an API client with the user's own token, for the first of their customer numbers or the given one. */
export async function moneyApiOf(origin: string, email: string, wanted?: string): Promise<MoneyApi> {
  const { subscriptionKey } = (await (await fetch(`${origin}/config.json`)).json()) as { subscriptionKey: string };
  const headers: Record<string, string> = {
    authorization: `Bearer ${await fetchToken(origin, email)}`,
    [HEADERS.subscriptionKey]: subscriptionKey,
  };
  const ask = async (path: string, body?: unknown, method = 'POST') => {
    const sent =
      body === undefined
        ? { headers }
        : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}/api${path}`, sent);
    return { status: answer.status, json: await answer.json() };
  };
  const numbers = (await ask('/users/global-customer-numbers')).json as CustomerNumberEntry[];
  const customer = wanted ? numbers.find(({ globalCustomerNumber }) => globalCustomerNumber === wanted) : numbers[0];
  if (!customer) throw new Error(`${email} has no customer number ${wanted ?? ''}.`);
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  headers[HEADERS.customerNumber] = customerNumber;
  headers[HEADERS.globalCustomerNumber] = globalCustomerNumber;
  headers[HEADERS.datasourceId] = String(datasourceId);
  const cart = async (): Promise<Cart> => (await ask(`/carts/${globalCustomerNumber}`)).json;
  return {
    globalCustomerNumber,
    cart,
    async fillCart(invoiceNumbers) {
      const { invoices } = await cart();
      if (invoices.length > 0) {
        await ask(`/carts/${globalCustomerNumber}/remove`, { invoiceNumbers: invoices.map(({ invoiceNumber }) => invoiceNumber) });
      }
      if (invoiceNumbers.length === 0) return cart();
      const added = await ask(`/carts/${globalCustomerNumber}/add`, { invoiceNumbers });
      expect(added.status).toBe(200);
      return added.json;
    },
    openInvoices: async () => (await ask(`/customers/${globalCustomerNumber}/invoices?paymentResult=0&pageSize=100`)).json.items,
    async payOne(from, invoiceNumber, cardNumber) {
      const invoice = from.invoices.find((each) => each.invoiceNumber === invoiceNumber);
      if (!invoice) throw new Error(`${invoiceNumber} is not in the cart.`);
      const { invoiceAmount, discountAmount, amountWithDiscount } = invoice;
      const amounts = { invoiceNumber, invoiceAmount, discountAmount, amountWithDiscount };
      const { status } = await ask('/payments/initiate', {
        totalAmount: invoice.invoiceAmount,
        totalDiscountAmount: invoice.discountAmount,
        totalAmountWithDiscount: invoice.amountWithDiscount,
        currency: 'USD',
        paymentMethod: 'CreditCard',
        paymentDetails: {
          cardNumber,
          expiryMonth: '12',
          expiryYear: '2049',
          cvv: '123',
          cardHolderName: 'Somebody Else',
          billingAddress: { street: '1 Main Street', country: 'US', state: 'TN', city: 'Hixson', zipCode: '37343' },
        },
        metadata: {
          invoices: [{ ...amounts, strStatusMessage: 'Pending' }],
          customerNumber,
          datasourceId,
          globalCustomerNumber,
          customerEmail: 'somebody@example.com',
          customerPhone: '4235550142',
        },
      });
      return status;
    },
    setApprovalLimit: async (amount) => (await ask(`/payments/${globalCustomerNumber}/approval-limit`, { amount }, 'PUT')).status,
  };
}
