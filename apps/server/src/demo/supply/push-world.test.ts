import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { putSupply } from '@yardage/contract/supply';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp, type TestCall } from '#server/testing/test-app';
import { DEMO_ACCOUNTS } from '../world/demo-accounts.ts';
import { readWorldFact } from '../world/demo-world.queries.ts';
import { collectWorld } from './collect-world.ts';
import { insertPortalRows } from './portal-rows.ts';
import { pushWorld } from './push-world.ts';

let demo: TestApp;
let pushed: TestApp;

beforeAll(async () => {
  [demo, pushed] = await Promise.all([openTestApp(), openTestApp({ world: 'empty' })]);
  const fact = await readWorldFact(demo.database);
  if (!fact) throw new Error('the demo database holds no demo world');
  const now = new Date(fact.filledAt);
  const world = await collectWorld({ seed: fact.seed, scale: fact.scale, now, onProgress: () => {} });
  await pushWorld(world, now, async (resource, dataSource, records) => {
    const body = dataSource === undefined ? { records } : { dataSource, records };
    const answer = await pushed.call(putSupply[resource], { as: SERVICE, body });
    expect([answer.status, answer.body.counts?.created], resource).toEqual([200, records.length]);
  });
  await insertPortalRows(pushed.database, world);
});
afterAll(() => Promise.all([demo?.close(), pushed?.close()]));

/**
 * Names of fields that differ between the two worlds: ids of rows, and times that are computed on request. The order of the rows is the
 * same.
 */
const ROW_ID = /^(id|.*(order|ticket|truck|job|invoice|payment|quote|entity|session|sender|user|support|statement)Id)$/i;
const COMPUTED = /^(nextTruckAt|calculatedAt|(earliest|estimated|latest|expected)ArrivalTime|deliveredAt|ageSeconds)$/;

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  // Why a payment failed is not in the supplier's records.
  const isMissing = (name: string) => name === 'statusCode' && (value as { paymentResult?: number }).paymentResult === 0;
  const isLeftOut = (name: string) => ROW_ID.test(name) || COMPUTED.test(name) || isMissing(name);
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (isLeftOut(name) ? [] : [[name, comparable(each)]])));
}

/** The customer in path and query of a read. */
function callOf({ params, query }: Endpoint, customer: TestCustomer): TestCall {
  const named = (shape: object | undefined) => Object.fromEntries(Object.entries(customer).filter(([name]) => name in (shape ?? {})));
  return { params: named(params?.shape), query: named(query?.shape) };
}

/** Whether an endpoint reads a list or figures, and no single record. */
function isWhole({ method, scope, params, query, answersFile }: Endpoint, customer: TestCustomer): boolean {
  const isKnown = ([name, schema]: [string, unknown]) => name in customer || (schema as z.ZodType).safeParse(undefined).success;
  const fields = [...Object.entries(params?.shape ?? {}), ...Object.entries(query?.shape ?? {})];
  return method === 'GET' && scope === 'customer' && !answersFile && fields.every(isKnown);
}

const OWNER = 'owner@example.com';
/** The owner reads all pages of all accounts. The others see the same rows, so their first pages of one account are enough. */
const mostPagesOf = (email: string) => (email === OWNER ? Number.POSITIVE_INFINITY : 1);

/** The pages of a list, or the one answer. */
async function read(app: TestApp, endpoint: Endpoint, call: TestCall & { as: string }): Promise<unknown[]> {
  const isList = endpoint.query?.shape.pageIndex !== undefined;
  const pages: unknown[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const answer = await app.call(endpoint, { ...call, query: { ...call.query, ...(isList ? { pageIndex, pageSize: 100 } : {}) } });
    expect([200, 403], `${endpoint.id} ${answer.text}`).toContain(answer.status);
    pages.push([answer.status, answer.status === 200 ? comparable(answer.body) : null]);
    if (!answer.body.hasNextPage || pageIndex >= mostPagesOf(call.as)) return pages;
  }
}

describe('the demo world that came through the API', () => {
  const answered = new Set<string>();

  it.each(DEMO_ACCOUNTS.map(({ email }) => email))('FED-15 shows %s the same lists and figures as the demo', async (email) => {
    const customers = await customersOf(demo.database, email);
    const sameCustomers = await customersOf(pushed.database, email);
    expect(sameCustomers.map(({ globalCustomerNumber }) => globalCustomerNumber)).toEqual(
      customers.map(({ globalCustomerNumber }) => globalCustomerNumber),
    );
    for (const [index, customer] of customers.slice(0, email === OWNER ? undefined : 1).entries()) {
      const same = sameCustomers[index] ?? customer;
      const reads = ENDPOINTS.filter((endpoint) => isWhole(endpoint, customer));
      expect(reads.length).toBeGreaterThan(12);
      for (const endpoint of reads) {
        const expected = await read(demo, endpoint, { ...callOf(endpoint, customer), as: email });
        const found = await read(pushed, endpoint, { ...callOf(endpoint, same), as: email });
        expect(found, `${endpoint.id} of ${customer.globalCustomerNumber}`).toEqual(expected);
        answered.add(endpoint.id);
      }
    }
  });

  it('FED-15 was compared in all areas', () => {
    for (const area of [
      'orders',
      'tickets',
      'quotes',
      'invoices',
      'payments',
      'statements',
      'dashboard',
      'members',
      'support',
      'chat',
      'truck-tracking',
    ]) {
      expect(
        [...answered].some((id) => id.startsWith(`${area}.`)),
        area,
      ).toBe(true);
    }
  });
});
