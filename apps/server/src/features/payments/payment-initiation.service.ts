import type { Cart } from '@yardage/contract/carts';
import type { PaymentMethod, PaymentRequest } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { isExpired } from '@yardage/domain/saved-methods';
import type { SavedMeans } from '#server/adapters/payments/port';
import type { Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { findCart } from '#server/features/carts/carts.queries';
import { findLimitCents } from '#server/features/planned-payments/approvals.queries';
import { findChargeable } from '#server/features/saved-methods/saved-methods.queries';
import { ApiError, type FieldErrors } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import * as attempts from './payment-attempts.queries.ts';
import { FAILURES_COUNT_HOURS, pausedUntil } from './payment-budget.ts';
import * as queries from './payment-intents.queries.ts';
import * as requests from './payment-request.ts';
import { REFUSAL_MESSAGES } from './payments.messages.ts';

/** Sending the same cart again within this time returns the payment that it already created. */
const SAME_PAYMENT_WITHIN_MINUTES = 15;

/** The result of a request: a new payment to charge, an existing payment, a refusal or a pause. */
type Opened =
  | { toCharge: queries.Intent; saved: SavedMeans | undefined }
  | { standing: { id: number; cartId: string } }
  | { refusal: { detail: string; errors: FieldErrors } }
  | { pausedUntil: Date };

/** Starts payments. Recomputes all amounts from the ledger and refuses a request that differs from what the payer saw. */
export function paymentInitiation({ database, paymentFlow: flow, paymentBudget }: AreaServices) {
  const open = async (transaction: Transaction, scope: Scope, request: PaymentRequest, today: string): Promise<Opened> => {
    const numbers = request.metadata.invoices.map((invoice) => invoice.invoiceNumber);
    const hash = requests.contentHash(scope, request.metadata.invoices);
    const locked = await queries.lockInvoices(transaction, scope, numbers, today);
    if (locked.length < numbers.length) throw new ApiError('not-found', { detail: REFUSAL_MESSAGES.invoiceNotFound });
    const covered = locked.filter((invoice) => invoice.openCents <= 0);
    if (covered.length > 0) {
      const standing = await queries.findStandingPayments(transaction, locked, SAME_PAYMENT_WITHIN_MINUTES);
      const same = standing.find((payment) => payment.isRecent && payment.contentHash === hash);
      if (same) return { standing: same };
      return { refusal: { detail: REFUSAL_MESSAGES.notPayable(covered.map((invoice) => invoice.documentNumber).join(', ')), errors: {} } };
    }
    const changed = requests.changedInvoices(request, locked);
    if (changed.length > 0 || !requests.hasRightTotals(request, locked)) return { refusal: describeChange(changed) };
    if (locked.some((invoice) => invoice.openCents - invoice.discountCents <= 0)) {
      throw new ApiError('validation-failed', { fieldErrors: { totalAmountWithDiscount: [REFUSAL_MESSAGES.nothingToPay] } });
    }
    const { method, saved } = await methodOf(transaction, scope, request, today);
    const limitCents = await findLimitCents(transaction, scope);
    const totalCents = locked.reduce((sum, invoice) => sum + invoice.openCents - invoice.discountCents, 0);
    if (limitCents !== undefined && totalCents > limitCents) {
      throw new ApiError('approval-required', { detail: REFUSAL_MESSAGES.needsApproval(formatMoney(limitCents)) });
    }
    const until = pausedUntil(await attempts.countTries(transaction, FAILURES_COUNT_HOURS), paymentBudget, new Date());
    if (until) return { pausedUntil: until };
    const { customerEmail, customerPhone } = request.metadata;
    const toCharge = await queries.insertIntent(transaction, scope, locked, {
      contentHash: hash,
      method,
      sourceName: flow.sourceName,
      payerEmail: customerEmail.trim(),
      payerPhone: customerPhone.replace(/\D/g, ''),
      today,
      leaseSeconds: flow.leaseSeconds,
    });
    return { toCharge, saved };
  };

  /** Like `open`, but with the caller's own reference for the attempt, which can create at most one payment. */
  const openNamed = async (transaction: Transaction, scope: Scope, request: PaymentRequest, today: string): Promise<Opened> => {
    const { paymentReference: reference } = request;
    if (!reference) return open(transaction, scope, request, today);
    const attempted = await attempts.findAttempt(transaction, scope, reference);
    if (attempted === null) throw new ApiError('payment-withdrawn');
    if (attempted) {
      const isSameCart = attempted.contentHash === requests.contentHash(scope, request.metadata.invoices);
      if (!isSameCart) throw new ApiError('conflict', { detail: REFUSAL_MESSAGES.otherCart });
      return { standing: attempted };
    }
    const opened = await open(transaction, scope, request, today);
    const payment = 'toCharge' in opened ? opened.toCharge : 'standing' in opened ? opened.standing : undefined;
    if (payment) await attempts.insertAttempt(transaction, scope, reference, payment.id);
    return opened;
  };

  /** Returns the cart id of the new or already existing payment, and whether it is new. */
  return async (scope: Scope, request: PaymentRequest, requestId: string): Promise<{ cartId: string; isNew: boolean }> => {
    const today = dayAt(new Date(), scope.timeZone);
    requests.assertSameCustomer(scope, request);
    if (request.paymentMethod !== 'Saved') requests.assertMethodPermitted(scope, request.paymentMethod);
    const wantsSaved = request.paymentMethod === 'Saved' || request.isMethodSaved;
    if (wantsSaved && !scope.permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS)) throw new ApiError('permission-missing');
    requests.assertWellTyped(request, today);
    const begin = () =>
      database.transaction(scope, async (transaction) => {
        const opened = await openNamed(transaction, scope, request, today);
        if ('toCharge' in opened) {
          await recordAudit(transaction, {
            userId: scope.userId,
            customerId: scope.customerId,
            action: 'payments.initiate',
            subject: opened.toCharge.cartId,
            detail: { method: request.paymentMethod, amountCents: opened.toCharge.amountCents, invoices: request.metadata.invoices },
            requestId,
          });
        }
        if ('pausedUntil' in opened) {
          await recordAudit(transaction, {
            userId: scope.userId,
            customerId: scope.customerId,
            action: 'payments.paused',
            subject: scope.customerNumber,
            detail: { method: request.paymentMethod, until: opened.pausedUntil.toISOString() },
            requestId,
          });
        }
        return opened;
      });
    // Unique indexes on payments and attempts catch concurrent requests. After a violation, the second try finds the existing payment.
    const opened = await begin().catch((error) => (isViolation(error, 'unique') ? begin() : Promise.reject(error)));
    if ('refusal' in opened) {
      const cart = JSON.parse(await findCart(database, scope, today)) as Cart;
      const { detail, errors } = opened.refusal;
      throw new ApiError('cart-changed', { detail, fieldErrors: errors, metadata: requests.metadataOf(request), cart });
    }
    if ('pausedUntil' in opened) throw new ApiError('payments-paused', { detail: REFUSAL_MESSAGES.paused, retryAt: opened.pausedUntil });
    if ('standing' in opened) {
      await flow.settled(opened.standing.id);
      return { cartId: opened.standing.cartId, isNew: false };
    }
    const { customerNumber } = scope;
    await flow.pay(
      { ...opened.toCharge, customerNumber, payerEmail: request.metadata.customerEmail.trim(), requestId },
      opened.saved ?? requests.meansOf(request as requests.TypedMethod),
    );
    return { cartId: opened.toCharge.cartId, isNew: true };
  };
}

/** Returns the method to store with the payment, and the saved one to charge. */
async function methodOf(
  transaction: Transaction,
  scope: Scope,
  request: PaymentRequest,
  today: string,
): Promise<{ method: PaymentMethod; saved: SavedMeans | undefined }> {
  if (request.paymentMethod !== 'Saved') return { method: request.paymentMethod, saved: undefined };
  const saved = await findChargeable(transaction, scope, request.methodId);
  if (!saved || isExpired(saved, today)) throw new ApiError('method-unusable');
  const method = saved.kind === 'card' ? 'CreditCard' : 'eCheck';
  requests.assertMethodPermitted(scope, method);
  return { method, saved };
}

function describeChange(changed: readonly queries.LockedInvoice[]): { detail: string; errors: FieldErrors } {
  const errors = Object.fromEntries(
    changed.map((invoice) => [
      invoice.documentNumber,
      [REFUSAL_MESSAGES.amountChanged(formatMoney(invoice.openCents - invoice.discountCents))],
    ]),
  );
  return { detail: changed.length > 0 ? REFUSAL_MESSAGES.amountsChanged : REFUSAL_MESSAGES.totalsDiffer, errors };
}
