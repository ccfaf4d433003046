import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  status: string;
  metadata: { cart_id: string };
  customer: string | null;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: { amount_refunded: number; disputed: boolean } | null;
}

interface Reply {
  status: number;
  body: unknown;
}

/** The processor's books, and the failures that tests can cause. */
export interface StripeServer {
  url: string;
  /** Every capture, in order. */
  captures: { cartId: string; amountCents: number }[];
  intents: Map<string, Intent>;
  /** The disputes, by the intent's id. */
  disputes: Map<string, { amount: number; status: string }[]>;
  /** How many responses to drop, by the last part of the call's path. Each call counts down. */
  loseAnswers: Map<string, number>;
  /** Milliseconds before each call is processed. */
  latencyMs: number;
  stop(): Promise<void>;
}

const refusal = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } });
const DECLINES: Readonly<Record<string, string>> = { '4000000000000002': 'generic_decline', '4000000000009995': 'insufficient_funds' };
const RETURNED_ACCOUNT = '000111111116';

/** Starts a local server with the part of Stripe's API that the adapter uses: forms, idempotency keys, intents, errors. */
export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const intents = new Map<string, Intent>();
  /** A saved method belongs to a customer, and can be charged only with an intent of that customer. */
  const methods = new Map<string, { type: string; number: string; customer: string | null }>();
  const remembered = new Map<string, { form: string; reply: Reply }>();
  const captures: StripeServer['captures'] = [];
  const disputes: StripeServer['disputes'] = new Map();

  const capture = (intent: Intent) => {
    intent.status = 'succeeded';
    intent.latest_charge = { amount_refunded: 0, disputed: false };
    captures.push({ cartId: intent.metadata.cart_id, amountCents: intent.amount });
  };

  const confirm = (intent: Intent, methodId: string): Reply => {
    const method = methods.get(methodId);
    if (!method || method.customer !== intent.customer) {
      return refusal(400, { type: 'invalid_request_error', code: 'resource_missing' });
    }
    if (intent.status !== 'requires_payment_method') {
      return refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
    }
    const decline = DECLINES[method.number];
    if (decline) {
      const error = { type: 'card_error', code: 'card_declined', decline_code: decline, payment_method: { type: 'card' } };
      intent.last_payment_error = error;
      return refusal(402, error);
    }
    if (method.type === 'card') capture(intent);
    else {
      intent.status = 'processing';
      if (method.number === RETURNED_ACCOUNT) {
        intent.last_payment_error = { code: 'payment_method_provider_decline', payment_method: { type: 'us_bank_account' } };
      }
    }
    return { status: 200, body: intent };
  };

  const makeMethod = (form: URLSearchParams): Reply => {
    const id = `pm_${randomBytes(8).toString('hex')}`;
    const number = form.get('card[number]') ?? form.get('us_bank_account[account_number]') ?? '';
    const type = form.get('type') ?? '';
    methods.set(id, { type, number, customer: null });
    const last4 = number.slice(-4);
    const card = { brand: 'visa', last4, exp_month: Number(form.get('card[exp_month]')), exp_year: Number(form.get('card[exp_year]')) };
    const described = type === 'card' ? { card } : { us_bank_account: { bank_name: 'TEST BANK', last4 } };
    return { status: 200, body: { id, object: 'payment_method', ...described } };
  };

  /** Saves a method for its customer. A declined card is refused; an account whose e-checks come back is only found out later. */
  const setUp = (form: URLSearchParams): Reply => {
    const method = methods.get(form.get('payment_method') ?? '');
    if (!method) return refusal(400, { type: 'invalid_request_error', code: 'resource_missing' });
    if (DECLINES[method.number] === 'generic_decline') return refusal(402, { type: 'card_error', code: 'card_declined' });
    method.customer = form.get('customer');
    return { status: 200, body: { id: `seti_${randomBytes(8).toString('hex')}`, object: 'setup_intent', status: 'succeeded' } };
  };

  const makeIntent = (form: URLSearchParams): Reply => {
    const intent: Intent = {
      id: `pi_${randomBytes(8).toString('hex')}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      status: 'requires_payment_method',
      metadata: { cart_id: form.get('metadata[cart_id]') ?? '' },
      customer: form.get('customer'),
      last_payment_error: null,
      latest_charge: null,
    };
    intents.set(intent.id, intent);
    return { status: 200, body: intent };
  };

  const detach = (path: string): Reply | undefined => {
    const [, id] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path) ?? [];
    if (!id) return undefined;
    return methods.delete(id) ? { status: 200, body: { id } } : refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
  };

  const MAKERS: Readonly<Record<string, (form: URLSearchParams) => Reply>> = {
    '/v1/payment_methods': makeMethod,
    '/v1/payment_intents': makeIntent,
    '/v1/setup_intents': setUp,
    '/v1/disputes': (form) => ({ status: 200, body: { object: 'list', data: disputes.get(form.get('payment_intent') ?? '') ?? [] } }),
    '/v1/customers': () => ({ status: 200, body: { id: `cus_${randomBytes(8).toString('hex')}`, object: 'customer' } }),
  };

  const act = (method: string, path: string, form: URLSearchParams): Reply => {
    const made = MAKERS[path]?.(form) ?? detach(path);
    if (made) return made;
    const [, id, verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = intents.get(id ?? '');
    if (!intent) return refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    if (verb === 'confirm') return confirm(intent, form.get('payment_method') ?? '');
    if (verb === 'cancel') {
      if (intent.status !== 'requires_payment_method') {
        return refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
      }
      intent.status = 'canceled';
    }
    return method === 'GET' || verb ? { status: 200, body: intent } : refusal(404, { type: 'invalid_request_error' });
  };

  /** The same idempotency key returns the first call's response again; with other fields the call is refused. */
  const actOnce = (request: IncomingMessage, path: string, form: string): Reply => {
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? remembered.get(key) : undefined;
    if (known) return known.form === form ? known.reply : refusal(400, { type: 'idempotency_error' });
    const reply = structuredClone(act(request.method ?? '', path, new URLSearchParams(form)));
    if (typeof key === 'string') remembered.set(key, { form, reply });
    return reply;
  };

  const running: StripeServer = { url: '', captures, intents, disputes, loseAnswers: new Map(), latencyMs: 0, stop: async () => {} };
  const server = createServer(async (request, response) => {
    const [path = '', asked = ''] = (request.url ?? '').split('?');
    let form = request.method === 'GET' ? asked : '';
    for await (const chunk of request) form += chunk;
    if (running.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, running.latencyMs));
    const isKnown = request.headers.authorization === `Bearer ${secretKey}`;
    const { status, body } = isKnown ? actOnce(request, path, form) : refusal(401, { type: 'invalid_request_error' });
    const verb = path.split('/').at(-1) ?? '';
    const lost = running.loseAnswers.get(verb) ?? 0;
    running.loseAnswers.set(verb, lost - 1);
    if (lost > 0) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running.stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return running;
}

/** Completes an e-check, as if its bank had responded. */
export function settleBankDebit({ intents, captures }: StripeServer, paymentId: string): void {
  const intent = intents.get(paymentId);
  if (intent?.status !== 'processing') throw new Error('no such debit under way');
  if (intent.last_payment_error) intent.status = 'requires_payment_method';
  else {
    intent.status = 'succeeded';
    captures.push({ cartId: intent.metadata.cart_id, amountCents: intent.amount });
  }
}
