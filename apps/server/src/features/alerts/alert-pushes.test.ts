import { createECDH } from 'node:crypto';
import { addBrowser, removeBrowser, updateAlertSettings } from '@yardage/contract/alerts';
import { MINUTE_MS } from '@yardage/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { type AlertWorld, openAlertWorld } from '#server/testing/alert-world';
import type { AlertEngine } from './alert-engine.ts';

const OWNER = 'owner@example.com';
const FIELD = 'field@example.com';
const MANAGER = 'manager@example.com';
let world: AlertWorld;
let engine: AlertEngine;

beforeAll(async () => {
  world = await openAlertWorld(OWNER);
  engine = world.openEngine();
});
afterAll(() => world?.app.close());
beforeEach(() => world.clear());

const typesIn = async (as: string): Promise<string[]> =>
  (await world.inboxOf(as)).items.map(({ type }: { type: string }) => type).reverse();

describe('push messages', () => {
  const endpoint = 'https://push.example.com/send/1';
  const subscribe = (as: string, body: object = {}) => {
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') };
    return world.app.call(addBrowser, { as, body: { endpoint, ...keys, ...body } });
  };
  const arrive = (key: string) =>
    world.run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'arrived', '{}')", [world.own.customerId, key]);

  it('ALR-02 reach the browsers of their user once, by whichever process, are tried again, and end when the browser is gone', async () => {
    expect((await subscribe(OWNER)).status).toBe(200);
    await world.follow(OWNER, ['arrived']);
    await world.follow(FIELD, ['arrived']);
    await arrive('a');
    const now = new Date();
    await engine.round(now);
    world.service.status = 500;
    const other = world.openEngine();
    await Promise.all([engine.startPushes(now), other.startPushes(now)]);
    await Promise.all([engine.drain(), other.drain()]);
    expect(world.service.pushed.map(({ url }) => url)).toEqual([endpoint]);
    expect(world.service.pushed[0]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=/),
    });
    world.service.status = 201;
    for (const seconds of [10, 40, 80, 120]) {
      await engine.startPushes(new Date(now.getTime() + seconds * 1000));
      await engine.drain();
    }
    expect(world.service.pushed).toHaveLength(2);
    world.service.status = 410;
    await arrive('b');
    await engine.round(now);
    await engine.startPushes(now);
    await engine.drain();
    expect(Number(await world.ask(sql`select count(*) as answer from push_subscriptions`))).toBe(0);
  });

  it.each([
    ['is disabled', 'is_enabled = false'],
    [
      'may no longer see them',
      `role_id = (select f.role_id from members f join users u on u.id = f.user_id where u.email = '${FIELD}' limit 1)`,
    ],
  ])('ALR-01 ALR-02 stop everywhere when a member %s: no new ones, no digest, no push, none in the inbox', async (_what, change) => {
    world.service.status = 201;
    await world.app.call(updateAlertSettings, { as: MANAGER, body: { mail: 'digest', quietFrom: null, quietTo: null, digestAt: 6 * 60 } });
    await subscribe(MANAGER);
    await world.follow(MANAGER, ['invoice-due']);
    const due = (key: string) =>
      world.run("insert into alert_events (customer_id, key, type, facts) values ($1, $2, 'invoice-due', '{}')", [
        world.own.customerId,
        key,
      ]);
    await due('before');
    const now = new Date();
    await engine.round(now);
    expect(await typesIn(MANAGER)).toEqual(['invoice-due']);
    const member = 'customer_id = $1 and user_id = (select id from users where email = $2)';
    const [before] = (await world.run(`select role_id, is_enabled from members where ${member}`, [world.own.customerId, MANAGER])).rows;
    await world.run(`update members set ${change} where ${member}`, [world.own.customerId, MANAGER]);
    try {
      await due('after');
      await engine.round(now);
      await engine.startPushes(now);
      await engine.drain();
      await engine.round(new Date(now.getTime() + 25 * 60 * MINUTE_MS));
      expect(world.service.pushed).toEqual([]);
      expect(Number(await world.ask(sql`select count(*) as answer from outgoing_mails where document_kind = 'alerts'`))).toBe(0);
      expect(await world.inboxOf(MANAGER)).toMatchObject({ items: [], unreadCount: 0 });
      expect(Number(await world.ask(sql`select count(*) as answer from alerts`))).toBe(1);
    } finally {
      await world.run(`update members set role_id = $3, is_enabled = $4 where ${member}`, [
        world.own.customerId,
        MANAGER,
        before.role_id,
        before.is_enabled,
      ]);
    }
  });

  it('ALR-02 forget a subscription with an invalid key, and are tried again after any other failure', async () => {
    await subscribe(OWNER);
    await world.run(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth) select user_id, endpoint || '-bad', $1, auth from push_subscriptions`,
      [Buffer.alloc(65).toString('base64url')],
    );
    await world.follow(OWNER, ['arrived']);
    await arrive('c');
    const now = new Date();
    await engine.round(now);
    await engine.startPushes(now);
    await engine.drain();
    expect(world.service.pushed.map(({ url }) => url)).toEqual([endpoint]);
    expect(Number(await world.ask(sql`select count(*) as answer from push_subscriptions`))).toBe(1);

    await arrive('d');
    await engine.round(now);
    const send = vi.spyOn(world.port, 'send').mockRejectedValueOnce(new Error('not foreseen'));
    await engine.startPushes(now);
    await engine.drain();
    send.mockRestore();
    expect(world.service.failures).toHaveLength(1);
    await engine.startPushes(new Date(now.getTime() + 60_000));
    await engine.drain();
    expect(world.service.pushed).toHaveLength(2);
  });

  it('ALR-02 keep the browser and are logged if the push service refuses our request', async () => {
    await subscribe(OWNER);
    await world.follow(OWNER, ['arrived']);
    await arrive('e');
    const now = new Date();
    await engine.round(now);
    world.service.status = 403;
    await engine.startPushes(now);
    await engine.drain();
    expect(Number(await world.ask(sql`select count(*) as answer from push_subscriptions`))).toBe(1);
    expect(world.service.failures).toHaveLength(1);
    world.service.status = 201;
    await engine.startPushes(new Date(now.getTime() + 60_000));
    await engine.drain();
    expect(world.service.pushed).toHaveLength(2);
  });

  it('ALR-02 end in the browser in which their user turns them off, and not because somebody else asks', async () => {
    const laptop = 'https://push.example.com/send/2';
    await subscribe(OWNER);
    await subscribe(OWNER, { endpoint: laptop });
    const turnOff = async (as: string) => (await world.app.call(removeBrowser, { as, body: { endpoint } })).status;
    await world.follow(OWNER, ['arrived']);
    const reached = async (key: string): Promise<string[]> => {
      world.service.pushed = [];
      await arrive(key);
      const now = new Date();
      await engine.round(now);
      await engine.startPushes(now);
      await engine.drain();
      return world.service.pushed.map(({ url }) => url).toSorted();
    };
    expect(await turnOff(FIELD)).toBe(200);
    expect(await reached('f')).toEqual([endpoint, laptop]);
    expect(await turnOff(OWNER)).toBe(200);
    expect(await reached('g')).toEqual([laptop]);
  });

  it('ALR-02 go to public addresses only, with keys as browsers make them', async () => {
    expect(Object.keys((await subscribe(OWNER, { endpoint: 'https://127.0.0.1/x' })).body.errors)).toEqual(['endpoint']);
    expect(Object.keys((await subscribe(OWNER, { auth: 'short' })).body.errors)).toEqual(['auth']);
    const none = Buffer.alloc(65).toString('base64url');
    expect(Object.keys((await subscribe(OWNER, { p256dh: none })).body.errors)).toEqual(['p256dh']);
  });
});
