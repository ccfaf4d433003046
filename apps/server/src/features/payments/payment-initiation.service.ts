import { setTimeout as pause } from 'node:timers/promises';
import type { Cart } from '@yardage/contract/carts';
import type { PaymentRequest } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { dayAt } from '@yardage/domain/dates';
import { centsOf, formatMoney } from '@yardage/domain/money';
import { METHOD_OF_KIND } from '@yardage/domain/saved-methods';
import type { HostedMeans, SavedMeans, TypedMeans } from '#server/adapters/payments/port';
import type { Transaction } from '#server/database/database';
import { isCollision, isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { findCart } from '#server/features/carts/carts.queries';
import { findLimitCents, lockPaidCents } from '#server/features/planned-payments/approvals.queries';
import { type ChargeTerms, findChargeable } from '#server/features/saved-methods/saved-methods.queries';
import { unusable } from '#server/features/saved-methods/saved-methods.service';
import { ApiError, type FieldErrors } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import * as attempts from './payment-attempts.queries.ts';
import { FAILURES_COUNT_HOURS, pausedUntil } from './payment-budget.ts';
import * as queries from './payment-intents.queries.ts';
import * as requests from './payment-request.ts';
import { REFUSAL_MESSAGES } from './payments.messages.ts';

/** Sending the same cart again within this time returns the payment that it already created. */
const SAME_PAYMENT_WITHIN_MINUTES = 15;
/** How often the transaction that stores a payment is tried if concurrent ones get in its way. */
const TRIES = 3;
const COLLISION_PAUSE_MS = 100;

/** The result of a request: a new payment to charge, an existing payment, a refusal or a pause. */
type Opened =
  | { toCharge: queries.Intent; saved: SavedMeans | undefined }
  | { existing: { id: number; cartId: string } }
  | { refusal: { detail: string; errors: FieldErrors } }
  | { pausedUntil: Date };

/** Starts payments. Recomputes all amounts from the ledger and refuses a request that differs from what the payer saw. */
export function paymentInitiation({ database, paymentFlow: flow, paymentBudget, paymentFields, partDiscount }: AreaServices) {
  /** Locks what the request names, and compares it with what the payer saw. */
  const compare = async (transaction: Transaction, scope: Scope, request: PaymentRequest, today: string) => {
    const wanted = requests.wantedInvoices(request);
    const invoices = await queries.lockInvoices(transaction, scope, wanted, { today, rule: partDiscount });
    if (invoices.length < wanted.length) throw new ApiError('not-found', { detail: REFUSAL_MESSAGES.invoiceNotFound });
    const asked = new Map(requests.creditsOf(request).map(({ creditNumber, amount }) => [creditNumber, centsOf(amount)]));
    const credits = await queries.lockCredits(transaction, scope, [...asked.keys()]);
    if (credits.length < asked.size) throw new ApiError('not-found', { detail: REFUSAL_MESSAGES.creditNotFound });
    const used = credits.map(({ id, documentNumber }) => ({ id, cents: asked.get(documentNumber) ?? 0 }));
    const difference = requests.differenceOf(request, invoices, credits);
    return { invoices, difference, lines: requests.coverWithCredits(invoices, used) };
  };

  /** Checks a request and stores its payment. If the amounts have changed, the same cart may have been paid already. */
  const open = async (transaction: Transaction, scope: Scope, request: PaymentRequest, today: string): Promise<Opened> => {
    const hash = requests.contentHash(scope, request);
    const { invoices, difference, lines } = await compare(transaction, scope, request, today);
    if (difference || !lines) {
      const same = await queries.findSamePayment(transaction, scope, hash, SAME_PAYMENT_WITHIN_MINUTES);
      return same ? { existing: same } : { refusal: difference ?? { detail: REFUSAL_MESSAGES.totalsDiffer, errors: {} } };
    }
    requests.assertChargeable(request, invoices, lines);
    const { method, saved } = await methodOf(transaction, scope, request, { today, processor: flow.processor });
    await assertWithinLimit(transaction, scope, lines);
    // The budget is against trying out cards, so it does not concern a payment by credits alone.
    const isCharged = request.paymentMethod !== 'Credit';
    const until = isCharged && pausedUntil(await attempts.countTries(transaction, FAILURES_COUNT_HOURS), paymentBudget, new Date());
    if (until) return { pausedUntil: until };
    const { customerEmail, customerPhone } = request.metadata;
    const toCharge = await queries.insertIntent(transaction, scope, lines, {
      contentHash: hash,
      method,
      sourceName: flow.sourceName,
      processor: isCharged ? flow.processor : null,
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
      const isSameCart = attempted.contentHash === requests.contentHash(scope, request);
      if (!isSameCart) throw new ApiError('conflict', { detail: REFUSAL_MESSAGES.otherCart });
      return { existing: attempted };
    }
    const opened = await open(transaction, scope, request, today);
    const payment = 'toCharge' in opened ? opened.toCharge : 'existing' in opened ? opened.existing : undefined;
    if (payment) await attempts.insertAttempt(transaction, scope, reference, payment.id);
    return opened;
  };

  /** Opens the payment, and records in the audit log whether it began or was paused. */
  const openAudited = (scope: Scope, request: PaymentRequest, today: string, requestId: string): Promise<Opened> =>
    database.transaction(scope, async (transaction) => {
      const opened = await openNamed(transaction, scope, request, today);
      const { userId, customerId } = scope;
      if ('toCharge' in opened) {
        const { cartId: subject, amountCents } = opened.toCharge;
        const { paymentMethod: method, metadata, credits } = request;
        const detail = { method, amountCents, invoices: metadata.invoices, ...(credits && { credits }) };
        await recordAudit(transaction, { userId, customerId, action: 'payments.initiate', subject, detail, requestId });
      }
      if ('pausedUntil' in opened) {
        const detail = { method: request.paymentMethod, until: opened.pausedUntil.toISOString() };
        const subject = scope.customerNumber;
        await recordAudit(transaction, { userId, customerId, action: 'payments.paused', subject, detail, requestId });
      }
      return opened;
    });

  /** Returns the cart id of the new or already existing payment, and whether it is new. */
  return async (scope: Scope, request: PaymentRequest, requestId: string): Promise<{ cartId: string; isNew: boolean }> => {
    const today = dayAt(new Date(), scope.timeZone);
    requests.assertSameCustomer(scope, request);
    requests.assertOfferedFields(paymentFields, request.paymentMethod);
    assertPermitted(scope, request);
    requests.assertWellTyped(request, today);
    const opened = await inTries(() => openAudited(scope, request, today, requestId));
    if ('refusal' in opened) {
      const cart = JSON.parse(await findCart(database, scope, today, partDiscount)) as Cart;
      const { detail, errors } = opened.refusal;
      throw new ApiError('cart-changed', { detail, fieldErrors: errors, metadata: requests.metadataOf(request), cart });
    }
    if ('pausedUntil' in opened) throw new ApiError('payments-paused', { detail: REFUSAL_MESSAGES.paused, retryAt: opened.pausedUntil });
    if ('existing' in opened) {
      await flow.waitForCharge(opened.existing.id);
      return { cartId: opened.existing.cartId, isNew: false };
    }
    const { customerNumber } = scope;
    const payerEmail = request.metadata.customerEmail.trim();
    await flow.pay({ ...opened.toCharge, customerNumber, payerEmail, requestId }, opened.saved ?? enteredMeans(request));
    return { cartId: opened.toCharge.cartId, isNew: true };
  };
}

/** Refuses a method that the caller may not use. The method of a saved one is only known, and checked, once it is read (`methodOf`). */
function assertPermitted(scope: Scope, request: PaymentRequest): void {
  if (request.paymentMethod === 'Hosted') requests.assertMethodPermitted(scope, request.kind);
  else if (request.paymentMethod !== 'Saved') requests.assertMethodPermitted(scope, request.paymentMethod);
  const usesSavedMethods = request.paymentMethod === 'Saved' || ('isMethodSaved' in request && request.isMethodSaved);
  if (usesSavedMethods && !scope.permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS)) throw new ApiError('permission-missing');
}

/**
 * Runs a transaction, and again if a concurrent one got in its way. Unique indexes on payments and attempts catch concurrent requests: the
 * next try finds the existing payment. After a deadlock nothing was stored, and the pause lets the other transaction take its locks first.
 */
async function inTries<T>(begin: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await begin();
    } catch (error) {
      if (tried >= TRIES || !(isViolation(error, 'unique') || isCollision(error))) throw error;
      if (isCollision(error)) await pause(COLLISION_PAUSE_MS);
    }
  }
}

