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
  next_action: { type: string } | null;
  latest_charge: { amount_refunded: number; disputed: boolean } | null;
}

/** A method at the processor. A saved one belongs to a customer, and can be charged only with an intent of that customer. */
interface Method {
  type: string;
  number: string;
  customer: string | null;
  isVerified: boolean;
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
  disputes: Map<string, { amount: number; status: string; reason?: string }[]>;
  /** The refunds, by the intent's id, if they are not one of the charge's refunded amount. */
  refunds: Map<string, { amount: number; status: string }[]>;
  /** What the processor's own fields made, by its reference: the number that was typed there. */
  confirmationTokens: Map<string, { type: 'card' | 'us_bank_account'; number: string }>;
  /** Every body that arrived, as it was sent. */
  bodies: string[];
  /** How many responses to drop, by the last part of the call's path. Each call counts down. */
  loseAnswers: Map<string, number>;
  /** Milliseconds before each call is processed. */
  latencyMs: number;
  stop(): Promise<void>;
}

const refusal = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } });
const DECLINES: Readonly<Record<string, string>> = { '4000000000000002': 'generic_decline', '4000000000009995': 'insufficient_funds' };
const RETURNED_ACCOUNT = '000111111116';
/** A card that its owner has to confirm, and an account that they have to verify, with the amounts that are sent to it. */
const CONFIRMED_CARD = '4000000000003220';
const UNVERIFIED_ACCOUNT = '000333333338';
const AMOUNTS = ['32', '45'];
const MAX_PROOFS = 10;
const MICRODEPOSITS = {
  type: 'verify_with_microdeposits',
  verify_with_microdeposits: { arrival_date: 1_800_000_000, hosted_verification_url: 'https://example.com', microdeposit_type: 'amounts' },
};
const PROOF_ERROR = 'payment_method_microdeposit_verification';

