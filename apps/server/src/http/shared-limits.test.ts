import { setTimeout as pause } from 'node:timers/promises';
import { register } from '@yardage/contract/registration';
import { postPositions } from '@yardage/contract/telemetry';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { SharedCounts } from './shared-counts.ts';

const OWNER = 'owner@example.com';
const environment = { CALLS_PER_MINUTE: '100', SERVICE_CALLS_PER_MINUTE: '20', PUBLIC_CALLS_PER_DAY: '120' };
let opened: TestDatabase;
let apps: TestApp[];

// Two processes share nothing but the database, like these two applications.
beforeAll(async () => {
  opened = await openTestDatabase('demo');
  const shared = { database: opened.database, close: async () => {} };
  apps = [await openTestApp({ opened: shared, environment }), await openTestApp({ opened: shared, environment })];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await opened.close();
});

const [A, B] = [0, 1];
const at = (index: number) => apps[index] as TestApp;

/**
 * Calls a process until it refuses, and returns how many calls it has answered. It learns of the others' calls within a second or two,
 * on a busy machine later. The pause leaves time for that before its own calls reach the limit.
 */
async function countUntilRefused(call: () => Promise<number>): Promise<number> {
  let answered = 0;
  for (; (await call()) !== 429; answered += 1) await pause(500);
  return answered;
}

describe('limits shared by all processes', () => {
  it("RUN-05 count a user's calls together, whichever process answers", async () => {
    const token = await at(A).token(OWNER);
    const call = async (index: number) => (await at(index).call(getProfile, { token })).status;
    for (let calls = 0; calls < 99; calls += 1) expect(await call(A)).toBe(200);
    expect(await countUntilRefused(() => call(B))).toBeLessThan(90);
  });

  it("RUN-05 count a service key's calls by key, with a limit of its own", async () => {
    const key = await at(A).serviceKey();
    const post = async (index: number) =>
      (await at(index).call(postPositions, { headers: { 'x-service-key': key }, body: { positions: [] } })).status;
    for (let calls = 0; calls < 19; calls += 1) expect(await post(A)).not.toBe(429);
    expect(await countUntilRefused(() => post(B))).toBeLessThan(19);
  });

  it('RUN-05 count calls without sign-in at once, by address, network and day', async () => {
    const post = async (index: number, remoteAddress: string) =>
      (await at(index).http.inject({ method: register.method, url: `/api${register.path}`, remoteAddress, payload: {} })).statusCode;
    expect([await post(A, '192.0.2.1'), await post(B, '192.0.2.1'), await post(A, '192.0.2.1'), await post(B, '192.0.2.1')]).toEqual([
      400, 400, 429, 429,
    ]);
    // Other addresses of the network, up to four times as many.
    const others = [];
    for (let host = 2; host < 8; host += 1) others.push(await post(host % 2, `192.0.2.${host}`));
    expect(others).toEqual([400, 400, 400, 400, 429, 429]);
    expect(await post(A, '198.51.100.1')).toBe(400);
  });

  it('RUN-05 count a subscriber of IPv6 once, however many addresses they use, and IPv4 that is written as IPv6 as IPv4', async () => {
    const limited = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '3' } });
    const ask = async (remoteAddress: string) => (await limited.http.inject({ url: '/openapi.json', remoteAddress })).statusCode;
    const from = async (...addresses: string[]) => {
      const statuses = [];
      for (const address of addresses) statuses.push(await ask(address));
      return statuses;
    };
    try {
      expect(await from('2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::', '2001:db8:1:2::4')).toEqual([200, 200, 200, 429]);
      expect(await from('2001:db8:1:3::1')).toEqual([200]);
      expect(await from('192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1')).toEqual([200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('the clock', () => {
  const log = { warn: () => {} } as never;
  const limit = (bucket: string) => ({ bucket, periodMs: 60_000, max: 1 });

  it('RUN-05 of a process that is set back, or is wrong, makes no period longer', async () => {
    const [one, other] = [new SharedCounts(opened.database, log), new SharedCounts(opened.database, log)];
    try {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
      await one.takeNow([limit('clock')]);
      clock.mockRestore();
      expect(one.take(limit('clock')).leftMs).toBeLessThanOrEqual(60_001);
      expect((await other.takeNow([limit('clock')]))?.leftMs).toBeLessThanOrEqual(60_001);
    } finally {
      vi.restoreAllMocks();
      for (const counts of [one, other]) await counts.close();
    }
  });

  it('RUN-05 of the database that is set back makes no period longer', async () => {
    const counts = new SharedCounts(opened.database, log);
    try {
      // Written before the step: it ends an hour and a minute after the database's current time.
      await opened.database.transaction('system', ({ client }) =>
        client.query("insert into rate_counts (bucket, calls, ends_at) values ('step', 5, now() + interval '61 minutes')"),
      );
      const refused = await counts.takeNow([limit('step')]);
      expect(refused?.leftMs).toBeGreaterThan(50_000);
      expect(refused?.leftMs).toBeLessThanOrEqual(60_001);
    } finally {
      await counts.close();
    }
  });
});
