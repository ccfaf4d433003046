import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { problemSchema } from '@yardage/contract/errors';
import { HEADERS } from '@yardage/contract/headers';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp, type TestCall } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const STAFF = 'desk@example.com';
/** Returns a user who may call the endpoint. */
const personOf = ({ access }: Endpoint) => ('staff' in access ? STAFF : OWNER);
const callerOf = (endpoint: Endpoint) => ('service' in endpoint.access ? SERVICE : personOf(endpoint));
const NONSENSE = [
  '',
  ' ',
  'NaN',
  'abc',
  '-1',
  '0',
  '1.5',
  '1e99',
  '99999999999999999999',
  'null',
  '[]',
  '{}',
  "' or 1=1 --",
  '%00',
  '\u0000',
  '💥',
  '2026-02-30',
  '1949-12-31',
];

let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  // Made here, because making it writes an audit entry.
  await app.serviceKey();
});
afterAll(() => app?.close());

/** Counts the rows that a call could have written. */
async function writtenRows(): Promise<number> {
  const tables = [
    'outgoing_mails',
    'audit_log',
    'cart_invoices',
    'payments',
    'members',
    'support_tickets',
    'chat_sessions',
    'chat_messages',
  ];
  const counts = tables.map((table) => `(select count(*) from ${table})`).join(' + ');
  return Number(await app.database.read('system', sql`select ${sql.raw(counts)} as answer`));
}

/** Returns copies of a body, each with the text appended to one of its strings. */
function withEachText(body: unknown, added: string): unknown[] {
  if (typeof body === 'string') return [`${body}${added}`];
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    withEachText(value, added).map((changed) => (Array.isArray(body) ? body.with(Number(name), changed) : { ...body, [name]: changed })),
  );
}

async function expectRefusalOrAnswer(endpoint: Endpoint, call: TestCall, what: string): Promise<number> {
  const { status } = await app.call(endpoint, { ...call, as: callerOf(endpoint) });
  expect(status, what).toBeLessThan(500);
  return status;
}

/** Name the customer: a wrong one is refused before any other field is used. */
const CUSTOMER_FIELDS = ['customerNumber', 'globalCustomerNumber', 'datasourceId'];

/** Returns queries with the value in every field. Fields that the schema accepts share a query, so that all of them reach the handler. */
function badQueries({ query }: Endpoint, value: string): Record<string, string>[] {
  const names = Object.keys(query?.shape ?? {});
  const groups = Object.groupBy(names, (name) => {
    if (CUSTOMER_FIELDS.includes(name)) return name;
    return query?.shape[name]?.safeParse(value).success ? 'accepted' : 'refused';
  });
  return Object.values(groups).map((group = []) => Object.fromEntries(group.map((name) => [name, value])));
}

describe.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))('bad input to %s', (_id, endpoint) => {
  it('never causes a 5xx, whatever path and query contain', async () => {
    const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
    for (const value of NONSENSE) {
      for (const name of Object.keys(good.params ?? {})) {
        const status = await expectRefusalOrAnswer(
          endpoint,
          { ...good, params: { ...good.params, [name]: value || 'x' } },
          `path ${name}=${value}`,
        );
        expect(status, `path ${name}=${value}`).toBeGreaterThanOrEqual(400);
      }
      for (const query of badQueries(endpoint, value)) {
        await expectRefusalOrAnswer(endpoint, { ...good, query: { ...good.query, ...query } }, JSON.stringify(query));
      }
    }
  });
});

const forTheSignedIn = ENDPOINTS.filter(({ access }) => !('public' in access));

/** Tokens that no endpoint accepts, by what is wrong with them. */
async function badTokens(): Promise<Record<string, string>> {
  const claims = { email: OWNER };
  const { privateKey } = await generateKeyPair('RS256');
  const foreign = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'test' })
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
  beforeAll(async () => {
    tokens = await badTokens();
  });

  it.each(forTheSignedIn.map((endpoint) => [endpoint.id, endpoint] as const))(
    'SHL-01 is refused by %s: expired, unsigned, foreign, for somebody else or no token at all',
    async (_id, endpoint) => {
      const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
      for (const [what, token] of Object.entries(tokens)) expect((await app.call(endpoint, { ...good, token })).status, what).toBe(401);
    },
  );
});

const withBody = ENDPOINTS.filter(({ body }) => body);

