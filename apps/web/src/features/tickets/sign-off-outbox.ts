import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { HttpProblem } from '#web/lib/http/http-errors.ts';
import { createOutbox } from '#web/lib/offline/outbox.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { type SignOffEntry, sendSignOff } from './sign-offs.api.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from './sign-offs.messages.ts';

interface WaitingSignOff {
  customer: CustomerKey;
  entry: SignOffEntry;
}

/** Entries that were signed without a connection. The key of the form is the key of the entry, so it counts once (SGN-03, OFF-03). */
export const signOffOutbox = createOutbox<WaitingSignOff>({
  kind: 'sign-off',
  send: ({ customer, entry }) => sendSignOff(customer, entry),
  onSent: () => toasts.show({ kind: 'success', title: MESSAGES.sentLater }),
  onRefused: (_body, error: HttpProblem) =>
    toasts.show({ kind: 'destructive', title: MESSAGES.failed, message: error.problem.detail ?? error.problem.title ?? '' }),
});

/** Keeps an entry on this device until it can be sent. Entries about one ticket are sent in the order in which they were signed. */
export async function keepSignOff({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey, entry: SignOffEntry): Promise<void> {
  const customer = { customerNumber, datasourceId, globalCustomerNumber };
  await signOffOutbox.write(`ticket ${entry.ticketId}`, { customer, entry }, entry.clientKey);
}
