import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Cart } from '@yardage/contract/carts';
import { HEADERS } from '@yardage/contract/headers';
import type { InvoiceRow } from '@yardage/contract/invoices';
import type { PaymentOutcome } from '@yardage/contract/payments';
import type { PublicConfig } from '@yardage/contract/public-config';
import type { SentRecord } from '@yardage/contract/supply-records';
import type { CustomerNumberEntry } from '@yardage/contract/users';
import type { ShownWebhook } from '@yardage/contract/webhooks';
import { PAID_CODE, PENDING_CODE } from '@yardage/domain/payment-status';
import pg from 'pg';
import { openSmtpServer } from '../apps/server/src/adapters/mail/testing/smtp-server.ts';
import { sign } from '../apps/server/src/adapters/payments/signature.ts';
import { settleBankDebit, startStripeServer } from '../apps/server/src/adapters/payments/stripe/testing/stripe-server.ts';
import { collectWorld } from '../apps/server/src/demo/supply/collect-world.ts';
import { pushWorld } from '../apps/server/src/demo/supply/push-world.ts';
import { worldRecords } from '../apps/server/src/demo/supply/world-records.ts';
import { openTestServer } from '../apps/server/src/testing/postgres-server.ts';
import { cardRequest, checkRequest, type PayableInvoice } from '../apps/server/src/testing/sample-payment.ts';
import { runServer, type ServerProcess, startServer } from '../apps/server/src/testing/start-server.ts';
import { addressOf } from '../apps/server/src/testing/templates.ts';
import { startTestIssuer } from '../apps/server/src/testing/test-issuer.ts';
import { capture } from './lib/processes.mjs';
import { ROOT, SERVER_FLAGS } from './lib/project.mjs';
import { isSigned, type ReceivedEvent, Rehearsal, startProxy, startReceiver, textOfMail, until } from './lib/rehearsal.ts';
import { sendOverHttp } from './lib/send-supply.ts';
import { ensureWebBuilt } from './lib/web-build.mjs';

// `npm run rehearsal`: goes to production on this machine, from an empty PostgreSQL to a payment whose event a receiver got, and stops
// everything again. Ends with an error at the first step that fails. `--full` pushes the whole demo world instead of one data source.

const STAFF = 'first.staff@supplier.example';
const OWNER = 'new.owner@contractor.example';
const SUBSCRIPTION_KEY = 'rehearsal-subscription';
const STRIPE = { key: 'sk_test_rehearsal', webhookSecret: 'whsec_rehearsal' };
const STRIPE_SIGNATURE_HEADER = 'stripe-signature';

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });
const rehearsal = new Rehearsal((line) => process.stdout.write(`${line}\n`));
const servers: { name: string; process: ServerProcess }[] = [];

async function rehearse(): Promise<void> {
  await rehearsal.step('Build the web app', async () => ensureWebBuilt());
  const outside = await startOutside();
  const { proxy, env, ownerUrl } = outside;
  await rehearsal.step('Migrate as the owner of the tables (ROLE=migrate)', async (tell) => {
    const { code, output } = await runServer({ ...env, ROLE: 'migrate', DATABASE_OWNER_URL: ownerUrl });
    for (const line of output.trim().split('\n')) tell(line);
    if (code !== 0) throw new Error(`it ended with ${code}`);
  });
  await startProcesses(env, proxy.targets);
  const admin = (...args: string[]) => runAdmin(args, env);
  const key = await rehearsal.step('npm run admin -- key add / staff add', async (tell) => {
    const lines = (await admin('key', 'add', 'Dispatch', '--scopes', '*')).trim().split('\n');
    for (const line of (await admin('staff', 'add', STAFF, '--first-name', 'Ada', '--last-name', 'Stone')).trim().split('\n')) tell(line);
    return lines.at(-1) ?? '';
  });
  const paying = await pushDemo(proxy.url, key);
  const token = await inviteOwner(outside, key, paying);
  const owner = portal(proxy.url, token);
  const staff = portal(proxy.url, await rehearsal.step(`${STAFF} signs in`, () => signIn(proxy.url, STAFF)));
  await payAndHear(outside, { owner, staff, key, number: paying.globalCustomerNumber });
  await rehearsal.step('Stop the processes with SIGTERM', async (tell) => {
    for (const { name, process: server } of servers.splice(0).reverse()) {
      const code = await server.stop();
      if (code !== 0) throw new Error(`${name} ended with ${code}`);
      tell(`${name} stopped`);
    }
  });
}