/** Starts a local server with the part of Stripe's API that the adapter uses: forms, idempotency keys, intents, errors. */
export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const intents = new Map<string, Intent>();
  const methods = new Map<string, Method>();
  const setups = new Map<string, { method: Method; status: string; proofs: number }>();
  const confirmationTokens: StripeServer['confirmationTokens'] = new Map();
  const remembered = new Map<string, { form: string; reply: Reply }>();
  const captures: StripeServer['captures'] = [];
  const disputes: StripeServer['disputes'] = new Map();
  const refunds: StripeServer['refunds'] = new Map();

  const capture = (intent: Intent) => {
    intent.status = 'succeeded';
    intent.latest_charge = { amount_refunded: 0, disputed: false };
    captures.push({ cartId: intent.metadata.cart_id, amountCents: intent.amount });
  };

  /** Returns the method that a call names: by its id, or by the reference of the processor's own fields, which can be used once. */
  const methodOf = (form: URLSearchParams, customer: string | null): [string, Method] | undefined => {
    const reference = form.get('confirmation_token');
    const typed = reference ? confirmationTokens.get(reference) : undefined;
    if (reference && typed) {
      confirmationTokens.delete(reference);
      return keep({ ...typed, customer, isVerified: typed.number !== UNVERIFIED_ACCOUNT });
    }
    const id = form.get('payment_method') ?? '';
    const known = methods.get(id);
    return known && [id, known];
  };
  const keep = (method: Method): [string, Method] => {
    const id = `pm_${randomBytes(8).toString('hex')}`;
    methods.set(id, method);
    return [id, method];
  };

  /** A card that its owner has to confirm fails at once if nobody waits for that. An account may have to be verified. */
  const needsOwner = (intent: Intent, method: Method, form: URLSearchParams): Reply | undefined => {
    if (method.type === 'card' && method.number === CONFIRMED_CARD) {
      if (form.get('error_on_requires_action') === 'true' || form.get('off_session') === 'true') {
        const error = { type: 'card_error', code: 'authentication_required', decline_code: 'authentication_not_handled' };
        intent.last_payment_error = error;
        return refusal(402, error);
      }
      intent.next_action = { type: 'redirect_to_url' };
    } else if (!method.isVerified) intent.next_action = MICRODEPOSITS;
    else return undefined;
    intent.status = 'requires_action';
    return { status: 200, body: intent };
  };

  const confirm = (intent: Intent, form: URLSearchParams): Reply => {
    const method = methodOf(form, intent.customer)?.[1];
    if (!method || method.customer !== intent.customer) {
      return refusal(400, { type: 'invalid_request_error', code: 'resource_missing' });
    }
    if (intent.status !== 'requires_payment_method') {
      return refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
    }
    const waiting = needsOwner(intent, method, form);
    if (waiting) return waiting;
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
    const number = form.get('card[number]') ?? form.get('us_bank_account[account_number]') ?? '';
    const type = form.get('type') ?? '';
    const [id, method] = keep({ type, number, customer: null, isVerified: number !== UNVERIFIED_ACCOUNT });
    return { status: 200, body: described(id, method) };
  };

  const described = (id: string, { type, number }: Method) => {
    const last4 = number.slice(-4);
    const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2099 };
    const face = type === 'card' ? { card } : { us_bank_account: { bank_name: 'TEST BANK', last4 } };
    return { id, object: 'payment_method', type, ...face };
  };

  /** Saves a method for its customer. A declined card is refused; an account whose e-checks come back is only found out later. */
  const setUp = (form: URLSearchParams): Reply => {
    const [methodId, method] = methodOf(form, form.get('customer')) ?? [];
    if (!methodId || !method) return refusal(400, { type: 'invalid_request_error', code: 'resource_missing' });
    if (DECLINES[method.number] === 'generic_decline') return refusal(402, { type: 'card_error', code: 'card_declined' });
    method.customer = form.get('customer');
    const id = `seti_${randomBytes(8).toString('hex')}`;
    setups.set(id, { method, status: method.isVerified ? 'succeeded' : 'requires_action', proofs: 0 });
    const action = method.isVerified ? null : MICRODEPOSITS;
    return { status: 200, body: { ...setupBody(id), next_action: action, payment_method: described(methodId, method) } };
  };
  const setupBody = (id: string) => ({ id, object: 'setup_intent', status: setups.get(id)?.status });

  /** Looks at a setup, or verifies its account by the two amounts, ten times at most. */
  const onSetup = (path: string, form: URLSearchParams): Reply | undefined => {
    const [, id = '', verb] = /^\/v1\/setup_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const setup = setups.get(id);
    if (!setup) return undefined;
    if (verb !== 'verify_microdeposits') return { status: 200, body: setupBody(id) };
    if (setup.status !== 'requires_action') return refusal(400, { type: 'invalid_request_error', code: 'setup_intent_unexpected_state' });
    setup.proofs += 1;
    if (setup.proofs > MAX_PROOFS) return refusal(400, { type: 'invalid_request_error', code: `${PROOF_ERROR}_attempts_exceeded` });
    if (String([form.get('amounts[0]'), form.get('amounts[1]')]) !== String(AMOUNTS)) {
      return refusal(400, { type: 'invalid_request_error', code: `${PROOF_ERROR}_amounts_mismatch` });
    }
    setup.status = 'succeeded';
    setup.method.isVerified = true;
    return { status: 200, body: setupBody(id) };
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
      next_action: null,
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
    '/v1/disputes': (form) => {
      const data = (disputes.get(form.get('payment_intent') ?? '') ?? []).map((dispute) => ({ reason: 'fraudulent', ...dispute }));
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/disputes' } };
    },
    '/v1/refunds': (form) => {
      const intent = form.get('payment_intent') ?? '';
      const data = refunds.get(intent) ?? [{ amount: intents.get(intent)?.latest_charge?.amount_refunded, status: 'succeeded' }];
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/refunds' } };
    },
    '/v1/customers': () => ({ status: 200, body: { id: `cus_${randomBytes(8).toString('hex')}`, object: 'customer' } }),
  };

  const act = (method: string, path: string, form: URLSearchParams): Reply => {
    const made = MAKERS[path]?.(form) ?? detach(path) ?? onSetup(path, form);
    if (made) return made;
    const [, id, verb] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? [];
    const intent = intents.get(id ?? '');
    if (!intent) return refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
    if (verb === 'confirm') return confirm(intent, form);
    if (verb === 'cancel') {
      if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
        return refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
      }
      intent.status = 'canceled';
      intent.next_action = null;
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

  const running: StripeServer = {
    url: '',
    captures,
    intents,
    disputes,
    refunds,
    confirmationTokens,
    bodies: [],
    loseAnswers: new Map(),
    latencyMs: 0,
    stop: async () => {},
  };
  const server = createServer(async (request, response) => {
    const [path = '', asked = ''] = (request.url ?? '').split('?');
    let form = request.method === 'GET' ? asked : '';
    for await (const chunk of request) form += chunk;
    running.bodies.push(form);
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
    intent.latest_charge = { amount_refunded: 0, disputed: false };
    captures.push({ cartId: intent.metadata.cart_id, amountCents: intent.amount });
  }
}
