import { HEADERS } from '@yardage/contract/headers';
import { DAY_MS } from '@yardage/domain/durations';
import type { Tiers } from '@yardage/domain/rewards';
import type { FastifyInstance } from 'fastify';
import type { Adapters } from '#server/adapters/adapters';
import type { ChosenAdapters } from '#server/adapters/choose-adapters';
import { registerBuiltInSignIn } from '#server/adapters/identity/built-in/sign-in.routes';
import { announceEnds, type Deliver } from '#server/adapters/payments/sandbox/sandbox-notifier';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { PAYMENT_NOTIFICATIONS_PATH } from '#server/features/payments/payment-notifications.routes';
import type { Jobs } from '#server/jobs/jobs';
import { Clerk, callAs, untilClosed } from './clerk/clerk.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { Foremen } from './dispatch/foremen.ts';
import { registerHostedFields } from './hosted-fields/hosted-fields.routes.ts';
import { registerDemoMailbox } from './mailbox/mailbox.routes.ts';
import { Simulator } from './simulator/simulator.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './world/demo-accounts.ts';
import { demoWorldAnchor, fillDemoWorld } from './world/fill-demo-world.ts';

const STALE_AFTER_DAYS = 5;
const ANNOUNCE_MS = 1_000;
const DRIVE_MS = 8_000;
const DISPATCH_MS = 30_000;
const FOREMEN_MS = 30_000;
const CLERK_MS = 60_000;

/** Fills the demo world on first start. Later it only reports when the world is outdated. */
export async function fillIfEmpty(
  database: Database,
  options: { scale: number; seed: number; tiers: Tiers },
  say: (line: string) => void,
): Promise<void> {
  const anchor = await demoWorldAnchor(database);
  if (anchor) {
    const ageDays = Math.floor((Date.now() - Date.parse(anchor)) / DAY_MS);
    if (ageDays > STALE_AFTER_DAYS) say(`The demo world is ${ageDays} days old; 'npm run demo:reset' and a new start make a fresh one.`);
    return;
  }
  say('Filling the demo world …');
  const startedAt = Date.now();
  const counts = await fillDemoWorld(database, {
    ...options,
    now: new Date(),
    onProgress: everyTenth((step, percent) => say(`  ${String(percent).padStart(3)} % ${step}`)),
  });
  const summary = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  say(`The demo world has ${summary.join(', ')} (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`);
}

/** Adds the routes and rounds that only the demo has: sign-in pages, mailbox, traffic, and the sandbox's notifications. */
export function withDemo(config: Config, adapters: ChosenAdapters): Adapters {
  const { database, builtIn, sandbox } = adapters;
  const { platformName, supportEmail, accentColor } = config.branding;
  return {
    ...adapters,
    registerDemo: async (app: FastifyInstance, jobs: Jobs) => {
      if (sandbox && config.payments.fields === 'hosted') registerHostedFields(app, sandbox);
      if (sandbox) {
        jobs.addRound({ name: 'sandbox-processor', intervalMs: ANNOUNCE_MS, run: () => announceEnds(sandbox, deliverTo(app)) });
      }
      if (config.isSimulated) {
        startTraffic(app, jobs, config, database);
        const call = builtIn && callAs(app, config.subscriptionKey, builtIn.tokenFor);
        const foremen = call && new Foremen(database, call);
        if (foremen) jobs.addRound({ name: 'foremen', intervalMs: FOREMEN_MS, run: () => untilClosed(foremen.round(new Date())) });
        const clerk = call && sandbox && new Clerk(call);
        if (clerk) jobs.addRound({ name: 'clerk', intervalMs: CLERK_MS, run: () => untilClosed(clerk.round(Date.now())) });
      }
      if (builtIn) {
        await registerBuiltInSignIn(app, database, builtIn, {
          platformName,
          supportEmail,
          accentColor,
          accounts: DEMO_ACCOUNTS.map((account) => ({ ...account, role: account.roleName })),
          password: DEMO_PASSWORD,
        });
      }
      if (!config.smtp) registerDemoMailbox(app, database, config.branding);
    },
  };
}

/** Delivers notifications as an external processor would, but without a network. */
function deliverTo(app: FastifyInstance): Deliver {
  return async (headers, payload) => (await app.inject({ method: 'POST', url: PAYMENT_NOTIFICATIONS_PATH, headers, payload })).statusCode;
}

/** Starts the demo's traffic: the dispatcher prints tickets, and the simulator posts what trucks would post. */
function startTraffic(app: FastifyInstance, jobs: Jobs, { telemetryKey = '' }: Config, database: Database): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const headers = { [HEADERS.serviceKey]: telemetryKey };
  const simulator = new Simulator(database, async (path, payload) => {
    if (isClosing) return;
    const { statusCode } = await app.inject({ method: 'POST', url: `/api${path}`, headers, payload });
    if (statusCode !== 200 && !isClosing) throw new Error(`${path} answered ${statusCode}`);
  });
  const dispatcher = new Dispatcher(database);
  jobs.addRound({ name: 'dispatch', intervalMs: DISPATCH_MS, run: () => dispatcher.round(Date.now()) });
  jobs.addRound({ name: 'trucks', intervalMs: DRIVE_MS, run: () => simulator.round(Date.now()) });
}

/** Lists the accounts that can sign in. */
export function sayAccounts(say: (line: string) => void): void {
  say(`Demo accounts, password ${DEMO_PASSWORD}:`);
  for (const { email, roleName } of DEMO_ACCOUNTS) say(`  ${email.padEnd(28)} ${roleName}`);
}

/** Forwards the first progress report, then one for each further 10 percent. */
function everyTenth(show: (step: string, percent: number) => void): (step: string, share: number) => void {
  let next = 0;
  return (step, share) => {
    const percent = Math.round(share * 100);
    if (percent < next) return;
    next = Math.floor(percent / 10) * 10 + 10;
    show(step, percent);
  };
}
