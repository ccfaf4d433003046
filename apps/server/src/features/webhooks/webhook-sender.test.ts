import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookMessage, WebhookPort } from '#server/adapters/webhooks/port';
import { sql } from '#server/database/drizzle';
import { recordEvent } from '#server/features/events/events.queries';
import { MailService } from '#server/features/mail/mail.service';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { HAS_WEBHOOK_WORK } from './webhook-queue.queries.ts';
import { WebhookSender } from './webhook-sender.ts';

const SUPPLIERS_URL = 'https://supplier.example/hook';
const customersUrl = (number: number) => `https://customer.example/${number}`;
let test: TestDatabase;
let own: TestCustomer;

beforeAll(async () => {
  test = await openTestDatabase('demo');
  [own] = (await customersOf(test.database, 'owner@example.com')) as [TestCustomer];
});
afterAll(() => test?.close());
beforeEach(() => run(`update webhook_endpoints set state = 'deleted'`));

const run = async <Row = { id: string }>(text: string, values: unknown[] = []): Promise<Row[]> =>
  test.database.transaction('system', async ({ client }) => (await client.query(text, values)).rows as Row[]);
const addWebhook = async (customerId: number | null, url: string, failingSince: string | null = null): Promise<number> => {
  const [added] = await run(
    `insert into webhook_endpoints (customer_id, name, url, types, failing_since, last_position)
     values ($1, 'Test', $2, '{member.removed}', $3, (select coalesce(max(position), 0) from events)) returning id`,
    [customerId, url, failingSince],
  );
  return Number(added?.id);
};
const happen = async (times = 1) => {
  const person = { email: 'gone@example.com', firstName: '', lastName: '', role: null, isEnabled: false };
  for (let time = 0; time < times; time++) {
    await test.database.transaction('system', (transaction) => recordEvent(transaction, 'member.removed', own.customerId, person));
  }
};
/** A sender as the server has it, whose messages go to `send`. */
const senderTo = (send: WebhookPort['send']) =>
  new WebhookSender(test.database, { faultOf: () => undefined, send }, new MailService(test.database), pino({ enabled: false }), {
    alertEmail: () => 'alerts@example.com',
    platformName: () => 'Yardage',
    signingKey: async () => 'key',
  });

describe('the sender of webhooks', () => {
  it('EVT-03 retries with growing pauses, up to eight hours', async () => {
    const id = await addWebhook(null, SUPPLIERS_URL);
    await happen();
    const sender = senderTo(async () => 503);
    const pauses: { least: number; most: number }[] = [];
    for (const attempts of [0, 1, 2, 3, 8, 20]) {
      await run(`update webhook_deliveries set attempts = $2, next_attempt_at = now() where endpoint_id = $1`, [id, attempts]);
      const startedAt = Date.now();
      const left = await vi.waitUntil(
        async () => {
          await sender.round();
          await sender.drain();
          const [delivery] = await run<{ seconds: number; attempts: number }>(
            `select extract(epoch from next_attempt_at - now())::float8 as seconds, attempts from webhook_deliveries where endpoint_id = $1`,
            [id],
          );
          // Not due yet where the clock was set back a little.
          return delivery && delivery.attempts > attempts && delivery;
        },
        { timeout: 20_000 },
      );
      expect(left.attempts).toBe(attempts + 1);
      pauses.push({ least: left.seconds, most: left.seconds + (Date.now() - startedAt) / 1000 });
    }
    for (const [index, expected] of [5, 30, 120, 600, 28_800, 28_800].entries()) {
      // A tenth more or less. A part of the pause may be over when it is read.
      expect(pauses[index]?.least, `${index}`).toBeLessThan(expected * 1.1);
      expect(pauses[index]?.most, `${index}`).toBeGreaterThan(expected * 0.9);
    }
  });

  it('EVT-03 forgets a failure that is answered after the message was delivered or queued again', async () => {
    const id = await addWebhook(null, SUPPLIERS_URL);
    await happen();
    const states: unknown[] = [];
    for (const meanwhile of [`state = 'delivered', delivered_at = now()`, `state = 'waiting', attempts = 0, next_attempt_at = now()`]) {
      await run(`update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = now() where endpoint_id = $1`, [id]);
      const answer = Promise.withResolvers<number>();
      let sent = 0;
      const sender = senderTo(async () => {
        sent += 1;
        return answer.promise;
      });
      await expect
        .poll(async () => {
          await sender.round();
          return sent;
        })
        .toBe(1);
      await run(`update webhook_deliveries set ${meanwhile} where endpoint_id = $1`, [id]);
      answer.resolve(410);
      await sender.drain();
      states.push(
        ...(await run(
          `select d.state, d.attempts, w.state as webhook, w.failing_since as failing from webhook_deliveries d
           join webhook_endpoints w on w.id = d.endpoint_id where w.id = $1`,
          [id],
        )),
      );
    }
    expect(states).toEqual([
      { state: 'delivered', attempts: 1, webhook: 'active', failing: null },
      { state: 'waiting', attempts: 0, webhook: 'active', failing: null },
    ]);
  });

  it('EVT-03 is woken for messages that are due, and not for those of paused and removed webhooks', async () => {
    const id = await addWebhook(null, SUPPLIERS_URL);
    await happen();
    const sender = senderTo(async () => 503);
    await sender.round();
    await sender.drain();
    const hasWork = () => test.database.read<boolean>('system', sql`select ${HAS_WEBHOOK_WORK} as answer`);
    const waitFor = (interval: string) =>
      run(`update webhook_deliveries set next_attempt_at = now() + $2::interval where endpoint_id = $1`, [id, interval]);
    await waitFor('1 hour');
    expect(await hasWork()).toBe(false);
    await waitFor('-1 hour');
    expect(await hasWork()).toBe(true);
    for (const state of ['paused', 'failing', 'deleted']) {
      await run('update webhook_endpoints set state = $2 where id = $1', [id, state]);
      expect(await hasWork(), state).toBe(false);
    }
  });

  it("EVT-03 EVT-04 always has places for the supplier's receivers, one for a receiver that fails, and passes on who chose the address", async () => {
    const failing = customersUrl(0);
    await addWebhook(own.customerId, failing, new Date().toISOString());
    for (let number = 1; number <= 5; number++) await addWebhook(own.customerId, customersUrl(number));
    await happen(5);
    const sent: WebhookMessage[] = [];
    const swallowed = Promise.withResolvers<number>();
    const sender = senderTo(async (message) => {
      sent.push(message);
      return message.url === SUPPLIERS_URL ? 200 : swallowed.promise;
    });
    await sender.round();
    await sender.round();
    await addWebhook(null, SUPPLIERS_URL);
    await happen();
    await sender.round();
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(17);
    expect.soft(sent.filter(({ url }) => url === SUPPLIERS_URL)).toHaveLength(1);
    expect.soft(sent.filter(({ url }) => url === failing)).toHaveLength(1);
    expect(sent).toHaveLength(17);
    expect(sent.map(({ url, chosenBy }) => chosenBy === (url === SUPPLIERS_URL ? 'supplier' : 'customer'))).not.toContain(false);
    swallowed.resolve(200);
    await sender.drain();
  });
});
