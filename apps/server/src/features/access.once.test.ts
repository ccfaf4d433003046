import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { HEADERS } from '@yardage/contract/headers';
import { listOrders } from '@yardage/contract/orders';
import { mayUseDesk, type StaffRole } from '@yardage/contract/staff-roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/database/drizzle';
import { AREAS } from '#server/features/areas';
import { JsonText } from '#server/http/answers';
import { foreignMarks, leaksIn } from '#server/testing/leaks';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestAnswer, type TestApp } from '#server/testing/test-app';
import type { Area } from './area.ts';
import { ordersArea } from './orders/orders.routes.ts';

const MEMBERS = ['owner', 'administrator', 'payables', 'manager', 'field', 'viewer'].map((name) => `${name}@example.com`);
const STAFF: Readonly<Record<string, StaffRole>> = {
  'dispatcher@example.com': 'Dispatcher',
  'credit@example.com': 'Credit',
  'desk@example.com': 'Administrator',
};
const OUTSIDERS = ['other', 'nobody'].map((name) => `${name}@example.com`).concat(Object.keys(STAFF));

let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let marks: string[];
let codes: Map<string, Set<string>>;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  marks = await foreignMarks(app.database, 'owner@example.com');
  codes = await codesByEmail(own.customerId);
});
afterAll(() => app?.close());

/** Returns the permission codes of each of the users at a customer, read directly from the database. */
async function codesByEmail(customerId: number): Promise<Map<string, Set<string>>> {
  const rows = await app.database.read<{ email: string; codes: string[] }[]>(
    'system',
    sql`select json_agg(r) as answer from (
          select u.email, json_agg(p.code) as codes from members m join users u on u.id = m.user_id join role_permissions p on p.role_id = m.role_id
          where m.customer_id = ${customerId} and m.status_id = 2 and m.is_enabled group by u.email) r`,
  );
  return new Map(rows?.map(({ email, codes }) => [email, new Set(codes)]));
}

/** Returns the status that a caller must get, derived only from the endpoint's declaration. */
function expectedStatus(endpoint: Endpoint, email: string, codes: ReadonlySet<string>, isMember: boolean): number {
  if ('service' in endpoint.access) return 401;
  if ('staff' in endpoint.access) return mayUseDesk(STAFF[email] ?? null, endpoint.access.staff) ? 200 : 403;
  if (endpoint.scope === 'customer' && !isMember) return 403;
  if (!('anyOf' in endpoint.access)) return 200;
  return endpoint.access.anyOf.some((code) => codes.has(code)) ? 200 : 403;
}

describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('access to %s', (_id, endpoint) => {
  it('PER-06 PER-13 STF-01 answers every role and outsider as their permission codes or staff role say', async () => {
    // A refused call changes nothing, so all refused callers can use the same sample.
    const refusedCall = await sampleCall(app.database, endpoint, own);
    const statuses: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const email of [...MEMBERS, ...OUTSIDERS]) {
      const held = codes.get(email) ?? new Set();
      expected[email] = expectedStatus(endpoint, email, held, held.size > 0);
      const call = expected[email] === 200 ? await sampleCall(app.database, endpoint, own, email) : refusedCall;
      const answer = await app.call(endpoint, { ...call, as: email });
      statuses[email] = answer.status;
      const mayKnowOthers = email === 'other@example.com' || (email in STAFF && 'staff' in endpoint.access);
      if (!mayKnowOthers) expect(leaksIn(answer.text, marks), email).toEqual([]);
    }
    expect(statuses).toEqual(expected);
  });

  it('refuses a caller without a token', async () => {
    const answer = await app.call(endpoint, await sampleCall(app.database, endpoint, own));
    expect(answer.status).toBe('public' in endpoint.access ? 200 : 401);
  });
});

const customerEndpoints = ENDPOINTS.filter((endpoint) => endpoint.scope === 'customer');
const SCOPE_HEADERS = {
  [HEADERS.customerNumber]: 'customerNumber',
  [HEADERS.globalCustomerNumber]: 'globalCustomerNumber',
  [HEADERS.datasourceId]: 'datasourceId',
} as const;

/** Keys that identify no record: every customer has statements of the same days, and the customer keys are tested separately. */
const SHARED_KEYS = ['statementDate', 'globalCustomerNumber', 'customerNumber', 'datasourceId'];

/** Returns where an endpoint names records: in its path, in required query fields and in lists of its body. */
function recordKeys({ path, query, body }: Endpoint) {
  const isRecord = (name: string) => !SHARED_KEYS.includes(name);
  return {
    params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string).filter(isRecord),
    query: Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
      isRecord(name) && /(Id|Number)$/.test(name) && !schema.safeParse(undefined).success ? [name] : [],
    ),
    body: body instanceof z.ZodObject ? Object.keys(body.shape).filter((name) => /(Ids|Numbers)$/.test(name)) : [],
  };
}

type Sample = Awaited<ReturnType<typeof sampleCall>>;

/** Expects 404, or the same response as for a record that does not exist. */
async function expectNothingOf(answer: TestAnswer, askAboutNothing: () => Promise<TestAnswer>): Promise<void> {
  if (answer.status !== 404) expect(answer.body).toEqual((await askAboutNothing()).body);
}

