import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { HEADERS } from '@yardage/contract/headers';
import { listOrders } from '@yardage/contract/orders';
import { endSession } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/database/drizzle';
import { AREAS } from '#server/features/areas';
import { JsonText } from '#server/http/answers';
import { AccessSweep, areasOf } from '#server/testing/access-sweep';
import { foreignMarks, leaksIn } from '#server/testing/leaks';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestAnswer, type TestApp } from '#server/testing/test-app';
import type { Area } from './area.ts';
import { ordersArea } from './orders/orders.routes.ts';

const OWNER = 'owner@example.com';

let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let marks: string[];
let sweep: AccessSweep;
let bearer: string;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
  marks = await foreignMarks(app.database, OWNER);
  sweep = await AccessSweep.open(app, own, marks);
  bearer = await app.token(OWNER);
});
afterAll(() => app?.close());

describe('access', () => {
  it.for(areasOf(ENDPOINTS))(
    'PER-06 PER-13 STF-01 to %s is given to every role and outsider as their permission codes or staff role say',
    async ([, endpoints = []]) => {
      expect(await sweep.faultsOf(endpoints)).toEqual([]);
    },
  );

  it('public endpoints need no token', async () => {
    for (const endpoint of ENDPOINTS.filter(({ access }) => 'public' in access)) {
      expect((await app.call(endpoint, await sampleCall(app.database, endpoint, own))).status, endpoint.id).toBe(200);
    }
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

/** Calls as the owner. Signing out ends the session of the token, so it gets one of its own. */
const ask = (endpoint: Endpoint, call: Sample) =>
  app.call(endpoint, { ...call, ...(endpoint.id === endSession.id ? { as: OWNER } : { token: bearer }) });

/** Returns calls that name the foreign customer in one position each, and one that names it in all. */
async function foreignCalls(endpoint: Endpoint, good: Sample): Promise<[position: string, call: Sample][]> {
  const attempts: [string, Sample][] = [];
  for (const name of Object.keys(foreign) as (keyof TestCustomer)[]) {
    if (good.params && name in good.params) attempts.push([`path ${name}`, { ...good, params: { ...good.params, [name]: foreign[name] } }]);
    if (endpoint.query?.shape[name] && foreign[name] !== own[name]) {
      attempts.push([`query ${name}`, { ...good, query: { ...good.query, [name]: foreign[name] } }]);
    }
  }
  for (const [header, name] of Object.entries(SCOPE_HEADERS)) {
    if (foreign[name] !== own[name]) attempts.push([`header ${header}`, { ...good, headers: { [header]: String(foreign[name]) } }]);
  }
  attempts.push(['everything', await sampleCall(app.database, endpoint, foreign)]);
  expect(attempts.length, endpoint.id).toBeGreaterThan(3);
  return attempts;
}

/**
 * Returns, for each value of a body that names a record, a copy with the value of the other body (`foreign`), and one with nobody's
 * (`missing`).
 */
function withEachForeignKey(mine: unknown, theirs: unknown, nobodys: unknown, name = ''): { foreign: unknown; missing: unknown }[] {
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    const inside = mine.flatMap((each, index) =>
      withEachForeignKey(each, theirs[index], nobodys, name.replace(/s$/, '')).map((pair) => ({
        foreign: mine.with(index, pair.foreign),
        missing: mine.with(index, pair.missing),
      })),
    );
    return inside;
  }
  if (typeof mine === 'object' && mine !== null) {
    const other = (theirs ?? {}) as Record<string, unknown>;
    return Object.entries(mine).flatMap(([key, value]) =>
      withEachForeignKey(value, other[key], nobodys, key).map((pair) => ({
        foreign: { ...mine, [key]: pair.foreign },
        missing: { ...mine, [key]: pair.missing },
      })),
    );
  }
  if (!/(Id|Number)$/.test(name) || theirs === undefined || theirs === null || theirs === mine) return [];
  return [{ foreign: theirs, missing: typeof mine === 'number' ? nobodys : String(nobodys) }];
}

describe('PER-01 a foreign customer', () => {
  it.for(areasOf(customerEndpoints))('is refused by %s in every position of path, query and headers', async ([, endpoints = []]) => {
    for (const endpoint of endpoints) {
      const good = await sampleCall(app.database, endpoint, own);
      for (const [position, call] of await foreignCalls(endpoint, good)) {
        const { status } = await ask(endpoint, call);
        expect([403, 404], `${endpoint.id}: ${position} answered ${status}`).toContain(status);
      }
    }
  });

  it.for(areasOf(customerEndpoints))(
    'has records that %s answers under the own customer number like ones that do not exist',
    async ([, endpoints = []]) => {
      for (const endpoint of endpoints) await expectNoForeignRecord(endpoint);
    },
  );

  it.for(areasOf(customerEndpoints))(
    'API-03 API-11 API-16 API-26 API-28 is no matter for %s when path, query and headers agree on the own one',
    async ([, endpoints = []]) => {
      const headers = Object.fromEntries(Object.entries(SCOPE_HEADERS).map(([header, name]) => [header, String(own[name])]));
      for (const endpoint of endpoints) {
        const answer = await ask(endpoint, { ...(await sampleCall(app.database, endpoint, own)), headers });
        expect(answer.status, endpoint.id).toBe(200);
      }
    },
  );
});

async function expectNoForeignRecord(endpoint: Endpoint): Promise<void> {
  const keys = recordKeys(endpoint);
  if (keys.params.length + keys.query.length === 0 && !endpoint.body) return;
  const good = await sampleCall(app.database, endpoint, own);
  const other = await sampleCall(app.database, endpoint, foreign);
  for (const name of keys.params) {
    const answer = await ask(endpoint, { ...good, params: { ...good.params, [name]: other.params?.[name] as number } });
    expect(answer.status, `${endpoint.id} ${name}`).toBe(404);
  }
  for (const name of keys.query) {
    const asking = (value: unknown) => ask(endpoint, { ...good, query: { ...good.query, [name]: value as number } });
    await expectNothingOf(await asking(other.query?.[name]), () => asking('99999999'));
  }
  for (const name of keys.body) {
    const [mine, theirs] = [good, other].map(({ body }) => (body as Record<string, unknown[]>)[name] ?? []) as [unknown[], unknown[]];
    const asking = (values: unknown[]) => ask(endpoint, { ...good, body: { ...(good.body as object), [name]: values } });
    await expectNothingOf(await asking([...mine, ...theirs]), () => asking([...mine, 'NOBODYS']));
  }
  for (const bodies of withEachForeignKey(good.body, other.body, 99_999_999)) {
    const [theirs, nothing] = [
      await ask(endpoint, { ...good, body: bodies.foreign }),
      await ask(endpoint, { ...good, body: bodies.missing }),
    ];
    const said = ({ status, body }: TestAnswer) => ({ status, code: body?.code, detail: body?.detail });
    expect(said(theirs), `${endpoint.id} ${JSON.stringify(bodies.foreign)}`).toEqual(said(nothing));
    expect(leaksIn(theirs.text, marks), endpoint.id).toEqual([]);
  }
}

describe('the service key', () => {
  it.for(areasOf(ENDPOINTS.filter(({ access }) => 'service' in access)))(
    'of %s admits machines, and no other caller',
    async ([, endpoints = []]) => {
      const key = await app.serviceKey();
      for (const endpoint of endpoints) {
        const good = await sampleCall(app.database, endpoint, own);
        expect((await app.call(endpoint, { ...good, as: SERVICE })).status, endpoint.id).toBe(200);
        for (const wrong of ['', key.slice(1), `${key}x`, key.toUpperCase(), app.config.subscriptionKey]) {
          const answer = await app.call(endpoint, { ...good, headers: { [HEADERS.serviceKey]: wrong } });
          expect([answer.status, answer.body.code], `${endpoint.id} ${wrong}`).toEqual([401, 'service-key-refused']);
        }
      }
      expect(app.logLines.join('')).not.toContain(key);
    },
  );
});

describe('a planted fault', () => {
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

  it('of a list that needs no permission is found by the sweep', async () => {
    const open: Area = (bind, services) =>
      ordersArea((endpoint, handler) => {
        const isOpen = endpoint.id === listOrders.id;
        bind(isOpen ? { ...endpoint, access: { signedIn: 'planted' } } : endpoint, handler);
      }, services);
    const faulty = await openTestApp({ areas: areasWith(open) });
    try {
      const faults = await (await AccessSweep.open(faulty, own, marks)).faultsOf([listOrders]);
      expect(faults).toContainEqual(expect.stringMatching(/^orders\.list answered \S+ with 200 instead of 403$/));
    } finally {
      await faulty.close();
    }
  });

  it('that leaks is detected by the check that every response above went through', async () => {
    expect(await askLeaking('system')).not.toEqual([]);
  });

  it('that leaks is stopped by row-level security if only the WHERE is missing', async () => {
    expect(await askLeaking('member')).toEqual([]);
  });
});
