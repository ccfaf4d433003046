import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { problemSchema } from '@yardage/contract/errors';
import { HEADERS } from '@yardage/contract/headers';
import { createShareLink, getSharedBoard } from '@yardage/contract/pour';
import { getProfile } from '@yardage/contract/users';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { areasOf } from '#server/testing/access-sweep';
import { connectHub } from '#server/testing/hub-client';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp, type TestCall } from '#server/testing/test-app';
import { Semaphore } from './semaphore.ts';

const OWNER = 'owner@example.com';
const STAFF = 'desk@example.com';
/** Returns a user who may call the endpoint. */
const personOf = ({ access }: Endpoint) => ('staff' in access ? STAFF : OWNER);
/** Texts that no path of the contract takes. Generated requests send them elsewhere, too (`fuzz.test.ts`). */
const NONSENSE = [' ', 'NaN', '-1', '0', '1.5', '1e99', '99999999999999999999', "' or 1=1 --", '\u0000', '💥', '2026-02-30'];

let app: TestApp;
let samples: Map<string, TestCall>;
let bearers: Map<string, string>;

beforeAll(async () => {
  // Without background jobs, which write by themselves.
  app = await openTestApp();
  const [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  bearers = new Map(await Promise.all([OWNER, STAFF].map(async (email) => [email, await app.token(email)] as const)));
  // One sample for all tests of an endpoint: nothing below may change it.
  samples = new Map();
  for (const endpoint of ENDPOINTS) samples.set(endpoint.id, await sampleCall(app.database, endpoint, own, personOf(endpoint)));
  // Create the service key now, because that writes an audit entry, and so does a person's first call.
  await app.serviceKey();
  for (const token of bearers.values()) await app.call(getProfile, { token });
});
afterAll(() => app?.close());

const atOnce = new Semaphore(8);
const sampleOf = ({ id }: Endpoint): TestCall => samples.get(id) ?? {};
/** Checks all endpoints of an area, several at once. */
const checkEach = (endpoints: readonly Endpoint[] | undefined, check: (endpoint: Endpoint, good: TestCall) => Promise<void>) =>
  Promise.all((endpoints ?? []).map((endpoint) => atOnce.run(() => check(endpoint, sampleOf(endpoint)))));

/** Calls as somebody who may use the endpoint. Signing a token for every call would take longer than the calls. */
const callAs = (endpoint: Endpoint, call: TestCall) => {
  const token = bearers.get(personOf(endpoint));
  return app.call(endpoint, 'service' in endpoint.access ? { ...call, as: SERVICE } : { ...call, ...(token ? { token } : {}) });
};

/** Counts the rows of every table that a call could have written to; calls are counted in one of them. */
async function writtenRows(): Promise<unknown> {
  const tables = await app.database.read<string[]>(
    'system',
    sql`select json_agg(table_name) as answer from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name not in ('rate_counts', 'tickets', 'ticket_products', 'ledger_entries')`,
  );
  const counts = (tables ?? []).map((table) => sql`select ${table}::text as name, count(*) as rows from ${sql.identifier(table)}`);
  return app.database.read(
    'system',
    sql`select json_object_agg(name, rows) as answer from (${sql.join(counts, sql` union all `)}) as counted`,
  );
}

/** Returns copies of a body, each with the text appended to one of its strings. */
function withEachText(body: unknown, added: string): unknown[] {
  if (typeof body === 'string') return [`${body}${added}`];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    withEachText(value, added).map((changed) => (Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed })),
  );
}

/** Returns bodies that differ from the contract. Some bodies may be empty, and a form has no arrays. */
function foreignBodies(endpoint: Endpoint, body: unknown): unknown[] {
  const bodies = [
    {},
    [],
    { email: 1 },
    { ...(body as object), unknown: true },
    { ...(body as object), message: '' },
    { ...(body as object), email: 'a@b.c\r\nBcc: x@y.z' },
  ].filter((each) => (Array.isArray(each) && !endpoint.takesFiles) || !endpoint.body?.safeParse({ ...each }).success);
  expect(bodies.length, endpoint.id).toBeGreaterThan(2);
  return bodies;
}

