import { STORED_STATUS } from '@yardage/domain/payment-status';
import Stripe from 'stripe';
import {
  type ChargeState,
  type HostedMeans,
  type MoneyBack,
  type NewSavedMethod,
  NotificationRefusedError,
  type PaymentPort,
  ProcessorRefusedError,
  type TypedMeans,
} from '../port.ts';
import { answerOf, StripeRefusal, type StripeSettings, stripeClient } from './stripe-client.ts';
import { failureOf, heldBy, KINDS, lateReturn, refundedBy, stateOf, summaryOf, waitingFor } from './stripe-states.ts';

/** Payments through Stripe's payment intents: creating an intent reserves, confirming it charges, canceling it closes. */
export function stripePayments(settings: StripeSettings): PaymentPort {
  const stripe = stripeClient(settings);

  const findState = async (processorPaymentId: string, signal: AbortSignal): Promise<ChargeState> => {
    const intent = await answerOf(stripe.paymentIntents.retrieve(processorPaymentId, { expand: ['latest_charge'] }), signal);
    const state = stateOf(intent);
    const { latest_charge: charge } = intent;
    if (state.state !== 'paid' || !charge || typeof charge === 'string') return state;
    const { amount_refunded: askedCents, disputed: isDisputed } = charge;
    const ofIntent = { payment_intent: processorPaymentId, limit: MAX_LISTED };
    // Stripe does not say whether a refund that failed still counts in the charge's sum.
    const refunds = askedCents > 0 ? (await answerOf(stripe.refunds.list(ofIntent), signal)).data : [];
    const disputes = isDisputed ? (await answerOf(stripe.disputes.list(ofIntent), signal)).data : [];
    // Returned even if nothing went back now: a refund that was recorded may have failed since.
    const back: MoneyBack = { refundedCents: refundedBy(refunds), disputedCents: heldBy(disputes), isDisputed };
    return lateReturn(disputes) ?? { ...state, back };
  };

  /**
   * Cancels an intent. If it waited for its payer, the result says for what. One that can no longer be canceled has ended or is about to
   * end.
   */
  const close = async (processorPaymentId: string, signal: AbortSignal): Promise<ChargeState> => {
    const waiting = waitingFor(await answerOf(stripe.paymentIntents.retrieve(processorPaymentId), signal));
    try {
      const closed = stateOf(await answerOf(stripe.paymentIntents.cancel(processorPaymentId), signal));
      return closed.state === 'failed' ? (waiting ?? closed) : closed;
    } catch (error) {
      if (error instanceof StripeRefusal) return findState(processorPaymentId, signal);
      throw error;
    }
  };

  /** Confirms an intent. A refusal closes it: it would still accept another card, but the next attempt for this cart uses a new intent. */
  const confirm = async (
    processorPaymentId: string,
    idempotencyKey: string,
    paramsOf: () => Promise<Stripe.PaymentIntentConfirmParams>,
    signal: AbortSignal,
  ): Promise<ChargeState> => {
    try {
      const params = await paramsOf();
      const confirming = stripe.paymentIntents.confirm(processorPaymentId, params, { idempotencyKey: `${idempotencyKey}-confirm` });
      const intent = await answerOf(confirming, signal);
      return waitingFor(intent) ? await close(processorPaymentId, signal) : stateOf(intent);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const closed = await close(processorPaymentId, signal);
      return closed.state === 'failed' ? failureOf(error.refusal) : closed;
    }
  };

  const makeMethod = async (means: TypedMeans, signal: AbortSignal, idempotencyKey?: string): Promise<string> => {
    const making = stripe.paymentMethods.create(methodParams(means), idempotencyKey ? { idempotencyKey } : {});
    return (await answerOf(making, signal)).id;
  };

  /** Lets Stripe keep a method for a customer of its own. A bank account may still have to be verified by its owner. */
  const setUp = async (means: TypedMeans | HostedMeans, customer: string, signal: AbortSignal): Promise<NewSavedMethod> => {
    const given =
      'reference' in means
        ? { confirmation_token: means.reference }
        : { payment_method: await makeMethod(means, signal), ...(means.kind === 'check' ? MANDATE : {}) };
    const setup = await answerOf(
      stripe.setupIntents.create({
        ...given,
        customer,
        allowed_payment_method_types: [KINDS[means.kind]],
        confirm: true,
        usage: 'off_session',
        expand: ['payment_method'],
      }),
      signal,
    );
    const { payment_method: method, next_action: action } = setup;
    const deposits = action?.type === 'verify_with_microdeposits' ? action.verify_with_microdeposits : undefined;
    const isUsable = setup.status === 'succeeded' || deposits !== undefined;
    // A method that waits for anything else cannot be charged without its owner.
    if (!isUsable || !method || typeof method === 'string') throw new ProcessorRefusedError('The payment processor did not save it.');
    const proof = deposits ? (deposits.microdeposit_type === 'descriptor_code' ? 'code' : 'amounts') : null;
    return { token: `${customer}/${method.id}/${setup.id}`, ...summaryOf(means.kind, method), proof };
  };

  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',
    sourceName: 'Customer portal',
    async reserve(request, signal) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: request.amountCents,
        currency: 'usd',
        allowed_payment_method_types: [KINDS[request.kind]],
        ...(request.savedToken ? { customer: readToken(request.savedToken).customer } : {}),
        description: `Cart ${request.cartId} of customer ${request.customerNumber}`,
        metadata: { cart_id: request.cartId, customer_number: request.customerNumber },
      };
      try {
        const creating = stripe.paymentIntents.create(params, { idempotencyKey: `${request.idempotencyKey}-reserve` });
        return (await answerOf(creating, signal)).id;
      } catch (error) {
        if (error instanceof StripeRefusal) throw new ProcessorRefusedError(STORED_STATUS.refused, { cause: error });
        throw error;
      }
    },
    charge: (processorPaymentId, idempotencyKey, means, signal) =>
      confirm(
        processorPaymentId,
        idempotencyKey,
        async () => {
          // A card whose owner would have to confirm the payment at their bank is refused instead.
          const rules = means.kind === 'card' ? { error_on_requires_action: true } : {};
          if ('reference' in means) return { confirmation_token: means.reference, ...rules };
          const payment_method = await makeMethod(means, signal, `${idempotencyKey}-means`);
          return { payment_method, ...rules, ...(means.kind === 'check' ? MANDATE : {}) };
        },
        signal,
      ),
    chargeSaved: (processorPaymentId, idempotencyKey, { token }, signal) =>
      confirm(processorPaymentId, idempotencyKey, async () => ({ payment_method: readToken(token).method, off_session: true }), signal),
    async saveMethod(means, owner, signal) {
      try {
        const description = `Customer ${owner.customerNumber}`;
        const customer = await answerOf(stripe.customers.create({ description, email: owner.email }), signal);
        return await setUp(means, customer.id, signal);
      } catch (error) {
        if (error instanceof StripeRefusal) throw new ProcessorRefusedError(failureOf(error.refusal).message, { cause: error });
        throw error;
      }
    },
    async verifyMethod(token, proof, signal) {
      const params = 'code' in proof ? { descriptor_code: proof.code } : { amounts: [...proof.amounts] };
      const { setup } = readToken(token);
      try {
        await answerOf(stripe.setupIntents.verifyMicrodeposits(setup, params), signal);
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        if (WRONG_PROOFS.has(error.refusal.code ?? '')) return 'wrong';
      }
      // An earlier call may have verified the account although its response was lost, so look at the state.
      const { status } = await answerOf(stripe.setupIntents.retrieve(setup), signal);
      return status === 'succeeded' ? 'verified' : 'failed';
    },
    async removeMethod(token, signal) {
      try {
        await answerOf(stripe.paymentMethods.detach(readToken(token).method), signal);
      } catch (error) {
        // Stripe refuses to detach what is not attached any more.
        if (!(error instanceof StripeRefusal)) throw error;
      }
    },
    findState,
    close,
    readNotification(headers, body) {
      const event = verifiedEvent(stripe, body, headers['stripe-signature'], settings.webhookSecret);
      const { object, id, payment_intent: intent } = event.data.object as { object?: string; id?: string; payment_intent?: unknown };
      if (object === 'payment_intent') return id;
      // Refunds and disputes belong to a charge and name its intent.
      return typeof intent === 'string' ? intent : undefined;
    },
  };
}

