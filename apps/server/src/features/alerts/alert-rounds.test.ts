import { createECDH } from 'node:crypto';
import { addBrowser, updateAlertSettings } from '@yardage/contract/alerts';
import { DELIVERY_ALERTS } from '@yardage/domain/alerts';
import { HOUR_MS, MINUTE_MS } from '@yardage/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/database/drizzle';
import { MailService } from '#server/features/mail/mail.service';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';
import type { AlertEngine } from './alert-engine.ts';
import { claimDuePushes, findAlertsToMail } from './alert-rounds.queries.ts';

const OWNER = 'owner@example.com';
const MINUTES_PER_DAY = 24 * 60;
let world: AlertWorld;
let engine: AlertEngine;

beforeAll(async () => {
  world = await openAlertWorld(OWNER);
  engine = world.openEngine();
});
afterAll(() => world?.app.close());
beforeEach(async () => {
  await world.clear();
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') };
  await world.app.call(addBrowser, { as: OWNER, body: { endpoint: 'https://push.example.com/send/1', ...keys } });
  await world.follow(OWNER, [...DELIVERY_ALERTS]);
});

const storeEvent = (type: string, facts: object = {}) =>
  world.run('insert into alert_events (customer_id, key, type, facts) values ($1, $2, $2, $3)', [
    world.own.customerId,
    type,
    JSON.stringify(facts),
  ]);
/** Returns how many mails are queued and push messages sent in a round at that moment. */
async function sentAt(moment: Date): Promise<{ mails: number; pushes: number }> {
  const before = world.service.pushed.length;
  const { mails } = await engine.round(moment);
  await engine.startPushes(moment);
  await engine.drain();
  return { mails, pushes: world.service.pushed.length - before };
}
const inbox = async () => (await world.inboxOf(OWNER)).items.map(({ type }: { type: string }) => type).toSorted();
const msFromNow = (ms: number) => new Date(Date.now() + ms);

describe('alerts about trucks', () => {
  it('ALR-01 ALR-02 are sent while they are timely; after quiet hours they are in the inbox only, and other alerts are sent', async () => {
    const zone = await world.ask<string>(
      sql`select d.time_zone as answer from customers c join data_sources d on d.id = c.data_source_id where c.id = ${world.own.customerId}`,
    );
    const clock = new Date().toLocaleTimeString('en-GB', { timeZone: String(zone), hour: '2-digit', minute: '2-digit' });
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    const minute = hours * 60 + minutes;
    const around = (change: number) => (minute + change + MINUTES_PER_DAY) % MINUTES_PER_DAY;
    const quiet = { quietFrom: around(-15), quietTo: around(180) };
    expect((await world.app.call(updateAlertSettings, { as: OWNER, body: { mail: 'each', digestAt: 360, ...quiet } })).status).toBe(200);
    for (const type of [...DELIVERY_ALERTS]) await storeEvent(type);
    expect(await sentAt(new Date())).toEqual({ mails: 0, pushes: 0 });
    expect(await sentAt(msFromNow(4 * HOUR_MS))).toEqual({ mails: 1, pushes: 1 });
    expect(await inbox()).toEqual([...DELIVERY_ALERTS].toSorted());
  });

  it('ALR-01 ALR-02 are sent at once, and not after the workers or the mail server were away', async () => {
    await storeEvent('arrived');
    expect(await sentAt(msFromNow(MINUTE_MS))).toEqual({ mails: 1, pushes: 1 });
    const mail = new MailService(world.app.database);
    world.engineWith(mail);
    const due = await world.ask<object>(
      sql`select json_build_object('documentKind', document_kind, 'documentReference', document_reference, 'recipientLanguage', null) as answer
          from outgoing_mails where document_kind = 'alerts'`,
    );
    expect(await mail.content(due as never)).toBeDefined();
    await world.run("update alert_events set created_at = now() - interval '1 hour'");
    expect(await mail.content(due as never)).toBeUndefined();
    await storeEvent('truck-left');
    expect(await sentAt(msFromNow(HOUR_MS))).toEqual({ mails: 0, pushes: 0 });
    expect(await inbox()).toEqual(['arrived', 'truck-left']);
  });

  it('ALR-01 ALR-02 do not say that a truck left or comes near once it has arrived', async () => {
    const ticketId = Number(
      await world.ask(sql`select max(id) as answer from tickets where customer_id = ${world.own.customerId} and arrived_at is not null`),
    );
    for (const type of ['truck-left', 'ten-minutes', 'arrived']) await storeEvent(type, { ticketId });
    expect(await sentAt(new Date())).toEqual({ mails: 1, pushes: 1 });
  });
});

