import { answerDeskSupport } from '@yardage/contract/desk';
import { createSupportTicket } from '@yardage/contract/support';
import { FAILED_CODES } from '@yardage/domain/payment-status';
import { SUPPORT_STATUS } from '@yardage/domain/support-rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { closeMonths } from '#server/features/statements/month-closing.queries';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';
import { paymentDesk } from '#server/testing/payment-desk';
import { checkRequest, payableInvoices } from '#server/testing/sample-payment';
import type { AlertEngine } from './alert-engine.ts';

const OWNER = 'owner@example.com';
const PAYABLES = 'payables@example.com';
let world: AlertWorld;
let engine: AlertEngine;

beforeAll(async () => {
  world = await openAlertWorld(OWNER, { hasJobs: true, sandbox: { settleSeconds: 1 } });
  engine = world.openEngine();
});
afterAll(() => world?.app.close());
beforeEach(() => world.clear());

interface Told {
  type: string;
  facts: Record<string, unknown>;
}

/** Returns the alerts in a user's inbox. */
async function told(as: string): Promise<Told[]> {
  await engine.round();
  return (await world.inboxOf(as)).items.map(({ type, facts }: Told) => ({ type, facts }));
}

describe('alerts about the account', () => {
  it.each([
    { account: '000111111116', when: 'before' },
    { account: '000222222227', when: 'after' },
  ])('ALR-01 report once an e-check that the bank returns $when it settled', async ({ account, when }) => {
    await world.follow(PAYABLES, ['payment-returned']);
    const desk = paymentDesk(world.app, world.own, OWNER);
    const { cartData } = await desk.pay(checkRequest(world.own, await payableInvoices(world.app.database, world.own, 1), account));
    await expect
      .poll(
        async () => {
          world.app.jobs.wake('complete-payments');
          await world.app.announceEnds();
          return (await desk.outcome(cartData.cartId)).status;
        },
        { timeout: 20_000 },
      )
      .toBe(FAILED_CODES.returned);
    const wasSettled = sql`select returned_at is not null as answer from payments where cart_id = ${cartData.cartId}`;
    expect(await world.ask(wasSettled)).toBe(when === 'after');
    const cents = Number(await world.ask(sql`select amount_cents as answer from payments where cart_id = ${cartData.cartId}`));
    expect(await told(PAYABLES)).toEqual([{ type: 'payment-returned', facts: { payment: cartData.cartId, cents } }]);
    await world.app.announceEnds();
    expect(await told(PAYABLES)).toHaveLength(1);
  });

  it('ALR-01 report the statement that is made when a month is closed', async () => {
    await world.follow(OWNER, ['statement-ready']);
    const next = String(
      await world.ask(sql`select to_char(date_trunc('month', now()) + interval '1 month 2 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answer`),
    );
    const close = () => world.app.database.transaction('system', (transaction) => closeMonths(transaction, new Date(next)));
    expect(await close()).toBeGreaterThan(0);
    const day = await world.ask(
      sql`select max(statement_date)::text as answer from statements where customer_id = ${world.own.customerId}`,
    );
    // Months that ended long ago raise no alert.
    expect(await told(OWNER)).toContainEqual({ type: 'statement-ready', facts: { day } });
    const before = await told(OWNER);
    await close();
    expect(await told(OWNER)).toEqual(before);
  });

  it('ALR-01 report the answer of staff to a support request, but not a mere change of its status', async () => {
    await world.follow(OWNER, ['request-answered']);
    const [id, title] = (await world.ask(
      sql`select json_build_array(id, title) as answer from support_tickets where customer_id = ${world.own.customerId} order by id desc limit 1`,
    )) as [number, string];
    const answer = (body: object) => world.app.call(answerDeskSupport, { as: 'desk@example.com', params: { id }, body });
    await answer({ status: SUPPORT_STATUS.closed });
    expect(await told(OWNER)).toEqual([]);
    expect((await answer({ status: SUPPORT_STATUS.inProgress, reply: 'The truck was late. We are sorry.' })).status).toBe(200);
    expect(await told(OWNER)).toEqual([{ type: 'request-answered', facts: { supportId: id, title } }]);
  });

  it('ALR-02 SUP-05 mail the answer to a support request once: its creator gets the mail with the answer and no alert mail', async () => {
    const others = 'administrator@example.com';
    await world.run('delete from outgoing_mails');
    for (const as of [OWNER, others]) await world.follow(as, ['request-answered']);
    const body = { title: 'Please call', description: 'It happened twice.', category: 3, type: 2 };
    const { id } = (await world.app.call(createSupportTicket, { as: OWNER, params: world.params, body })).body;
    const reply = { status: SUPPORT_STATUS.inProgress, reply: 'We call at noon.' };
    expect((await world.app.call(answerDeskSupport, { as: 'desk@example.com', params: { id }, body: reply })).status).toBe(200);
    const mails = sql`select json_agg(document_kind || ' ' || to_addresses[1] order by id) as answer from outgoing_mails
      where document_kind in ('alerts', 'support-reply')`;
    await world.app.eventually('alerts', async () =>
      expect(await world.ask(mails)).toEqual([`support-reply ${OWNER}`, `alerts ${others}`]),
    );
  });
});
