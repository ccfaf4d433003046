import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@yardage/contract/endpoint';
import { problemSchema } from '@yardage/contract/errors';
import { HEADERS } from '@yardage/contract/headers';
import { ALL_SCOPES } from '@yardage/contract/service-scopes';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { builtInAddresses } from '#server/adapters/addresses/built-in/built-in.addresses';
import type { AddressSearchPort } from '#server/adapters/addresses/port';
import { chooseAssistant } from '#server/adapters/assistant/choose-assistant';
import { builtInAccounts } from '#server/adapters/identity/built-in/accounts';
import { BUILT_IN_AUDIENCE, BUILT_IN_CLIENT_ID, createBuiltInProvider } from '#server/adapters/identity/built-in/provider';
import { registerBuiltInSignIn } from '#server/adapters/identity/built-in/sign-in.routes';
import { localIdentity } from '#server/adapters/identity/openid.identity';
import type { AccountsPort } from '#server/adapters/identity/port';
import { demoMailboxMail } from '#server/adapters/mail/demo-mailbox.mail';
import type { MailPort } from '#server/adapters/mail/port';
import type { PaymentPort } from '#server/adapters/payments/port';
import { openSandbox, type Sandbox, type SandboxSettings } from '#server/adapters/payments/sandbox/sandbox.payments';
import { announceEnds } from '#server/adapters/payments/sandbox/sandbox-notifier';
import { builtInRouting } from '#server/adapters/routing/built-in.routing';
import type { RoutingPort } from '#server/adapters/routing/port';
import { httpWebhooks } from '#server/adapters/webhooks/http.webhooks';
import type { WebhookPort } from '#server/adapters/webhooks/port';
import { type App, createApp } from '#server/app';
import { type Config, readConfig } from '#server/config';
import type { Database } from '#server/database/database';
import { registerHostedFields } from '#server/demo/hosted-fields/hosted-fields.routes';
import type { Area } from '#server/features/area';
import { PAYMENT_NOTIFICATIONS_PATH } from '#server/features/payments/payment-notifications.routes';
import { SUPPLIER_KEYS, serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { createLog } from '#server/http/observability';
import type { RoundName } from '#server/jobs/round-intervals';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const ISSUER = 'https://identity.test';
const AUDIENCE = 'yardage-api';
const PATIENCE = { timeout: 60_000, interval: 40 };
/** Caller name for machines. */
export const SERVICE = 'service';

export interface TestCall {
  /** User whose token is sent; no token if absent, a service key with all scopes for `SERVICE`. */
  as?: string;
  /** Sent instead of a valid token of `as`. */
  token?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Files of the form, for an endpoint that takes files. */
  files?: readonly { fileName: string; bytes: Buffer; type?: string }[];
}

export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  // Tests read responses of every shape; they have already been validated against the contract.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

export interface TestApp extends App {
  database: Database;
  config: Config;
  /** The payment processor, with its ledger. */
  sandbox: Sandbox;
  /** Lets the processor report how charges ended, which happens automatically in the demo. */
  announceEnds(): Promise<void>;
  /** Log lines written so far. */
  logLines: string[];
  token(email: string, claims?: JWTPayload, expiresIn?: string): Promise<string>;
  /** The service key that `SERVICE` sends; made at the first call. */
  serviceKey(): Promise<string>;
  /** Calls an endpoint and validates the response, or the problem, against the contract. */
  call(endpoint: Endpoint, call: TestCall): Promise<TestAnswer>;
  /** Repeats a check until it passes. Runs the rounds meanwhile, instead of waiting a second or more for them. */
  eventually<T>(rounds: RoundName | readonly RoundName[], check: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  world?: 'empty' | 'demo';
  /** A database that the test opened itself, and the one of the payment processor if it has another login. */
  opened?: TestDatabase;
  sandboxDatabase?: Database;
  environment?: Record<string, string>;
  areas?: readonly Area[];
  mail?: (database: Database) => MailPort;
  sandbox?: Partial<SandboxSettings>;
  /** A processor other than the sandbox. */
  payments?: PaymentPort;
  /** Processors that are only asked about the payments that they took. */
  formerPayments?: PaymentPort[];
  logLevel?: string;
  accounts?: AccountsPort;
  addresses?: AddressSearchPort;
  routing?: RoutingPort;
  webhooks?: WebhookPort;
  /** Sign in through the demo's own provider instead of the test's issuer. */
  hasBuiltInSignIn?: boolean;
  /** Run background jobs and allow enqueuing them. */
  hasJobs?: boolean;
}

/** The issuer's keys are made once per worker. Signing with an elliptic curve takes a tenth of the time of RSA. */
let signingKeys: ReturnType<typeof generateKeyPair> | undefined;

/** Starts the real application on a real database, with tokens from the test's own issuer. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, close } = options.opened ?? (await openTestDatabase(options.world ?? 'demo'));
  const config = readConfig({
    PORT: '4000',
    CALLS_PER_MINUTE: '100000',
    PUBLIC_CALLS_PER_DAY: '100000000',
    WEB_ROOT: '/nowhere',
    // A test of chats sets its own responder, or this one.
    ASSISTANT_IN_CHATS: 'off',
    ...options.environment,
  });
  signingKeys ??= generateKeyPair('ES256');
  const { publicKey, privateKey } = await signingKeys;
  const logLines: string[] = [];
  const builtIn = options.hasBuiltInSignIn ? await createBuiltInProvider(database, config.publicUrl, 'Yardage') : undefined;
  const ownIdentity = localIdentity(ISSUER, AUDIENCE, BUILT_IN_CLIENT_ID, {
    keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }],
  });
  const sandbox = await openSandbox(options.sandboxDatabase ?? database, {
    settleSeconds: 0,
    slowSeconds: 1,
    downSeconds: 1,
    latencyMs: 0,
    ...options.sandbox,
  });
  const log = createLog(options.logLevel ?? 'info', { write: (line: string) => void logLines.push(line) });
  const app = await createApp(
    config,
    {
      database,
      identity: builtIn ? localIdentity(builtIn.issuer, BUILT_IN_AUDIENCE, BUILT_IN_CLIENT_ID, builtIn.publicKeys) : ownIdentity,
      accounts: options.accounts ?? builtInAccounts(database),
      addresses: options.addresses ?? builtInAddresses(database),
      assistant: chooseAssistant(config.assistant, log),
      mail: options.mail?.(database) ?? demoMailboxMail(database, 'Yardage <no-reply@example.com>'),
      payments: options.payments ?? sandbox,
      ...(options.formerPayments && { formerPayments: options.formerPayments }),
      routing: options.routing ?? builtInRouting,
      webhooks: options.webhooks ?? httpWebhooks(config.webhooks),
      log,
      signIn: { issuer: ISSUER, clientId: 'yardage-portal', audience: AUDIENCE, scope: 'openid' },
      registerDemo: async (http) => {
        if (config.payments.fields === 'hosted') registerHostedFields(http, sandbox);
        if (builtIn) await registerBuiltInSignIn(http, database, builtIn, { ...config.branding, accounts: [], password: '' });
      },
    },
    options.areas,
  ).catch(async (error) => {
    await close();
    throw error;
  });
  if (options.hasJobs) await app.jobs.start();
  const token = (email: string, claims: JWTPayload = {}, expiresIn = '5m') =>
    new SignJWT({ email, email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuer(claims.iss ?? ISSUER)
      .setAudience(claims.aud ?? AUDIENCE)
      .setSubject(claims.sub ?? email)
      // A unique id, so that a test that signs out does not end another test's token.
      .setJti(claims.jti ?? randomUUID())
      .setIssuedAt(claims.iat)
      .setExpirationTime(expiresIn)
      .sign(privateKey);

  let madeKey: Promise<string> | undefined;
  const serviceKey = () => {
    madeKey ??= serviceKeysService(database, SUPPLIER_KEYS)
      .create({ name: 'Test', scopes: [ALL_SCOPES] }, { userId: null, requestId: 'test' })
      .then(({ secret }) => secret);
    return madeKey;
  };

  const call = async (
    endpoint: Endpoint,
    { as, token: given, params = {}, query = {}, headers = {}, body, files = [] }: TestCall,
  ): Promise<TestAnswer> => {
    const bearer = given ?? (as && as !== SERVICE ? await token(as) : undefined);
    const key = as === SERVICE ? { [HEADERS.serviceKey]: await serviceKey() } : {};
    const sent = endpoint.takesFiles ? await asForm(body, files, endpoint.takesFiles.field) : { headers: {}, payload: body as object };
    const answer = await app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? `:${name}`)))}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...key, ...sent.headers, ...headers },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    });
    return assertAnswer(endpoint, answer.statusCode, answer.headers, answer.payload);
  };

  return {
    ...app,
    database,
    config,
    sandbox,
    announceEnds: () =>
      announceEnds(
        sandbox,
        async (headers, payload) =>
          (await app.http.inject({ method: 'POST', url: PAYMENT_NOTIFICATIONS_PATH, headers, payload })).statusCode,
      ),
    logLines,
    token,
    serviceKey,
    call,
    eventually: (rounds, check) =>
      vi.waitFor(() => {
        for (const round of [rounds].flat() as RoundName[]) app.jobs.wake(round);
        return check();
      }, PATIENCE),
    close: async () => {
      await app.http.close();
      await app.jobs.stop();
      await app.hub.close();
      await close();
    },
  };
}

/** Returns a body and files as a multipart form. */
async function asForm(body: unknown, files: NonNullable<TestCall['files']>, field: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as object)) form.append(name, String(value));
  for (const { fileName, bytes, type = 'application/octet-stream' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), fileName);
  }
  const response = new Response(form);
  return { headers: { 'content-type': response.headers.get('content-type') ?? '' }, payload: Buffer.from(await response.arrayBuffer()) };
}

/** Validates a response strictly against its schema: an extra or missing field fails. */
export function assertAnswer(endpoint: Endpoint, status: number, headers: Record<string, unknown>, text: string): TestAnswer {
  const type = String(headers['content-type'] ?? '');
  if (!type.includes('json')) return { status, headers, text, body: undefined };
  const isStream = type.includes('ndjson');
  const body = isStream
    ? text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : JSON.parse(text);
  const answer = isStream ? z.array(endpoint.answer) : endpoint.answer;
  const schema = status < 400 ? answer : problemSchema;
  const result = schema.safeParse(body);
  expect(result.success ? [] : result.error.issues, `${endpoint.id} answered ${status} against the contract`).toEqual([]);
  return { status, headers, text, body };
}
