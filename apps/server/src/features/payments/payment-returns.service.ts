import type { PaymentReturnKind } from '@yardage/contract/payments';
import { formatMoney } from '@yardage/domain/money';
import { FAILED_CODES, PAID_CODE, PAYMENT_RESULTS, STORED_STATUS } from '@yardage/domain/payment-status';
import type { MoneyBack } from '#server/adapters/payments/port';
import type { Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import { recordReturnEvent } from './payment-events.queries.ts';
import type { MailPayer } from './payment-mails.ts';
import * as queries from './payment-returns.queries.ts';
import { requestReview } from './payment-reviews.queries.ts';

/**
 * Records how much of a settled payment went back, as the processor reports it. The locked payment has what was recorded before, so the same
 * report changes nothing a second time. What went back is taken from money on account first, then from the payment's invoices, the last one
 * first, which are open again. If money came again (a dispute was won), it pays the same invoices as far as they are open, and the rest is on
 * account. Returns whether money moved.
 */
export async function recordMoneyBack(
  transaction: Transaction,
  id: number,
  back: MoneyBack,
  { mailPayer, requestId }: { mailPayer: MailPayer; requestId: string },
): Promise<boolean> {
  const payment = await queries.lockPayment(transaction, id);
  if (!payment || payment.paymentResult === PAYMENT_RESULTS.pending) return false;
  const { chargedCents } = payment;
  const refundedCents = Math.min(back.refundedCents, chargedCents);
  const disputedCents = Math.min(back.disputedCents, chargedCents - refundedCents);
  if (refundedCents > 0) await requestReview(transaction, id, 'refunded', ofAll(refundedCents, chargedCents));
  if (back.isDisputed) await requestReview(transaction, id, 'disputed', ofAll(disputedCents, chargedCents));
  const isKnown = payment.refundedCents === refundedCents && payment.disputedCents === disputedCents;
  // A payment that failed or was returned by the bank has no money left that could go back.
  const isOver = payment.paymentResult === PAYMENT_RESULTS.unpaid && payment.refundedCents + payment.disputedCents === 0;
  if (isKnown || isOver) return false;

  const before = payment.paymentResult === PAYMENT_RESULTS.paid ? payment.amountCents : 0;
  const after = chargedCents - refundedCents - disputedCents;
  const isDispute = disputedCents > payment.disputedCents;
  const totals = totalsOf(after, { chargedCents, refundedCents, disputedCents });
  let lines: queries.ReturnLine[] = [];
  if (after < before) {
    lines = await reopen(transaction, id, payment, before - after, after === 0);
    await queries.updatePaymentTotals(transaction, id, totals);
  } else {
    await queries.updatePaymentTotals(transaction, id, totals);
    if (after > before) lines = await payAgain(transaction, id, payment, after - before);
  }
  if (after === before) return false;

  const kind: PaymentReturnKind = after > before ? 'reinstated' : isDispute ? 'disputed' : 'refunded';
  const amountCents = Math.abs(after - before);
  const { customerId, cartId } = payment;
  const returnId = await queries.insertReturn(transaction, { customerId, paymentId: id, kind, amountCents, lines });
  const detail = { amountCents, remainingCents: after };
  await recordAudit(transaction, { userId: null, customerId, action: `payments.${kind}`, subject: cartId, detail, requestId });
  await recordReturnEvent(transaction, returnId);
  if (kind !== 'reinstated') await mailPayer(transaction, id, kind, amountCents);
  return true;
}

const ofAll = (cents: number, chargedCents: number) => `${formatMoney(cents)} / ${formatMoney(chargedCents)}`;

function totalsOf(
  after: number,
  amounts: Pick<queries.PaymentTotals, 'chargedCents' | 'refundedCents' | 'disputedCents'>,
): queries.PaymentTotals {
  const isDisputed = amounts.disputedCents > 0;
  if (after === 0) {
    return {
      ...amounts,
      paymentResult: PAYMENT_RESULTS.unpaid,
      resultCode: isDisputed ? FAILED_CODES.disputed : FAILED_CODES.refunded,
      statusMessage: isDisputed ? STORED_STATUS.disputed : STORED_STATUS.refunded,
      // A payment of which nothing counts any more shows again what was charged.
      amountCents: amounts.chargedCents,
    };
  }
  const isPartRefunded = amounts.refundedCents > 0;
  return {
    ...amounts,
    paymentResult: PAYMENT_RESULTS.paid,
    resultCode: PAID_CODE,
    statusMessage: isDisputed ? STORED_STATUS.partlyDisputed : isPartRefunded ? STORED_STATUS.partlyRefunded : STORED_STATUS.approved,
    amountCents: after,
  };
}

/** Takes back what the payment settled, up to `cents`. A part takes its share of the discount with it. */
async function reopen(
  transaction: Transaction,
  id: number,
  payment: queries.ReturnablePayment,
  cents: number,
  isWhole: boolean,
): Promise<queries.ReturnLine[]> {
  const paid = await queries.findPaidLines(transaction, id);
  const onAccount = Math.min(cents, payment.amountCents - payment.appliedCents);
  const lines: queries.ReturnLine[] = onAccount > 0 ? [{ invoiceId: null, amountCents: onAccount, discountCents: 0 }] : [];
  const kept: queries.PaidLine[] = [];
  const touched: number[] = [];
  let left = cents - onAccount;
  for (const line of paid) {
    const taken = Math.min(left, line.amountCents);
    // A line with only a discount is taken back with the whole payment only.
    if (taken === 0 && !isWhole) continue;
    left -= taken;
    const rest = line.amountCents - taken;
    const restDiscount = rest === 0 ? 0 : Math.floor((line.discountCents * rest) / line.amountCents);
    touched.push(line.id);
    if (rest > 0) kept.push({ ...line, amountCents: rest, discountCents: restDiscount });
    lines.push({ invoiceId: line.invoiceId, amountCents: taken, discountCents: line.discountCents - restDiscount });
  }
  // The ledger's triggers take back all applications when the payment's result changes.
  if (isWhole) return lines;
  await queries.takeBack(transaction, touched, payment.today);
  await queries.applyAgain(transaction, id, kept, payment);
  return lines;
}

/** Applies money that came again to the invoices that it had paid. */
async function payAgain(
  transaction: Transaction,
  id: number,
  payment: queries.ReturnablePayment,
  cents: number,
): Promise<queries.ReturnLine[]> {
  const lost = await queries.lockLost(transaction, id);
  const paidByInvoice = new Map((await queries.findPaidLines(transaction, id)).map((line) => [line.invoiceId, line]));
  const lines: queries.ReturnLine[] = [];
  let left = cents;
  for (const { invoiceId, amountCents, discountCents, dueCents } of lost) {
    const isAllLost = left >= amountCents && dueCents >= amountCents + discountCents;
    const amount = isAllLost ? amountCents : Math.min(left, amountCents, Math.max(0, dueCents));
    if (amount <= 0) continue;
    left -= amount;
    lines.push({ invoiceId, amountCents: amount, discountCents: isAllLost ? discountCents : 0 });
  }
  const merged = lines.map(({ invoiceId, amountCents, discountCents }) => {
    const known = paidByInvoice.get(invoiceId as number);
    return {
      id: known?.id,
      invoiceId: invoiceId as number,
      amountCents: amountCents + (known?.amountCents ?? 0),
      discountCents: discountCents + (known?.discountCents ?? 0),
    };
  });
  // A payment has one application per invoice.
  await queries.takeBack(
    transaction,
    merged.flatMap((line) => line.id ?? []),
    payment.today,
  );
  await queries.applyAgain(transaction, id, merged, payment);
  return left > 0 ? [...lines, { invoiceId: null, amountCents: left, discountCents: 0 }] : lines;
}
