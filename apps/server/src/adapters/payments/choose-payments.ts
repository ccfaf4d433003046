import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import type { PaymentPort } from './port.ts';
import { openSandbox, type Sandbox } from './sandbox/sandbox.payments.ts';

/** How long the sandbox's slow card takes, and how long its outage lasts. */
const SLOW_SECONDS = 30;
const DOWN_SECONDS = 10;

/** The processor. The sandbox is also returned as such, because the demo lets it report how charges ended. */
export interface ChosenPayments {
  payments: PaymentPort;
  /** Processors that take no new payments, and are asked about those that they took. */
  formerPayments: PaymentPort[];
  sandbox: Sandbox | undefined;
}

/**
 * Returns the configured processor, or the demo's sandbox. Production does not start without a processor, and has no sandbox. A demo that
 * changes to Stripe keeps the sandbox for the payments that were made with it.
 */
export async function choosePayments({ payments, mode }: Pick<Config, 'payments' | 'mode'>, database: Database): Promise<ChosenPayments> {
  // Loading Stripe's package takes a third of a second, so it is loaded only if it is used.
  const stripe = payments.stripe && (await import('./stripe/stripe.payments.ts')).stripePayments(payments.stripe);
  if (stripe && mode === 'production') return { payments: stripe, formerPayments: [], sandbox: undefined };
  const sandbox = await openSandbox(database, { ...payments.sandbox, slowSeconds: SLOW_SECONDS, downSeconds: DOWN_SECONDS });
  return { payments: stripe ?? sandbox, formerPayments: stripe ? [sandbox] : [], sandbox };
}
