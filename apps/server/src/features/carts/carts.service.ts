import { type addToCart, type Cart, type changeCart, MAX_CART_CREDITS, MAX_CART_INVOICES } from '@yardage/contract/carts';
import type { Input } from '@yardage/contract/endpoint';
import { dayAt } from '@yardage/domain/dates';
import { centsOf } from '@yardage/domain/money';
import type { AreaServices } from '#server/features/area';
import { JsonText } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { CARTS_MESSAGES } from './carts.messages.ts';
import * as queries from './carts.queries.ts';

/** Reads and changes a customer's cart. Every call returns the resulting cart. */
export function cartsService({ database, partDiscount }: AreaServices) {
  const get = async (scope: Scope): Promise<JsonText<Cart>> =>
    new JsonText(await queries.findCart(database, scope, dayAt(new Date(), scope.timeZone), partDiscount));

  return {
    get,

    /** Adds all invoices, or none if one cannot be paid. With `isPartial`, skips those that are unknown or cannot be paid. */
    async add(scope: Scope, { invoiceNumbers, isPartial = false, amounts = {} }: Input<typeof addToCart>['body']): Promise<JsonText<Cart>> {
      const wanted = [...new Set(invoiceNumbers)];
      await database.transaction(scope, async (transaction) => {
        await queries.lockCart(transaction, scope);
        const found = await queries.lockInvoicesByNumber(transaction, scope, wanted);
        if (!isPartial && found.length < wanted.length) throw new ApiError('not-found', { detail: CARTS_MESSAGES.notFound });
        const refused = found.filter((invoice) => !invoice.isPayable).map((invoice) => invoice.documentNumber);
        if (!isPartial && refused.length > 0) {
          throw new ApiError('invoice-not-payable', { detail: CARTS_MESSAGES.notPayable(refused.join(', ')) });
        }
        const payable = found
          .filter((invoice) => invoice.isPayable)
          .map(({ id, documentNumber }) => {
            const amount = amounts[documentNumber];
            return { id, amountCents: amount === undefined ? undefined : centsOf(amount) };
          });
        await queries.deleteSettled(transaction, scope);
        if (payable.length > 0) await queries.insertIntoCart(transaction, scope, payable);
        if ((await queries.countCart(transaction, scope)) > MAX_CART_INVOICES) {
          throw new ApiError('validation-failed', {
            fieldErrors: { invoiceNumbers: [CARTS_MESSAGES.full(MAX_CART_INVOICES)] },
          });
        }
      });
      return get(scope);
    },

    /** Chooses parts of invoices and credits to use. */
    async change(scope: Scope, { invoices = [], credits = [] }: Input<typeof changeCart>['body']): Promise<JsonText<Cart>> {
      const inCents = (amount: number | null) => (amount === null ? null : centsOf(amount));
      await database.transaction(scope, async (transaction) => {
        const parts = invoices.map(({ invoiceNumber, amount }) => ({ documentNumber: invoiceNumber, amountCents: inCents(amount) }));
        const used = lastOfEach(
          credits.map(({ creditNumber, amount }) => ({ documentNumber: creditNumber, amountCents: inCents(amount) })),
        );
        await queries.lockCart(transaction, scope);
        const areKnown = await queries.lockCredits(transaction, scope, used);
        if (!areKnown) throw new ApiError('not-found', { detail: CARTS_MESSAGES.creditNotFound });
        if (parts.length > 0) await queries.updateAmounts(transaction, scope, lastOfEach(parts));
        if (used.length === 0) return;
        await queries.chooseCredits(transaction, scope, used);
        // A payment takes no more, so what could not be paid is not chosen.
        const isMore = used.some(({ amountCents }) => amountCents !== null);
        if (isMore && (await queries.countChosenCredits(transaction, scope)) > MAX_CART_CREDITS) {
          throw new ApiError('validation-failed', { detail: CARTS_MESSAGES.fullOfCredits(MAX_CART_CREDITS) });
        }
      });
      return get(scope);
    },

    async remove(scope: Scope, invoiceNumbers: readonly string[]): Promise<JsonText<Cart>> {
      await database.transaction(scope, async (transaction) => {
        await queries.lockCart(transaction, scope);
        await queries.deleteSettled(transaction, scope);
        await queries.deleteFromCart(transaction, scope, invoiceNumbers);
      });
      return get(scope);
    },
  };
}

/** Of several amounts for one document the last one counts. */
function lastOfEach(chosen: readonly queries.ChosenAmount[]): queries.ChosenAmount[] {
  return [...new Map(chosen.map((each) => [each.documentNumber, each])).values()];
}