/** Returns what was entered to be charged; null if credits cover everything. */
function enteredMeans(request: PaymentRequest): TypedMeans | HostedMeans | null {
  return request.paymentMethod === 'Credit' || request.paymentMethod === 'Saved' ? null : requests.meansOf(request);
}

/**
 * Refuses to charge more than the account lets one person pay within a day (APY-07). What they paid alone before counts, so that nobody
 * avoids the limit by paying in parts.
 */
async function assertWithinLimit(transaction: Transaction, scope: Scope, lines: readonly queries.IntentLine[]): Promise<void> {
  const limitCents = await findLimitCents(transaction, scope);
  if (limitCents === undefined) return;
  const cents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const paidCents = await lockPaidCents(transaction, scope);
  if (cents === 0 || cents + paidCents <= limitCents) return;
  const detail =
    cents > limitCents
      ? REFUSAL_MESSAGES.needsApproval(formatMoney(limitCents))
      : REFUSAL_MESSAGES.needsApprovalAfter(formatMoney(limitCents), formatMoney(paidCents));
  throw new ApiError('approval-required', { detail });
}

/** Returns the method to store with the payment, and the saved one to charge. */
async function methodOf(
  transaction: Transaction,
  scope: Scope,
  request: PaymentRequest,
  terms: ChargeTerms,
): Promise<{ method: requests.StoredMethod; saved: SavedMeans | undefined }> {
  if (request.paymentMethod === 'Hosted') return { method: request.kind, saved: undefined };
  if (request.paymentMethod !== 'Saved') return { method: request.paymentMethod, saved: undefined };
  const saved = await findChargeable(transaction, scope, request.methodId, terms);
  if (!saved || saved.problem) throw unusable(saved?.problem ?? undefined);
  const method = METHOD_OF_KIND[saved.kind];
  requests.assertMethodPermitted(scope, method);
  return { method, saved };
}
