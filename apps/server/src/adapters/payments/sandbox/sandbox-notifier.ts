import { sign } from '../signature.ts';
import { SANDBOX_SIGNATURE_HEADER, type Sandbox } from './sandbox.payments.ts';

/** Sends a signed notification to the portal's endpoint and returns the HTTP status. */
export type Deliver = (headers: Record<string, string>, body: string) => Promise<number>;

/** Notifies the portal of ended charges, each at least once. Notifications that were not accepted are sent again. */
export async function announceEnds(sandbox: Sandbox, deliver: Deliver): Promise<void> {
  await sandbox.books.endDueCharges();
  for (const { paymentId, state } of await sandbox.books.unannounced()) {
    const body = JSON.stringify({ event: `payment.${state}`, paymentId });
    const headers = { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: sign(sandbox.secret, body) };
    if ((await deliver(headers, body)) < 300) await sandbox.books.markAnnounced(paymentId, state);
  }
}
