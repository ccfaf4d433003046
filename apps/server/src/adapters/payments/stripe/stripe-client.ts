import Stripe from 'stripe';
import { ProcessorUnreachableError } from '../port.ts';

/** The version of Stripe's API that this adapter was written for. Stripe keeps responding in it; the package's types describe it. */
const API_VERSION = '2026-10-28.endive';
/** Longer than any call of ours may take, so it ends only calls that nobody waits for any more. */
const CALL_TIMEOUT_MS = 60_000;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
}

/** What Stripe says about a refusal. Its own message may repeat what was sent, so it is left out. */
export interface StripeError {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  payment_method?: { type?: string | undefined } | undefined;
}

/** Stripe received the call and refused it. The error contains nothing of the request. */
export class StripeRefusal extends Error {
  override name = 'StripeRefusal';
  readonly refusal: StripeError;

  constructor(refusal: StripeError) {
    super(refusal.code ?? refusal.type ?? 'refused');
    this.refusal = refusal;
  }
}

/** Returns Stripe's client for the configured address, with the API's version pinned. Retries are ours: a payment is looked up instead. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isSecure = protocol === 'https:';
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    protocol: isSecure ? 'https' : 'http',
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    maxNetworkRetries: 0,
    timeout: CALL_TIMEOUT_MS,
    telemetry: false,
  });
}

/**
 * Waits for a call, at most until the signal ends it. Throws `StripeRefusal` if Stripe refused it, and `ProcessorUnreachableError` if it is
 * unknown whether Stripe acted.
 */
export async function answerOf<T>(calling: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new ProcessorUnreachableError('Stripe did not answer in time'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([calling, ended]);
  } catch (error) {
    throw translated(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function translated(error: unknown): Error {
  if (error instanceof ProcessorUnreachableError) return error;
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) {
    return new ProcessorUnreachableError('Stripe was not reached or did not answer');
  }
  const { statusCode, rawType, code, decline_code, payment_method: method } = error;
  // Stripe has a problem, limits the rate, or handles another call with the same key: the outcome has to be looked up.
  if (statusCode >= 500 || statusCode === 409 || statusCode === 429) return new ProcessorUnreachableError(`Stripe answered ${statusCode}`);
  return new StripeRefusal({ type: rawType, code, decline_code, payment_method: method ? { type: method.type } : undefined });
}