/** Starts whatever a deployment has around the portal, on this machine. */
async function startOutside() {
  return rehearsal.step('Start PostgreSQL, OpenID provider, SMTP server, Stripe, proxy and webhook receiver', async (tell) => {
    const postgres = await openTestServer(undefined);
    rehearsal.onEnd('PostgreSQL', () => postgres.stop());
    const client = new pg.Client({ connectionString: postgres.template.adminUrl });
    await client.connect();
    await client.query('create database yardage');
    await client.query('create role yardage_runtime login');
    await client.end();
    const ownerUrl = addressOf(postgres.template.adminUrl, 'yardage');
    const runtimeUrl = new URL(ownerUrl);
    runtimeUrl.username = 'yardage_runtime';
    const issuer = await startTestIssuer();
    rehearsal.onEnd('the OpenID provider', () => issuer.stop());
    const smtp = await openSmtpServer();
    rehearsal.onEnd('the SMTP server', () => smtp.close());
    const stripe = await startStripeServer(STRIPE.key);
    rehearsal.onEnd('Stripe', () => stripe.stop());
    const proxy = await startProxy();
    rehearsal.onEnd('the proxy', () => proxy.stop());
    const receiver = await startReceiver();
    rehearsal.onEnd('the webhook receiver', () => receiver.stop());
    const env = {
      MODE: 'production',
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXIES: '1',
      DATABASE_URL: runtimeUrl.href,
      ...issuer.env,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Yardage <portal@supplier.example>',
      STRIPE_SECRET_KEY: STRIPE.key,
      STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
      STRIPE_API_URL: stripe.url,
      SUBSCRIPTION_KEY,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_ALLOW_HTTP: 'true',
      CALLS_PER_MINUTE: '600',
      LOG_LEVEL: 'warn',
    };
    for (const [name, value] of Object.entries(env)) tell(`${name}=${value}`);
    return { env, ownerUrl, smtp, stripe, proxy, receiver };
  });
}
type Outside = Awaited<ReturnType<typeof startOutside>>;

async function startProcesses(env: Record<string, string>, targets: string[]): Promise<void> {
  const start = async (name: string, role: string, tell: (line: string) => void) => {
    const server = await startServer({ ...env, ROLE: role }, SERVER_FLAGS);
    servers.push({ name, process: server });
    rehearsal.onEnd(name, () => server.stop());
    for (const line of server.output().trim().split('\n')) tell(`${name}: ${line}`);
    return server;
  };
  await rehearsal.step('Start a worker and two web processes, with a login that owns nothing', async (tell) => {
    await start('worker', 'worker', tell);
    for (const server of await Promise.all([start('web 1', 'web', tell), start('web 2', 'web', tell)])) {
      const ready = await fetch(`${server.url}/readyz`);
      if (!ready.ok) throw new Error(`${server.url}/readyz answered ${ready.status}`);
      targets.push(server.url);
    }
  });
}

async function runAdmin(args: string[], env: Record<string, string>): Promise<string> {
  const all = { PATH: process.env.PATH, ...env };
  const { code, output } = await capture(process.execPath, [`${ROOT}/scripts/admin.ts`, ...args], { env: all });
  if (code !== 0) throw new Error(output);
  return output;
}

/** A customer with open invoices, by the supplier's own names. */
interface PayingCustomer {
  dataSource: string;
  customer: SentRecord<'customers'>;
  globalCustomerNumber: string;
}

async function pushDemo(url: string, key: string): Promise<PayingCustomer> {
  const now = new Date();
  return rehearsal.step(`Push ${values.full ? 'the demo world' : 'one data source of the demo world'} through the API`, async (tell) => {
    const world = await collectWorld({ seed: 1, scale: 1, now, onProgress: () => {} });
    const records = worldRecords(world, now);
    const paid = new Set([...records.payments, ...records.credits].flatMap(({ record }) => invoicesOf(record)));
    const countOf = (code: string) => records.tickets.filter(({ dataSource }) => dataSource === code).length;
    const customers = records.customers
      .map(({ dataSource = '', record }) => ({
        dataSource,
        customer: record,
        globalCustomerNumber: record.globalCustomerNumber,
        openCount: records.invoices.filter(
          (each) => each.record.customerKey === record.key && !each.record.voidedOn && !paid.has(each.record.key),
        ).length,
      }))
      .filter(({ openCount }) => openCount >= 2)
      .sort((a, b) => countOf(a.dataSource) - countOf(b.dataSource));
    const [paying] = customers;
    if (!paying) throw new Error('no customer has two open invoices');
    let calls = 0;
    const send = sendOverHttp(url, key, () => {
      calls += 1;
    });
    const pushed = await pushWorld(world, now, send, (code) => values.full || code === paying.dataSource);
    const parts = Object.entries(pushed).map(([resource, count]) => `${count} ${resource}`);
    tell(`${calls} calls: ${parts.join(', ')}`);
    return paying;
  });
}

