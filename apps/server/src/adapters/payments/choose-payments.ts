import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import type { PaymentPort } from './port.ts';
import { openSandbox, type Sandbox } from './sandbox/sandbox.payments.ts';
import { stripePayments } from './stripe/stripe.payments.ts';

/** Delay of the sandbox's slow card, and duration of its outage. */
const SLOW_SECONDS = 30;
const DOWN_SECONDS = 10;

/** The processor. The sandbox is also returned as such, because the demo lets it report how charges ended. */
export interface ChosenPayments {
  payments: PaymentPort;
  sandbox: Sandbox | undefined;
}

/** Returns the configured processor, or the demo's sandbox. Production does not start without a processor. */
export async function choosePayments({ stripe, sandbox: settings }: Config['payments'], database: Database): Promise<ChosenPayments> {
  if (stripe) return { payments: stripePayments(stripe), sandbox: undefined };
  const sandbox = await openSandbox(database, { ...settings, slowSeconds: SLOW_SECONDS, downSeconds: DOWN_SECONDS });
  return { payments: sandbox, sandbox };
}