describe.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))('%s with a bad body', (_id, endpoint) => {
  it('refuses bodies that differ from the contract, and writes nothing', async () => {
    const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
    const before = await writtenRows();
    const bodies: unknown[] = [
      {},
      [],
      { email: 1 },
      { ...(good.body as object), unknown: true },
      { ...(good.body as object), message: '' },
      { ...(good.body as object), email: 'a@b.c\r\nBcc: x@y.z' },
      // Some bodies may be empty. A form has no arrays.
    ].filter((body) => (Array.isArray(body) && !endpoint.takesFiles) || !endpoint.body?.safeParse({ ...body }).success);
    expect(bodies.length).toBeGreaterThan(2);
    for (const body of bodies) {
      const answer = await app.call(endpoint, { ...good, body, as: callerOf(endpoint) });
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
    expect(await writtenRows()).toBe(before);
  });
});

describe.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))('%s with invalid text', (_id, endpoint) => {
  it('ERR-06 refuses NUL and unpaired surrogates in every text of the body, and writes nothing', async () => {
    const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
    const before = await writtenRows();
    // Forms are sent as UTF-8, which cannot contain unpaired surrogates.
    for (const added of endpoint.takesFiles ? ['\u0000'] : ['\u0000', '\ud800', '\udc00x']) {
      for (const body of [...withEachText(good.body, added), { ...(good.body as object), [`name${added}`]: 1 }]) {
        const answer = await app.call(endpoint, { ...good, body, as: callerOf(endpoint) });
        expect(answer.status, JSON.stringify(body)).toBe(400);
      }
    }
    expect(await writtenRows()).toBe(before);
  });
});

describe.each(withBody.filter(({ takesFiles }) => !takesFiles).map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s with invalid JSON',
  (_id, endpoint) => {
    it('refuses malformed JSON, other content types and bodies that are too large', async () => {
      const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
      const url = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(good.params?.[name]))}`;
      const send = async (contentType: string, payload: string) => {
        const answer = await app.http.inject({
          method: endpoint.method,
          url,
          query: Object.fromEntries(Object.entries(good.query ?? {}).map(([name, value]) => [name, String(value)])),
          headers: {
            ...('service' in endpoint.access
              ? { [HEADERS.serviceKey]: await app.serviceKey() }
              : { authorization: `Bearer ${await app.token(callerOf(endpoint))}` }),
            'content-type': contentType,
          },
          payload,
        });
        expect(problemSchema.safeParse(answer.json()).error).toBeUndefined();
        return answer.statusCode;
      };
      const before = await writtenRows();
      expect(await send('application/json', '{"email": ')).toBe(400);
      expect(await send('application/json', '')).toBe(400);
      expect(await send('application/json', '{"__proto__": {"isAdmin": true}}')).toBe(400);
      expect(await send('text/xml', '<a/>')).toBe(415);
      for (const field of ['unknown', ...Object.keys(good.body as object)]) {
        const nested = `${'{"a":['.repeat(5_000)}${']}'.repeat(5_000)}`;
        expect(await send('application/json', `{${JSON.stringify(field)}: ${nested}}`), field).toBe(400);
      }
      expect(await send('application/json', JSON.stringify({ message: 'x'.repeat(Math.max(1_000_000, endpoint.maxBodyBytes ?? 0)) }))).toBe(
        413,
      );
      expect(await writtenRows()).toBe(before);
    });
  },
);

describe('bad input to lists', () => {
  const lists = ENDPOINTS.filter((endpoint) => endpoint.query?.shape.pageIndex);
  it.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
    'TBL-14 %s refuses pages, sizes, sort keys and search texts out of bounds',
    async (_id, endpoint) => {
      const good = await sampleCall(app.database, endpoint, own, personOf(endpoint));
      const ask = async (query: Record<string, string>) =>
        (await app.call(endpoint, { ...good, query: { ...good.query, ...query }, as: callerOf(endpoint) })).status;
      expect(await ask({ pageIndex: '0' })).toBe(400);
      expect(await ask({ pageIndex: '1000000000' })).toBe(400);
      expect(await ask({ pageSize: '101' })).toBe(400);
      expect(await ask({ sortBy: 'password' })).toBe(400);
      expect(await ask({ sortDesc: 'perhaps' })).toBe(400);
      expect(await ask({ search: 'x'.repeat(1_000_000) })).toBe(400);
      expect(await ask({ search: "%_\\'; drop table orders; --" })).toBe(200);
      expect(await ask({ pageIndex: '999999' })).toBe(200);
      expect(await ask({ sortBy: 'ticketDateTime' })).toBe(200);
    },
  );
});

describe('addresses with invalid text', () => {
  it.each(['/api/users/me?x=%00', '/api/users/me?%00=x', '/api/customers/G%00/orders', '/api/members/%00?email=a'])(
    'ERR-06 %s answers a problem document with 400',
    async (url) => {
      const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${await app.token(OWNER)}` } });
      expect(answer.statusCode).toBe(400);
      expect(problemSchema.safeParse(answer.json()).error).toBeUndefined();
    },
  );
});

describe('unknown addresses', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/customers', '/hub', '/%', '/api/customers/%E0%A4%A/orders'])(
    'ERR-06 %s answers a problem document',
    async (url) => {
      const answer = await app.http.inject({ url, headers: { accept: 'text/html,application/json' } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(problemSchema.safeParse(answer.json()).error).toBeUndefined();
    },
  );
});
