import type { Cart } from '@yardage/contract/carts';
import type { InvoiceRow } from '@yardage/contract/invoices';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The user who pays in these tests. */
export const PAYER = 'payables@example.com';

export const cartButton = (page: Page): Locator => page.getByRole('button', { name: /^Cart, / });
export const cartPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'Cart' });
export const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
export const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);

/** An API client of the user who is signed in on a page. */
export interface MoneyApi {
  globalCustomerNumber: string;
  cart(): Promise<Cart>;
  /** Replaces the cart's content with exactly these invoices. */
  fillCart(invoiceNumbers: readonly string[]): Promise<Cart>;
  openInvoices(): Promise<InvoiceRow[]>;
  /** Pays one invoice of the cart, as another user of the same account would. */
  payOne(cart: Cart, invoiceNumber: string, cardNumber: string): Promise<number>;
}

/** Returns an API client with the same token and headers as the page. */
export async function moneyApiOf(page: Page): Promise<MoneyApi> {
  const call = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/api/carts/'));
  await page.reload();
  const request = await call;
  const headers = Object.fromEntries(Object.entries(await request.allHeaders()).filter(([name]) => /^(authorization|x-|ocp-)/.test(name)));
  const { origin, pathname } = new URL(request.url());
  const globalCustomerNumber = decodeURIComponent(pathname.split('/')[3] ?? '');
  const ask = async (path: string, body?: unknown) => {
    const sent =
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${origin}/api${path}`, sent);
    return { status: answer.status, json: await answer.json() };
  };
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
          customerNumber: headers['x-customer-number'],
          datasourceId: Number(headers['x-datasource-id']),
          globalCustomerNumber,
          customerEmail: 'somebody@example.com',
          customerPhone: '4235550142',
        },
      });
      return status;
    },
  };
}
