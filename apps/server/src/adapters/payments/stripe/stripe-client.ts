import { ProcessorUnreachableError } from '../port.ts';

/** The version of Stripe's API that this adapter was written for. Stripe keeps responding in it. */
const API_VERSION = '2025-03-31.basil';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
}

export interface StripeError {
  type?: string;
  code?: string;
  decline_code?: string;
  message?: string;
  payment_method?: { type?: string };
}

export interface PaymentIntent {
  id: string;
  status: string;
  last_payment_error: StripeError | null;
  /** The charge itself if the call asked for it, otherwise its id. */
  latest_charge: { amount_refunded: number; disputed: boolean } | string | null;
}

/** A card or account as Stripe describes it. */
export interface PaymentMethod {
  id: string;
  card?: { brand: string; last4: string; exp_month: number; exp_year: number };
  us_bank_account?: { bank_name: string | null; last4: string };
}

/** A dispute, as the list of disputes has it. An inquiry (`warning_…`) takes no money yet. */
export interface Dispute {
  amount: number;
  status: string;
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

/** Returns a client that sends forms to Stripe and gets JSON. Throws `ProcessorUnreachableError` if it is unknown whether Stripe acted. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings) {
  const call = async <T>(method: 'GET' | 'POST', path: string, signal: AbortSignal, form?: Form, idempotencyKey?: string): Promise<T> => {
    let status: number;
    let answer: { error?: StripeError };
    try {
      const response = await fetch(`${apiUrl}/v1${path}`, {
        method,
        signal,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'stripe-version': API_VERSION,
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        ...(form ? { body: encode(form) } : {}),
      });
      status = response.status;
      answer = (await response.json()) as { error?: StripeError };
    } catch (error) {
      throw new ProcessorUnreachableError('Stripe was not reached or did not answer', { cause: error });
    }
    // Stripe has a problem, limits the rate, or handles another call with the same key: the outcome has to be looked up.
    if (status >= 500 || status === 409 || status === 429) throw new ProcessorUnreachableError(`Stripe answered ${status}`);
    if (status >= 400) throw new StripeRefusal(answer.error ?? {});
    return answer as T;
  };
  return {
    get: <T>(path: string, signal: AbortSignal) => call<T>('GET', path, signal),
    post: <T>(path: string, form: Form, signal: AbortSignal, idempotencyKey?: string) =>
      call<T>('POST', path, signal, form, idempotencyKey),
  };
}

/** Fields of a form. Nested ones are encoded as `card[number]`. */
export interface Form {
  [name: string]: string | number | Form;
}

function encode(form: Form): URLSearchParams {
  const fields = new URLSearchParams();
  const add = (prefix: string, value: string | number | Form) => {
    if (typeof value !== 'object') fields.append(prefix, String(value));
    else for (const [name, each] of Object.entries(value)) add(`${prefix}[${name}]`, each);
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return fields;
}