const invoicesOf = ({ applications = [] }: { applications?: readonly { invoiceKey: string }[] | undefined }) =>
  applications.map(({ invoiceKey }) => invoiceKey);

/** Sends the owner as a member, reads the invitation and follows it. Returns the owner's token. */
async function inviteOwner({ proxy, smtp }: Outside, key: string, { dataSource, customer }: PayingCustomer): Promise<string> {
  const text = await rehearsal.step(`Send ${OWNER} as an owner; the invitation arrives`, async (tell) => {
    const now = new Date().toISOString();
    const record: SentRecord<'members'> = {
      key: OWNER,
      updatedAt: now,
      customerKey: customer.key,
      email: OWNER,
      firstName: 'Nora',
      lastName: 'Ngata',
      phone: '4235550177',
      role: 'Owner',
      since: now,
    };
    await sendOverHttp(proxy.url, key, () => {})('members', dataSource, [record]);
    const mail = await until('the invitation', () => smtp.received.find(({ recipients }) => recipients.includes(OWNER)));
    const body = textOfMail(mail.source);
    for (const line of body.trim().split('\n')) tell(`| ${line}`);
    return body;
  });
  return rehearsal.step('Follow the invitation and sign in', async (tell) => {
    const link = /https?:\/\/[^\s"<>]+?(?=[.,]?(?:\s|$))/.exec(text)?.[0];
    if (link !== proxy.url) throw new Error(`the mail leads to ${link}`);
    const page = await fetch(link);
    if (!page.ok || !(await page.text()).includes('<div id="root"')) throw new Error(`${link} answered ${page.status}, not the web app`);
    const token = await signIn(proxy.url, OWNER);
    const numbers = await portal(proxy.url, token).get<CustomerNumberEntry[]>('/users/global-customer-numbers');
    tell(`${OWNER} sees ${numbers.map((entry) => `${entry.displayName} (${entry.globalCustomerNumber})`).join(', ')}`);
    return token;
  });
}

/** Signs in as the web app does: what it needs to know is in the public configuration and at the provider. */
async function signIn(url: string, email: string): Promise<string> {
  const { signIn: oidc } = (await (await fetch(`${url}/config.json`)).json()) as PublicConfig;
  const discovery = (await (await fetch(`${oidc.issuer}/.well-known/openid-configuration`)).json()) as Record<string, string>;
  const verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    client_id: oidc.clientId,
    redirect_uri: `${url}/signed-in`,
    response_type: 'code',
    scope: oidc.scope,
    state: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  const redirect = await fetch(`${discovery.authorization_endpoint}?${question}`, { redirect: 'manual' });
  const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier, client_id: oidc.clientId });
  const tokens = (await (await fetch(discovery.token_endpoint ?? '', { method: 'POST', body })).json()) as { access_token: string };
  return tokens.access_token;
}

/** Calls the API as a user. */
function portal(url: string, token: string) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        [HEADERS.subscriptionKey]: SUBSCRIPTION_KEY,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body: unknown) => call<T>('POST', path, body),
  };
}
type Portal = ReturnType<typeof portal>;

interface Payers {
  owner: Portal;
  staff: Portal;
  key: string;
  number: string;
}