/**
 * Returns bodies with NUL and unpaired surrogates in each text. Forms are sent as UTF-8, which cannot contain the latter. The items of a batch are
 * refused one by one, so that other tests show it.
 */
const invalidTexts = ({ takesFiles, itemsIn }: Endpoint, body: unknown) =>
  (takesFiles ? ['\u0000'] : ['\u0000', '\ud800', '\udc00x']).flatMap((added) => [
    ...withEachText(itemsIn ? { ...(body as object), [itemsIn]: [] } : body, added),
    { ...(body as object), [`name${added}`]: 1 },
  ]);

describe('bodies that differ from the contract', () => {
  it.for(areasOf(ENDPOINTS.filter(({ body }) => body)))(
    'ERR-06 are refused by %s, and nothing is written: wrong fields, NUL and unpaired surrogates in every text, malformed JSON',
    async ([, endpoints]) => {
      const before = await writtenRows();
      await checkEach(endpoints, async (endpoint, good) => {
        for (const body of [...foreignBodies(endpoint, good.body), ...invalidTexts(endpoint, good.body)]) {
          expect((await callAs(endpoint, { ...good, body })).status, `${endpoint.id} ${JSON.stringify(body)}`).toBe(400);
        }
        if (!endpoint.takesFiles) await expectJsonRefused(endpoint, good);
      });
      expect(await writtenRows()).toEqual(before);
    },
  );
});

