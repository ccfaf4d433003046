import { addToCart, type Cart, type CartInvoice, changeCart, getCart, removeFromCart } from '@yardage/contract/carts';
import { isFoundIn, searchWords } from '@yardage/domain/search-words';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { CARTS_MESSAGES } from './carts.messages.ts';

/** Adds invoices to the cart and returns the new cart (API-30). */
export function putIntoCart(customer: CustomerKey, invoiceNumbers: string[], attempt: Attempt) {
  return api.call(addToCart, { ...ofCustomer(customer), body: { invoiceNumbers } }, { attempt });
}

/** What the payer had chosen: by invoice, how much of it to pay (without it all that is open), and credits to use. */
export interface ChosenBefore {
  amounts?: Record<string, number>;
  credits?: readonly { creditNumber: string; amount: number }[];
}

/**
 * Like `putIntoCart`, with what was chosen before, but skips invoices that cannot be paid; the returned cart does not contain them.
 * Credits are only chosen again if there is an invoice to use them for.
 */
export async function returnToCart(
  customer: CustomerKey,
  invoiceNumbers: string[],
  attempt: Attempt,
  { amounts, credits = [] }: ChosenBefore = {},
): Promise<Cart> {
  const body = { invoiceNumbers, isPartial: true, ...(amounts && { amounts }) };
  const returned = await api.call(addToCart, { ...ofCustomer(customer), body }, { attempt });
  if (credits.length === 0 || returned.invoices.length === 0) return returned;
  return api.call(changeCart, { ...ofCustomer(customer), body: { credits: [...credits] } }, { attempt });
}

/** Returns the chosen amounts of the invoices that are paid only in part (APY-02). */
export function partsAmong(invoices: readonly CartInvoice[], invoiceNumbers: readonly string[]): Record<string, number> {
  const parts = invoices.filter(
    ({ invoiceNumber, invoiceAmount, openAmount }) => invoiceNumbers.includes(invoiceNumber) && invoiceAmount < openAmount,
  );
  return Object.fromEntries(parts.map(({ invoiceNumber, invoiceAmount }) => [invoiceNumber, invoiceAmount]));
}

/** Returns the credits that were chosen before and are not any more: the choice ends with the last invoice. */
export function creditsLost(before: Cart, { credits }: Cart): { creditNumber: string; amount: number }[] {
  const kept = new Set(credits.flatMap(({ creditNumber, chosenAmount }) => (chosenAmount === null ? [] : [creditNumber])));
  return before.credits.flatMap(({ creditNumber, chosenAmount }) =>
    chosenAmount === null || kept.has(creditNumber) ? [] : [{ creditNumber, amount: chosenAmount }],
  );
}

/** The cart with amounts as of today (API-29, PAY-06). */
export function cartQuery(customer: CustomerKey) {
  return endpointQuery(getCart, ofCustomer(customer), { failureText: CARTS_MESSAGES.fetchFailed });
}

/** Removes invoices from the cart and returns the new cart (API-31, API-32). */
export function takeFromCart(customer: CustomerKey, invoiceNumbers: string[], attempt?: Attempt) {
  return api.call(removeFromCart, { ...ofCustomer(customer), body: { invoiceNumbers } }, { attempt });
}

/** Returns which of these invoices are not in the cart: putting them back skips those that can no longer be paid. */
export function missingFrom({ invoices }: Cart, numbers: readonly string[]): string[] {
  const present = new Set(invoices.map(({ invoiceNumber }) => invoiceNumber));
  return numbers.filter((number) => !present.has(number));
}

/** Returns the invoices whose number, date and amounts together contain every search word. */
export function matchingInvoices(invoices: readonly CartInvoice[], search: string): readonly CartInvoice[] {
  const words = searchWords(search);
  if (words.length === 0) return invoices;
  return invoices.filter(({ invoiceNumber, documentDate, invoiceAmount, amountWithDiscount }) =>
    isFoundIn(
      {
        texts: [invoiceNumber, formatDay(documentDate), formatCurrency(invoiceAmount), formatCurrency(amountWithDiscount)],
        amounts: [invoiceAmount, amountWithDiscount],
      },
      words,
    ),
  );
}
