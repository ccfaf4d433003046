import { setTimeout as pause } from 'node:timers/promises';
import { getCartPayment, initiatePayment, type PaymentOutcome, type PaymentRequest } from '@yardage/contract/payments';
import { PENDING_CODE } from '@yardage/domain/payment-status';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import type { PayingCustomer } from './sample-payment.ts';
import type { TestAnswer, TestApp } from './test-app.ts';

/** Common steps of payment tests, for one customer and one payer. */
export function paymentDesk(app: TestApp, customer: PayingCustomer, payer: string) {
  const query = { globalCustomerNumber: customer.globalCustomerNumber };
  const read = <T>(expression: ReturnType<typeof sql>) => app.database.read<T>('system', expression);
  const outcome = async (cartId: string) =>
    (await app.call(getCartPayment, { as: payer, params: { ...query, cartId } })).body as PaymentOutcome;

  return {
    outcome,

    /** Sends a payment request unchanged. */
    send: (body: unknown, as = payer): Promise<TestAnswer> => app.call(initiatePayment, { as, query, body }),

    /** Pays and expects the call to succeed. */
    async pay(request: PaymentRequest): Promise<PaymentOutcome> {
      const answer = await app.call(initiatePayment, { as: payer, query, body: request });
      if (answer.status !== 200) throw new Error(`the payment was refused: ${answer.text}`);
      return answer.body.data;
    },

    /** Waits for the final outcome; returns the pending one if it takes too long. */
    async untilEnded(cartId: string, withinMs = 20_000): Promise<PaymentOutcome> {
      const deadline = Date.now() + withinMs;
      for (let seen = await outcome(cartId); ; seen = await outcome(cartId)) {
        if (seen.status !== PENDING_CODE || Date.now() > deadline) return seen;
        app.jobs.wake('complete-payments');
        await pause(50);
      }
    },

    /** Returns the processor's money movements, by cart. */
    async processorBooks(): Promise<Record<string, number[]>> {
      const books: Record<string, number[]> = {};
      for (const { cartId, amountCents } of await sandboxMoves(app.database)) books[cartId] = [...(books[cartId] ?? []), amountCents];
      return books;
    },

    /** Returns what was paid through the portal according to our ledger, by cart. */
    async ourBooks(): Promise<Record<string, number[]>> {
      return (
        (await read<Record<string, number[]>>(sql`select json_object_agg(cart_id, json_build_array(amount_cents)) as answer
          from payments where payment_result = 1 and idempotency_key is not null`)) ?? {}
      );
    },

    /** Returns an invoice's paid amount and the number of its paid or pending payments. */
    async invoice(invoiceNumber: string): Promise<{ paidCents: number; liveApplications: number }> {
      return (await read(sql`select json_build_object('paidCents', i.paid_cents, 'liveApplications',
          (select count(*) from payment_invoices laid where laid.invoice_id = i.id and laid.payment_result <> 0)) as answer
        from invoices i where i.document_number = ${invoiceNumber} and i.customer_id = ${customer.customerId}`)) as never;
    },
  };
}

/** Returns all money movements of the sandbox. The portal's own roles cannot read them, so it connects as the owner. */
export async function sandboxMoves({ engine }: Database): Promise<{ cartId: string; amountCents: number }[]> {
  const { rows } = await engine.pool.query<{ cart_id: string; amount_cents: string }>(
    'select o.reference as cart_id, e.amount_cents from sandbox_processor.entries e join sandbox_processor.orders o using (payment_id)',
  );
  return rows.map((row) => ({ cartId: row.cart_id, amountCents: Number(row.amount_cents) }));
}