async function expectJsonRefused(endpoint: Endpoint, good: TestCall): Promise<void> {
  const url = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(good.params?.[name]))}`;
  const query = Object.fromEntries(Object.entries(good.query ?? {}).map(([name, value]) => [name, String(value)]));
  const caller =
    'service' in endpoint.access
      ? { [HEADERS.serviceKey]: await app.serviceKey() }
      : { authorization: `Bearer ${bearers.get(personOf(endpoint))}` };
  const send = async (contentType: string, payload: string) => {
    const answer = await app.http.inject({
      method: endpoint.method,
      url,
      query,
      headers: { ...caller, 'content-type': contentType },
      payload,
    });
    expect(problemSchema.safeParse(answer.json()).error, endpoint.id).toBeUndefined();
    return answer.statusCode;
  };
  const nested = `${'{"a":['.repeat(5_000)}${']}'.repeat(5_000)}`;
  const malformed = [
    '{"email": ',
    '',
    '{"__proto__": {"isAdmin": true}}',
    ...['unknown', ...Object.keys(good.body as object)].map(nestedIn),
  ];
  function nestedIn(field: string): string {
    return `{${JSON.stringify(field)}: ${nested}}`;
  }
  for (const payload of malformed) expect(await send('application/json', payload), `${endpoint.id} ${payload.slice(0, 40)}`).toBe(400);
  expect(await send('text/xml', '<a/>'), endpoint.id).toBe(415);
  const tooLarge = JSON.stringify({ message: 'x'.repeat(Math.max(1_000_000, endpoint.maxBodyBytes ?? 0)) });
  expect(await send('application/json', tooLarge), endpoint.id).toBe(413);
}

describe('nonsense in the path', () => {
  it.for(areasOf(ENDPOINTS.filter(({ params }) => params)))('is refused by %s', async ([, endpoints]) => {
    await checkEach(endpoints, async (endpoint, good) => {
      for (const name of Object.keys(good.params ?? {})) {
        for (const value of NONSENSE) {
          const { status } = await callAs(endpoint, { ...good, params: { ...good.params, [name]: value } });
          expect([400, 403, 404, 409], `${endpoint.id} ${name}=${value} answered ${status}`).toContain(status);
        }
      }
    });
  });
});

/** Tokens that no endpoint accepts, by what is wrong with them. */
async function badTokens(): Promise<Record<string, string>> {
  const claims = { email: OWNER };
  const { privateKey } = await generateKeyPair('ES256');
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'test' })
    .setIssuer('https://identity.test')
    .setAudience('yardage-api')
    .setSubject(OWNER)
    .setExpirationTime('1h')
    .sign(privateKey);
  const unsigned = new UnsecuredJWT(claims)
    .setIssuer('https://identity.test')
    .setAudience('yardage-api')
    .setSubject(OWNER)
    .setExpirationTime('1h')
    .encode();
  return {
    expired: await app.token(OWNER, {}, '-1m'),
    unsigned,
    foreign,
    'of another issuer': await app.token(OWNER, { iss: 'https://elsewhere.test' }, '1h'),
    'for another audience': await app.token(OWNER, { aud: 'yardage-portal' }, '1h'),
    'cut short': (await app.token(OWNER, {}, '1h')).slice(0, -6),
    nonsense: 'abc.def.ghi',
  };
}

describe('a bad token', () => {
  let tokens: Record<string, string>;
  let share: string;
  beforeAll(async () => {
    const shared = await callAs(createShareLink, sampleOf(createShareLink));
    share = /[\w-]{20,}$/.exec(shared.body.url)?.[0] ?? '';
    expect((await app.call(getSharedBoard, { body: { token: share, isFirst: false } })).status).toBe(200);
    tokens = { ...(await badTokens()), 'of a shared board': share };
  });

  it.for(areasOf(ENDPOINTS.filter(({ access }) => !('public' in access))))(
    'SHL-01 SHR-01 is refused by %s: expired, unsigned, foreign, for somebody else, of a shared board or no token at all',
    async ([, endpoints]) => {
      await checkEach(endpoints, async (endpoint, good) => {
        for (const [what, token] of Object.entries(tokens)) {
          expect((await app.call(endpoint, { ...good, token })).status, `${endpoint.id} ${what}`).toBe(401);
        }
        const asKey = await app.call(endpoint, { ...good, headers: { [HEADERS.serviceKey]: share } });
        const inQuery = await app.call(endpoint, { ...good, query: { ...good.query, token: share, access_token: share } });
        const without = await app.call(endpoint, good);
        expect([asKey.status, inQuery.status, without.status], endpoint.id).toEqual([401, 401, 401]);
      });
    },
  );

  it('SHR-01 does not open the hub, nor does a service key', async () => {
    const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
    for (const token of [share, await app.serviceKey(), `Bearer ${share}`, { token: share }]) {
      await expect(connectHub(url, token)).rejects.toThrow('not-signed-in');
    }
  });
});

describe('lists', () => {
  it.for(areasOf(ENDPOINTS.filter((endpoint) => endpoint.query?.shape.pageIndex)))(
    'TBL-14 of %s refuse pages, sizes, sort keys and search texts out of bounds',
    async ([, endpoints]) => {
      await checkEach(endpoints, async (endpoint, good) => {
        const ask = async (query: Record<string, string>, status: number) => {
          const answer = await callAs(endpoint, { ...good, query: { ...good.query, ...query } });
          expect(answer.status, `${endpoint.id} ${Object.keys(query)}`).toBe(status);
        };
        await ask({ pageIndex: '0' }, 400);
        await ask({ pageIndex: '1000000000' }, 400);
        await ask({ pageSize: '101' }, 400);
        await ask({ sortBy: 'password' }, 400);
        await ask({ sortDesc: 'perhaps' }, 400);
        await ask({ search: 'x'.repeat(1_000_000) }, 400);
        await ask({ search: "%_\\'; drop table orders; --" }, 200);
        await ask({ pageIndex: '999999' }, 200);
        await ask({ sortBy: 'ticketDateTime' }, 200);
      });
    },
  );
});

describe('addresses with invalid text', () => {
  it.each(['/api/users/me?x=%00', '/api/users/me?%00=x', '/api/customers/G%00/orders', '/api/members/%00?email=a'])(
    'ERR-06 %s returns a problem document with 400',
    async (url) => {
      const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${await app.token(OWNER)}` } });
      expect(answer.statusCode).toBe(400);
      expect(problemSchema.safeParse(answer.json()).error).toBeUndefined();
    },
  );
});

describe('unknown addresses', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/customers', '/hub', '/%', '/api/customers/%E0%A4%A/orders'])(
    'ERR-06 %s returns a problem document',
    async (url) => {
      const answer = await app.http.inject({ url, headers: { accept: 'text/html,application/json' } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(problemSchema.safeParse(answer.json()).error).toBeUndefined();
    },
  );
});
