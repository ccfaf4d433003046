import { FAILED_CODES } from '@yardage/domain/payment-status';
import { lastDayOf, type MethodFace } from '@yardage/domain/saved-methods';
import { type ChargeState, type MoneyBack, type PaymentMeans, type PaymentPort, ProcessorRefusedError } from '../port.ts';
import { assertSigned } from '../signature.ts';
import {
  type Dispute,
  type Form,
  type PaymentIntent,
  type PaymentMethod,
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

  /** Confirms an intent. A refusal closes it: it would still accept another card, but the next attempt for this cart uses a new intent. */
  const confirm = async (paymentId: string, idempotencyKey: string, formOf: () => Promise<Form>, signal: AbortSignal) => {
    try {
      const intent = await stripe.post<PaymentIntent>(`${pathOf(paymentId)}/confirm`, await formOf(), signal, `${idempotencyKey}-confirm`);
      return stateOf(intent);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const closed = await close(paymentId, signal);
      return closed.state === 'failed' ? failureOf(error.refusal) : closed;
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
          ...(order.savedToken ? { customer: readToken(order.savedToken).customer } : {}),
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
    charge: (paymentId, idempotencyKey, means, signal) =>
      confirm(
        paymentId,
        idempotencyKey,
        async () => {
          const { id } = await stripe.post<PaymentMethod>('/payment_methods', methodForm(means), signal, `${idempotencyKey}-means`);
          return { payment_method: id, ...(means.kind === 'check' ? MANDATE : { error_on_requires_action: 'true' }) };
        },
        signal,
      ),
    chargeSaved: (paymentId, idempotencyKey, { token }, signal) =>
      confirm(paymentId, idempotencyKey, async () => ({ payment_method: readToken(token).method, off_session: 'true' }), signal),
    async saveMethod(means, owner, signal) {
      try {
        const description = `Customer ${owner.customerNumber}`;
        const customer = await stripe.post<{ id: string }>('/customers', { description, email: owner.email }, signal);
        const method = await stripe.post<PaymentMethod>('/payment_methods', methodForm(means), signal);
        const setup = await stripe.post<{ status: string }>(
          '/setup_intents',
          {
            customer: customer.id,
            payment_method: method.id,
            payment_method_types: { 0: KINDS[means.kind] },
            confirm: 'true',
            usage: 'off_session',
            ...(means.kind === 'check' ? MANDATE : {}),
          },
          signal,
        );
        // A method that still waits for its owner or its bank cannot be charged without them.
        if (setup.status !== 'succeeded') throw new ProcessorRefusedError('The payment processor did not save it.');
        return { token: `${customer.id}/${method.id}`, ...faceOf(means.kind, method) };
      } catch (error) {
        if (error instanceof StripeRefusal) throw new ProcessorRefusedError(failureOf(error.refusal).message, { cause: error });
        throw error;
      }
    },
    async removeMethod(token, signal) {
      try {
        await stripe.post(`/payment_methods/${encodeURIComponent(readToken(token).method)}/detach`, {}, signal);
      } catch (error) {
        // Stripe refuses to detach what is not attached any more.
        if (!(error instanceof StripeRefusal)) throw error;
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

/** A saved method belongs to a customer at Stripe, who has to be named with it. Our token names both. */
function readToken(token: string): { customer: string; method: string } {
  const [customer = '', method = ''] = token.split('/');
  return { customer, method };
}

/** The brands as Stripe spells them. Others are shown as they are. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

function faceOf(kind: PaymentMeans['kind'], { card, us_bank_account: account }: PaymentMethod): MethodFace {
  if (kind === 'check') return { kind, brand: account?.bank_name ?? '', lastFour: account?.last4 ?? '', expiresOn: null };
  const expiresOn = card ? lastDayOf(card.exp_year, card.exp_month) : null;
  return { kind, brand: BRANDS[card?.brand ?? ''] ?? card?.brand ?? '', lastFour: card?.last4 ?? '', expiresOn };
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
