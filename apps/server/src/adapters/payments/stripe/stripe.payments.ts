import { FAILED_CODES } from '@yardage/domain/payment-status';
import { type ChargeState, type MoneyBack, type PaymentMeans, type PaymentPort, ProcessorRefusedError } from '../port.ts';
import { assertSigned } from '../signature.ts';
import {
  type Dispute,
  type Form,
  type PaymentIntent,
  type StripeError,
  StripeRefusal,
  type StripeSettings,
  stripeClient,
} from './stripe-client.ts';

const KINDS = { card: 'card', check: 'us_bank_account' } as const;
const CLOSED: ChargeState = {
  state: 'failed',
  statusCode: FAILED_CODES.notReached,
  message: 'The payment did not reach the processor. Nothing was charged.',
};

/** Payments through Stripe's payment intents: creating an intent reserves, confirming it charges, canceling it closes. */
export function stripePayments(settings: StripeSettings): PaymentPort {
  const stripe = stripeClient(settings);
  const pathOf = (paymentId: string) => `/payment_intents/${encodeURIComponent(paymentId)}`;
  const disputesOf = async (paymentId: string, signal: AbortSignal) =>
    (await stripe.get<{ data: Dispute[] }>(`/disputes?payment_intent=${encodeURIComponent(paymentId)}&limit=100`, signal)).data;
  const look = async (paymentId: string, signal: AbortSignal): Promise<ChargeState> => {
    const intent = await stripe.get<PaymentIntent>(`${pathOf(paymentId)}?expand[]=latest_charge`, signal);
    const state = stateOf(intent);
    const { latest_charge: charge } = intent;
    if (state.state !== 'paid' || !charge || typeof charge === 'string') return state;
    const { amount_refunded: refundedCents, disputed: isDisputed } = charge;
    if (refundedCents === 0 && !isDisputed) return state;
    const back: MoneyBack = { refundedCents, disputedCents: isDisputed ? heldBy(await disputesOf(paymentId, signal)) : 0, isDisputed };
    return { ...state, back };
  };
  const close = async (paymentId: string, signal: AbortSignal): Promise<ChargeState> => {
    try {
      return stateOf(await stripe.post<PaymentIntent>(`${pathOf(paymentId)}/cancel`, {}, signal));
    } catch (error) {
      // An intent that can no longer be canceled has ended or is about to end.
      if (error instanceof StripeRefusal) return look(paymentId, signal);
      throw error;
    }
  };

  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    sourceName: 'Customer portal',
    async reserve(order, signal) {
      try {
        const form = {
          amount: order.amountCents,
          currency: 'usd',
          payment_method_types: { 0: KINDS[order.kind] },
          description: `Cart ${order.cartId} of customer ${order.customerNumber}`,
          metadata: { cart_id: order.cartId, customer_number: order.customerNumber },
        };
        const { id } = await stripe.post<PaymentIntent>('/payment_intents', form, signal, `${order.idempotencyKey}-reserve`);
        return id;
      } catch (error) {
        if (error instanceof StripeRefusal) throw new ProcessorRefusedError('The payment processor refused the payment.', { cause: error });
        throw error;
      }
    },
    async charge(paymentId, idempotencyKey, means, signal) {
      try {
        const { id } = await stripe.post<{ id: string }>('/payment_methods', methodForm(means), signal, `${idempotencyKey}-means`);
        const form = { payment_method: id, ...(means.kind === 'check' ? MANDATE : { error_on_requires_action: 'true' }) };
        const intent = await stripe.post<PaymentIntent>(`${pathOf(paymentId)}/confirm`, form, signal, `${idempotencyKey}-confirm`);
        return stateOf(intent);
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        // A declined intent would still accept another card. Close it, because the next attempt for this cart uses a new intent.
        const closed = await close(paymentId, signal);
        return closed.state === 'failed' ? failureOf(error.refusal) : closed;
      }
    },
    look,
    close,
    readNotification(headers, body) {
      assertSigned(settings.webhookSecret, headers['stripe-signature'], body);
      const event = JSON.parse(body.toString('utf8')) as { data?: { object?: { object?: string; id?: string; payment_intent?: unknown } } };
      const { object, id, payment_intent: intent } = event.data?.object ?? {};
      if (object === 'payment_intent') return id;
      // Refunds and disputes belong to a charge and name its intent.
      return typeof intent === 'string' ? intent : undefined;
    },
  };
}

/** The user has just agreed to the e-check in the portal. */
const MANDATE = { mandate_data: { customer_acceptance: { type: 'offline' } } } as const;

function methodForm(means: PaymentMeans): Form {
  const { street, city, state, zipCode } = means.details.billingAddress;
  const address = { line1: street, city, state, postal_code: zipCode, country: 'US' };
  if (means.kind === 'card') {
    const { cardNumber, expiryMonth, expiryYear, cvv, cardHolderName } = means.details;
    const card = { number: cardNumber.replaceAll(' ', ''), exp_month: expiryMonth, exp_year: expiryYear, cvc: cvv };
    return { type: 'card', card, billing_details: { name: cardHolderName, address } };
  }
  const { avsName, bankAccountNumber, bankRoutingNumber } = means.details;
  return {
    type: 'us_bank_account',
    us_bank_account: { account_number: bankAccountNumber, routing_number: bankRoutingNumber, account_holder_type: 'company' },
    billing_details: { name: avsName, address },
  };
}

/** Maps an intent's status to our state. */
function stateOf({ status, last_payment_error: error }: PaymentIntent): ChargeState {
  switch (status) {
    case 'succeeded':
      return { state: 'paid' };
    case 'processing':
    case 'requires_action':
      return { state: 'pending', message: 'Pending: waiting for the bank' };
    case 'canceled':
      return error ? failureOf(error) : CLOSED;
    default:
      return error ? failureOf(error) : { state: 'open' };
  }
}

/** The disputes that hold money: those that are open or lost. A return of a bank debit that had settled is a lost dispute. */
const HOLDING = new Set(['needs_response', 'under_review', 'lost']);

function heldBy(disputes: readonly Dispute[]): number {
  return disputes.reduce((sum, { amount, status }) => sum + (HOLDING.has(status) ? amount : 0), 0);
}

function failureOf(error: StripeError): ChargeState & { state: 'failed' } {
  if (error.payment_method?.type === KINDS.check) {
    return { state: 'failed', statusCode: FAILED_CODES.returned, message: 'The e-check was returned by the bank.' };
  }
  if (error.decline_code === 'insufficient_funds') {
    return { state: 'failed', statusCode: FAILED_CODES.insufficientFunds, message: 'Declined: insufficient funds' };
  }
  const isDeclined = error.type === 'card_error';
  return {
    state: 'failed',
    statusCode: isDeclined ? FAILED_CODES.declined : FAILED_CODES.refused,
    message: isDeclined ? 'The card was declined.' : 'The payment processor refused the payment.',
  };
}