/** Pays one invoice by card and one by e-check, and waits for the events and the receipts. */
async function payAndHear({ proxy, stripe, smtp, receiver }: Outside, { owner, staff, key, number }: Payers): Promise<void> {
  const { secret } = await rehearsal.step('Add a webhook at the desk', () =>
    staff.post<ShownWebhook>('/desk/webhooks', { name: 'Accounting', url: receiver.url, types: ['payment.settled'] }),
  );
  const [customer] = (await owner.get<CustomerNumberEntry[]>('/users/global-customer-numbers')).filter(
    ({ globalCustomerNumber }) => globalCustomerNumber === number,
  );
  if (!customer) throw new Error(`the owner does not see ${number}`);
  const { items } = await owner.get<{ items: InvoiceRow[] }>(`/customers/${number}/invoices?due=open&pageSize=100`);
  const open = items.filter(({ paymentResult }) => paymentResult === 0).slice(0, 2);

  const pay = async (invoiceNumber: string, request: typeof cardRequest | typeof checkRequest) => {
    const cart = await owner.post<Cart>(`/carts/${number}/add`, { invoiceNumbers: [invoiceNumber] });
    const payer = { customerId: 0, ...customer };
    const body = request(payer, cart.invoices.map(payable));
    const { data } = await owner.post<{ data: PaymentOutcome }>(`/payments/initiate?globalCustomerNumber=${number}`, body);
    return data;
  };
  const heard = (cartId: string): ReceivedEvent | undefined =>
    receiver.received.find(({ body }) => body.includes('payment.settled') && body.includes(cartId));
  const hear = async (cartId: string, tell: (line: string) => void) => {
    const event = await until('the webhook', () => heard(cartId));
    if (!isSigned(event, secret)) throw new Error('the event is not signed with the secret');
    tell(`received, signature right: ${event.body}`);
  };

  await rehearsal.step(`Pay invoice ${open[0]?.documentNumber} by card; its event arrives`, async (tell) => {
    const outcome = await pay(open[0]?.documentNumber ?? '', cardRequest);
    if (outcome.status !== PAID_CODE) throw new Error(`the payment is ${outcome.statusMessage}`);
    tell(`${outcome.statusMessage}: ${outcome.cartData.totalAmountWithDiscount} as ${outcome.paymentId}`);
    await hear(outcome.cartData.cartId, tell);
  });
  await rehearsal.step(`Pay invoice ${open[1]?.documentNumber} by e-check; Stripe reports its end`, async (tell) => {
    const outcome = await pay(open[1]?.documentNumber ?? '', checkRequest);
    if (outcome.status !== PENDING_CODE || !outcome.paymentId) throw new Error(`the payment is ${outcome.statusMessage}`);
    settleBankDebit(stripe, outcome.paymentId);
    const intent = stripe.intents.get(outcome.paymentId);
    const notification = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: intent } });
    const headers = { 'content-type': 'application/json', [STRIPE_SIGNATURE_HEADER]: sign(STRIPE.webhookSecret, notification) };
    const answer = await fetch(`${proxy.url}/api/payments/notifications`, { method: 'POST', headers, body: notification });
    if (!answer.ok) throw new Error(`the notification was answered with ${answer.status}`);
    await hear(outcome.cartData.cartId, tell);
  });
  await rehearsal.step('Receipts are mailed, the feed of events has both payments', async (tell) => {
    const receipts = await until('the receipts', () => {
      const found = smtp.received.filter(({ recipients }) => recipients.includes(OWNER)).slice(1);
      return found.length >= 2 ? found : undefined;
    });
    tell(receipts.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]).join('; '));
    const feed = await fetch(`${proxy.url}/api/supply/events?types=payment.settled`, { headers: { [HEADERS.serviceKey]: key } });
    const text = await feed.text();
    const { items: shown } = await owner.get<{ items: InvoiceRow[] }>(`/customers/${number}/invoices?paymentResult=1&pageSize=100`);
    for (const { documentNumber } of open) {
      if (!text.includes(documentNumber)) throw new Error(`the feed answered ${feed.status} without invoice ${documentNumber}`);
      if (!shown.some((each) => each.documentNumber === documentNumber)) throw new Error(`invoice ${documentNumber} is not shown as paid`);
    }
    tell(`${open.map(({ documentNumber }) => documentNumber).join(', ')}: in the feed, and shown as paid`);
  });
}

const payable = ({ invoiceNumber, invoiceAmount, discountAmount }: Cart['invoices'][number]): Omit<PayableInvoice, 'id'> => ({
  invoiceNumber,
  openCents: Math.round(invoiceAmount * 100),
  discountCents: Math.round(discountAmount * 100),
});

let isDone = false;
try {
  await rehearse();
  isDone = true;
} catch (error) {
  process.stderr.write(`\nThe rehearsal failed. ${(error as Error).message}\n`);
  for (const { name, process: server } of servers) process.stderr.write(`\n${name}:\n${server.output().slice(-3000)}\n`);
}
const isClean = await rehearsal.end();
process.stdout.write(isDone && isClean ? 'The rehearsal went well.\n' : 'The rehearsal did not go well.\n');
process.exitCode = isDone && isClean ? 0 : 1;