describe('alerts about discounts', () => {
  it('ALR-01 name only discounts that the cart gives: none on a rest that does not exceed the discount, or that is partly disputed', async () => {
    await world.follow(OWNER, ['discount-expiring']);
    const set = (cents: string) =>
      world.run(
        `update invoices i set discount_cents = ${cents}, discount_taken_cents = 0, discount_expires_on = current_date + 40
         where id = (select max(id) from invoices where customer_id = $1 and open_cents > 100 and pending_cents = 0)`,
        [world.own.customerId],
      );
    const noted = async () => {
      for (let hour = 0; hour < 24; hour += 12) await engine.deriveEvents(msFromNow(39 * 24 * HOUR_MS + hour * HOUR_MS));
      return Number(await world.ask(sql`select count(*) as answer from alert_events where type = 'discount-expiring'`));
    };
    await set('open_cents');
    expect(await noted()).toBe(0);
    // Without the disputed amount only a part is paid, and parts have no discount here.
    await set('open_cents - 1');
    await world.run(
      `insert into disputes (customer_id, invoice_id, reason, amount_cents)
       select customer_id, id, 'other', 100 from invoices where customer_id = $1 and discount_expires_on = current_date + 40`,
      [world.own.customerId],
    );
    expect(await noted()).toBe(0);
    await world.run(`update disputes set state = 'withdrawn' where state = 'open'`);
    expect(await noted()).toBe(1);
    // A dispute before the morning takes the discount away, and with it the mail that waits.
    await engine.round(msFromNow(38 * 24 * HOUR_MS));
    await world.run(`update disputes set state = 'open' where state = 'withdrawn'`);
    expect((await engine.round(msFromNow(40 * 24 * HOUR_MS))).mails).toBe(0);
    await world.run(`update disputes set state = 'withdrawn' where state = 'open'`);
    await world.run('update alert_deliveries set done_at = null');
    expect((await engine.round(msFromNow(40 * 24 * HOUR_MS))).mails).toBe(1);
  });
});

describe('alerts about invoices that are partly paid', () => {
  it('ALR-01 name the rest that is due while a part payment is under way; its discount is taken by that payment', async () => {
    await world.follow(OWNER, ['invoice-due', 'discount-expiring']);
    const set = (pending: string) =>
      world.run(
        `update invoices set pending_cents = ${pending}, due_date = current_date + 40, discount_expires_on = current_date + 40,
           discount_cents = 100, discount_taken_cents = 0
         where id = (select max(id) from invoices where customer_id = $1 and open_cents > 1000)`,
        [world.own.customerId],
      );
    const restCents = sql`select open_cents - pending_cents as answer from invoices where id =
      (select max(id) from invoices where customer_id = ${world.own.customerId} and open_cents > 1000)`;
    const noted = async () => {
      await world.run('delete from alert_events where spread_at is null');
      // From before midnight until after noon of the day before, whatever the time zone is.
      for (let hour = 0; hour < 24; hour += 12) await engine.deriveEvents(msFromNow(39 * 24 * HOUR_MS + hour * HOUR_MS));
      return (await world.ask<[string, number][]>(
        sql`select coalesce(json_agg(json_build_array(type, (facts ->> 'cents')::bigint) order by type), '[]') as answer from alert_events`,
      )) as [string, number][];
    };
    onTestFinished(() => set('0').then(() => undefined));
    await set('open_cents');
    expect(await noted()).toEqual([]);
    await set('500');
    expect(await noted()).toEqual([['invoice-due', Number(await world.ask(restCents))]]);
    // The mail that waits for the morning is sent for the rest, and not once all is under way.
    await engine.round(msFromNow(38 * 24 * HOUR_MS));
    await set('open_cents');
    expect((await engine.round(msFromNow(40 * 24 * HOUR_MS))).mails).toBe(0);
    await world.run('update alert_deliveries set done_at = null');
    await set('500');
    expect((await engine.round(msFromNow(40 * 24 * HOUR_MS))).mails).toBe(1);
    // Mail and push message name what is due when they are sent.
    await set('700');
    const rest = Number(await world.ask(restCents));
    const alertIds = (await world.ask(sql`select json_agg(distinct alert_id) as answer from alert_deliveries`)) as number[];
    const mailed = await findAlertsToMail(world.app.database, { alertIds, isDigest: false }, 'none');
    expect(mailed.map(({ facts }) => facts.cents)).toEqual([rest]);
    const pushed = await world.app.database.transaction('system', (transaction) =>
      claimDuePushes(transaction, msFromNow(40 * 24 * HOUR_MS), 'none'),
    );
    expect(pushed.map(({ alert }) => alert.facts.cents)).toEqual([rest]);
  });
});