/** More disputes or refunds than one charge has. */
const MAX_LISTED = 100;

function verifiedEvent(stripe: Stripe, body: Buffer, signature: unknown, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, String(signature ?? ''), secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new NotificationRefusedError('stale or wrongly signed');
    throw error;
  }
}

/** A saved method belongs to a customer at Stripe, who has to be named with it, and was set up by an intent. Our token names all three. */
function readToken(token: string): { customer: string; method: string; setup: string } {
  const [customer = '', method = '', setup = ''] = token.split('/');
  return { customer, method, setup };
}

/** Stripe's error codes for wrong amounts or a wrong code. After any other error the account cannot be verified any more. */
const WRONG_PROOFS = new Set(
  ['amounts_mismatch', 'amounts_invalid', 'descriptor_code_mismatch'].map((what) => `payment_method_microdeposit_verification_${what}`),
);

/** The user has just agreed to the e-check in the portal. */
const MANDATE = { mandate_data: { customer_acceptance: { type: 'offline', offline: {} } } } as const;

function methodParams(means: TypedMeans): Stripe.PaymentMethodCreateParams {
  const { street, city, state, zipCode } = means.details.billingAddress;
  const address = { line1: street, city, state, postal_code: zipCode, country: 'US' };
  if (means.kind === 'card') {
    const { cardNumber, expiryMonth, expiryYear, cvv, cardHolderName } = means.details;
    const card = { number: cardNumber.replaceAll(' ', ''), exp_month: Number(expiryMonth), exp_year: Number(expiryYear), cvc: cvv };
    return { type: 'card', card, billing_details: { name: cardHolderName, address } };
  }
  const { avsName, bankAccountNumber, bankRoutingNumber } = means.details;
  return {
    type: 'us_bank_account',
    us_bank_account: { account_number: bankAccountNumber, routing_number: bankRoutingNumber, account_holder_type: 'company' },
    billing_details: { name: avsName, address },
  };
}
