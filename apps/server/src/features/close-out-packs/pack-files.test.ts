import { createPack, deletePack, downloadPack, type PackRow } from '@yardage/contract/close-out-packs';
import type { Endpoint } from '@yardage/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { PackRunner } from './pack-runner.service.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let job: string;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  job = (await app.database.read(
    'system',
    sql`select o.job as answer from orders o join tickets t on t.order_id = o.id join invoices i on i.id = t.invoice_id
      where o.customer_id = ${own.customerId} group by o.job having count(*) > 30 order by bool_or(i.open_cents = 0) desc, count(*), o.job limit 1`,
  )) as string;
});
afterAll(() => app?.close());

const call = (endpoint: Endpoint, packId?: number, as = OWNER, body?: object) =>
  app.call(endpoint, {
    as,
    params: { globalCustomerNumber: own.globalCustomerNumber, ...(packId ? { packId } : {}) },
    ...(body ? { body } : {}),
  });
const setRole = (email: string, roleId: number) =>
  app.database.transaction('system', ({ client }) =>
    client.query('update members set role_id = $1 where customer_id = $2 and email = $3', [roleId, own.customerId, email]),
  );
const run = (onRender: (count: number) => unknown = () => {}) => {
  let count = 0;
  const render = async () => {
    await onRender(++count);
    return Buffer.alloc(20_000, 7);
  };
  return new PackRunner(app.database, { render }, app.http.log as never).runAll();
};
const stateOf = (id: number) =>
  app.database.read('system', sql`select json_build_array(state, failure) as answer from close_out_packs where id = ${id}`);
const make = async (as = OWNER): Promise<PackRow> => {
  const answer = await call(createPack, undefined, as, { kind: 'job', job });
  expect(answer.status).toBe(200);
  return answer.body;
};

const PROJECT_MANAGER = 4;

describe('the file of a close-out pack', () => {
  it('APY-10 INV-12 with payments is not handed out, or made, once its maker may not see payments any more', async () => {
    const maker = 'payables@example.com';
    onTestFinished(async () => void (await setRole(maker, 3)));
    const { id } = await make(maker);
    await run();
    expect((await call(downloadPack, id, maker)).status).toBe(200);
    await setRole(maker, PROJECT_MANAGER);
    expect((await call(downloadPack, id, maker)).status).toBe(403);
    // A pack that they make now has no payments, and they can download it.
    const without = await make(maker);
    await run();
    expect((await call(downloadPack, without.id, maker)).status).toBe(200);
    // A pack that is being made when the role changes is stopped.
    await setRole(maker, 3);
    const cut = await make(maker);
    await run((count) => count === 3 && setRole(maker, PROJECT_MANAGER));
    expect(await stateOf(cut.id)).toEqual(['failed', 'access-ended']);
    for (const each of [id, without.id, cut.id]) await call(deletePack, each, maker);
  });

  it('APY-10 has a length, and breaks off with an error if the pack is deleted while it is sent', async () => {
    const { id } = await make();
    await run();
    const url = `/api/customers/${own.globalCustomerNumber}/close-out-packs/${id}/file`;
    const request = { url, headers: { authorization: `Bearer ${await app.token(OWNER)}` } };
    const whole = await app.http.inject(request);
    expect([whole.statusCode, whole.headers['content-length']]).toEqual([200, String(whole.rawPayload.length)]);
    await app.database.transaction('system', ({ client }) =>
      client.query('delete from close_out_pack_parts where pack_id = $1 and start_byte > 0', [id]),
    );
    // The connection ends before the length is reached, which every client takes for a failed download.
    await expect(app.http.inject(request)).rejects.toThrow();
    await call(deletePack, id);
  });
});