describe.each(customerEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('PER-01 a foreign customer in %s', (_id, endpoint) => {
  it('is refused in every position of path, query and headers', async () => {
    const good = await sampleCall(app.database, endpoint, own);
    const attempts: [string, typeof good][] = [];
    for (const name of Object.keys(foreign) as (keyof TestCustomer)[]) {
      if (good.params && name in good.params)
        attempts.push([`path ${name}`, { ...good, params: { ...good.params, [name]: foreign[name] } }]);
      if (endpoint.query?.shape[name] && foreign[name] !== own[name]) {
        attempts.push([`query ${name}`, { ...good, query: { ...good.query, [name]: foreign[name] } }]);
      }
    }
    for (const [header, name] of Object.entries(SCOPE_HEADERS)) {
      if (foreign[name] !== own[name]) attempts.push([`header ${header}`, { ...good, headers: { [header]: String(foreign[name]) } }]);
    }
    attempts.push(['everything', await sampleCall(app.database, endpoint, foreign)]);
    for (const [position, call] of attempts) {
      const answer = await app.call(endpoint, { ...call, as: 'owner@example.com' });
      expect([403, 404], `${position} answered ${answer.status}`).toContain(answer.status);
    }
    expect(attempts.length).toBeGreaterThan(3);
  });

  const keys = recordKeys(endpoint);
  if (keys.params.length + keys.query.length + keys.body.length > 0) {
    it('answers a foreign record under the own customer number like one that does not exist', async () => {
      const good = await sampleCall(app.database, endpoint, own);
      const other = await sampleCall(app.database, endpoint, foreign);
      const ask = (call: Sample) => app.call(endpoint, { ...call, as: 'owner@example.com' });
      for (const name of keys.params) {
        expect((await ask({ ...good, params: { ...good.params, [name]: other.params?.[name] as number } })).status, name).toBe(404);
      }
      for (const name of keys.query) {
        const asking = (value: unknown) => ask({ ...good, query: { ...good.query, [name]: value as number } });
        await expectNothingOf(await asking(other.query?.[name]), () => asking('99999999'));
      }
      for (const name of keys.body) {
        const [mine, theirs] = [good, other].map(({ body }) => (body as Record<string, unknown[]>)[name] ?? []) as [unknown[], unknown[]];
        const asking = (values: unknown[]) => ask({ ...good, body: { ...(good.body as object), [name]: values } });
        await expectNothingOf(await asking([...mine, ...theirs]), () => asking([...mine, 'NOBODYS']));
      }
    });
  }

  it('API-03 API-11 API-16 API-26 API-28 is accepted, and answers as declared, when path, query and headers agree', async () => {
    const headers = Object.fromEntries(Object.entries(SCOPE_HEADERS).map(([header, name]) => [header, String(own[name])]));
    const answer = await app.call(endpoint, { ...(await sampleCall(app.database, endpoint, own)), headers, as: 'owner@example.com' });
    expect(answer.status).toBe(200);
  });
});

describe.each(ENDPOINTS.filter(({ access }) => 'service' in access).map((endpoint) => [endpoint.id, endpoint] as const))(
  'the service key of %s',
  (_id, endpoint) => {
    it('admits machines with the key, and no other caller', async () => {
      const good = await sampleCall(app.database, endpoint, own);
      const key = await app.serviceKey();
      expect((await app.call(endpoint, { ...good, as: SERVICE })).status).toBe(200);
      for (const wrong of ['', key.slice(1), `${key}x`, key.toUpperCase(), app.config.subscriptionKey]) {
        const answer = await app.call(endpoint, { ...good, headers: { [HEADERS.serviceKey]: wrong } });
        expect([answer.status, answer.body.code], wrong).toEqual([401, 'service-key-refused']);
      }
      expect(app.logLines.join('')).not.toContain(key);
    });
  },
);

describe('a planted leak', () => {
  const areasWith = (leak: Area) => AREAS.map((area) => (area === ordersArea ? leak : area));

  /** The orders area, with a list that reads the orders of all customers as the given actor. */
  const leaking =
    (actor: 'system' | 'member'): Area =>
    (bind, services) =>
      ordersArea((endpoint, handler) => {
        if (endpoint.id !== listOrders.id) return bind(endpoint, handler);
        bind(endpoint, async ({ scope }) => {
          const statement = sql`
          select json_build_object('items', json_agg(json_build_object('customerName', c.company_name)))::text as answer
          from orders o join customers c on c.id = o.customer_id`;
          return new JsonText(String(await services.database.read(actor === 'system' ? 'system' : scope, statement)));
        });
      }, services);

  async function askLeaking(actor: 'system' | 'member'): Promise<string[]> {
    const leakingApp = await openTestApp({ areas: areasWith(leaking(actor)) });
    try {
      const { params = {} } = await sampleCall(leakingApp.database, listOrders, own);
      const answer = await leakingApp.http.inject({
        url: `/api/customers/${params.globalCustomerNumber}/orders`,
        headers: { authorization: `Bearer ${await leakingApp.token('owner@example.com')}` },
      });
      expect(answer.statusCode).toBe(200);
      return leaksIn(answer.payload, marks);
    } finally {
      await leakingApp.close();
    }
  }

  it('is detected by the check that every answer above went through', async () => {
    expect(await askLeaking('system')).not.toEqual([]);
  });

  it('is stopped by row-level security if only the WHERE is missing', async () => {
    expect(await askLeaking('member')).toEqual([]);
  });
});
