import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { searchAddresses } from '@yardage/contract/addresses';
import { getCustomerDetails } from '@yardage/contract/customers';
import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { HEADERS } from '@yardage/contract/headers';
import { addMember, listMembers } from '@yardage/contract/members';
import { initiatePayment } from '@yardage/contract/payments';
import { PERMISSION_CODES, PERMISSIONS } from '@yardage/contract/permissions';
import { publicConfigSchema } from '@yardage/contract/public-config';
import { register } from '@yardage/contract/registration';
import { SERVED_PATHS } from '@yardage/contract/served-paths';
import { createServiceKey } from '@yardage/contract/service-keys';
import { endSession, getPermissions, getProfile, listCustomerNumbers } from '@yardage/contract/users';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import type { Area } from '#server/features/area';
import { AREAS } from '#server/features/areas';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

/** The codes that the specification spells out, by their part before the dot. */
const SPECIFIED_CODES = {
  invoices: ['view', 'e-check', 'credit-card', 'pay-pal', 'view-history', 'view-pdf', 'pay-invoices', 'view-status'],
  dashboard: ['view-account-aging', 'view-rewards', 'view-announcements', 'view-contacts'],
  'payment-history': ['view', 'view-pdf'],
  statements: ['view', 'view-pdf'],
  orders: ['view', 'view-pdf'],
  tickets: ['view', 'view-pdf'],
  quotes: ['view', 'view-pdf'],
  'user-accounts': ['view', 'approval', 'add-account'],
  support: ['view', 'request-support'],
  'truck-tracking': ['view'],
  // Settled in docs/settled.md.
  'assistant-chat': ['view'],
  'dispatcher-chat': ['view'],
};

describe('the contract', () => {
  it('PER-09 PER-10 PER-11 PER-12 has every permission code under its upper-case key, and the Owner holds them all', async () => {
    const specified = Object.entries(SPECIFIED_CODES).flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`));
    expect(PERMISSION_CODES).toEqual(expect.arrayContaining(specified));
    for (const [key, code] of Object.entries(PERMISSIONS)) expect(key).toBe(code.toUpperCase().replace(/[.-]/g, '_'));
    expect(PERMISSION_CODES).toHaveLength(39);
    const answer = await app.call(getPermissions, {
      as: OWNER,
      query: { customerNumber: own.customerNumber, datasourceId: own.datasourceId },
    });
    expect(answer.body.permissionKeys.toSorted()).toEqual([...PERMISSION_CODES].sort());
  });

  it('PER-13 roles hold known codes only', async () => {
    const codes = await app.database.read<string[]>('system', sql`select json_agg(distinct code) as answer from role_permissions`);
    expect(codes?.filter((code) => !PERMISSION_CODES.includes(code as never))).toEqual([]);
  });

  it('SHL-24 lists the prefixes of all paths that the server serves, for the development server', () => {
    const routes = app.http.printRoutes({ commonPrefix: false });
    const served = new Set([...routes.matchAll(/^[├└]── \/([\w.-]+)/gm)].map(([, name = '']) => name));
    expect(served.size).toBeGreaterThan(8);
    expect([...served].filter((name) => !SERVED_PATHS.includes(name as never))).toEqual([]);
    // Socket.IO serves its path without a route. The tests' server is no demo, has no street map, and perhaps no built web app.
    const elsewhere = ['hub', 'demo', 'oidc', 'sign-in', 'map', 'share'];
    expect(SERVED_PATHS.filter((name) => !served.has(name) && !elsewhere.includes(name))).toEqual([]);
  });

  it('is published as OpenAPI 3.1 and as a page, both generated from the declarations', async () => {
    const document = (await app.http.inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const page = (await app.http.inject('/docs')).payload;
    for (const endpoint of ENDPOINTS) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      expect(document.paths[path][endpoint.method.toLowerCase()].operationId).toBe(endpoint.id);
      expect(page).toContain(`id="${endpoint.id}"`);
    }
  });

  it('offers an idempotency key in OpenAPI only where it has an effect', async () => {
    const { paths } = (await app.http.inject('/openapi.json')).json();
    const offersKey = ({ path, method }: Endpoint): boolean =>
      paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].parameters.some(
        ({ name }: { name: string }) => name === HEADERS.idempotencyKey,
      );
    expect([addMember, listMembers, initiatePayment, createServiceKey].map(offersKey)).toEqual([true, false, false, false]);
    expect(ENDPOINTS.filter((endpoint) => endpoint.answersSecret && offersKey(endpoint))).toEqual([]);
  });

  it('ERR-01 /config.json contains what the web app needs, and nothing else', async () => {
    const config = (await app.http.inject('/config.json')).json();
    expect(publicConfigSchema.safeParse(config).error).toBeUndefined();
  });
});

describe('the user', () => {
  it('API-01 PER-02 gets their customer numbers in their own order, over several data sources', async () => {
    const { body } = await app.call(listCustomerNumbers, { as: OWNER });
    expect(body.map((entry: { globalCustomerNumber: string }) => entry.globalCustomerNumber)).toEqual(
      (await customersOf(app.database, OWNER)).map((customer) => customer.globalCustomerNumber),
    );
    expect(new Set(body.map((entry: { datasourceId: number }) => entry.datasourceId)).size).toBeGreaterThanOrEqual(3);
  });

  it('PER-04 gets an empty list without any grant', async () => {
    expect((await app.call(listCustomerNumbers, { as: 'nobody@example.com' })).body).toEqual([]);
  });

  it('API-02 gets the permission codes of their role at a customer number, and a 403 for one in another data source', async () => {
    const ask = (as: string, datasourceId = own.datasourceId) =>
      app.call(getPermissions, { as, query: { customerNumber: own.customerNumber, datasourceId } });
    const { permissionKeys } = (await ask('field@example.com')).body;
    expect(permissionKeys.toSorted()).toEqual([
      'dispatcher-chat.view',
      'orders.request',
      'orders.share',
      'orders.view',
      'orders.view-pdf',
      'tickets.sign',
      'tickets.view',
      'tickets.view-pdf',
      'truck-tracking.view',
    ]);
    expect((await ask(OWNER, own.datasourceId + 1000)).status).toBe(403);
  });

  it('API-03 gets email, phone and company of each customer number, to prefill forms with', async () => {
    for (const { globalCustomerNumber, customerId } of await customersOf(app.database, OWNER)) {
      const { body } = await app.call(getCustomerDetails, { as: OWNER, params: { globalCustomerNumber } });
      const fields = sql`json_build_object('email', email, 'phoneNumber', phone, 'companyName', company_name)`;
      expect(body).toEqual(await app.database.read('system', sql`select ${fields} as answer from customers where id = ${customerId}`));
      expect(body.companyName).toMatch(/\S/);
    }
  });

  it('SHL-19 staff are marked as staff', async () => {
    expect((await app.call(getProfile, { as: 'dispatcher@example.com' })).body).toMatchObject({ isStaff: true, staffRole: 'Dispatcher' });
    expect((await app.call(getProfile, { as: OWNER })).body).toMatchObject({ isStaff: false, staffRole: null, email: OWNER });
  });

  it('loses access at the next call once the membership or the whole account is disabled', async () => {
    const permissions = () =>
      app.call(getPermissions, { as: 'viewer@example.com', query: { customerNumber: own.customerNumber, datasourceId: own.datasourceId } });
    const set = (text: string) => app.database.transaction('system', ({ client }) => client.query(text));
    expect((await permissions()).status).toBe(200);
    await set("update members set is_enabled = false where email = 'viewer@example.com'");
    expect((await permissions()).body.code).toBe('customer-not-granted');
    await set("update users set is_enabled = false where email = 'viewer@example.com'");
    expect((await permissions()).body.code).toBe('account-disabled');
  });

  it("is identified by the provider's subject once it is linked to their address, and nobody else can take it over", async () => {
    const ask = async (sub: string) =>
      (await app.call(getProfile, { token: await app.token('administrator@example.com', { sub }) })).status;
    expect(await ask('subject-1')).toBe(200);
    expect(await ask('subject-2')).toBe(403);
    expect(await ask('subject-1')).toBe(200);
  });

  it('SHL-01 an invited account is linked only with an address that the provider has verified', async () => {
    const email = 'invited.administrator@example.com';
    await app.database.transaction('system', ({ client }) =>
      client.query("insert into users (email, first_name, last_name) values ($1, 'Ina', 'Vited')", [email]),
    );
    const ask = async (claims: JWTPayload) => (await app.call(getProfile, { token: await app.token(email, claims) })).status;
    expect(await ask({ sub: 'thief-1', email_verified: undefined })).toBe(403);
    expect(await ask({ sub: 'thief-2', email_verified: false })).toBe(403);
    expect(await ask({ sub: 'invited' })).toBe(200);
  });

  it("SHL-20 is signed out by the token's session, or by its id if the provider names no session", async () => {
    const status = async (token: string) => (await app.call(getProfile, { token })).status;
    const leave = async (token: string) => expect((await app.call(endSession, { token })).status).toBe(200);
    const now = Math.floor(Date.now() / 1000);
    const token = (claims: JWTPayload) => app.token(OWNER, { iat: now - 10, ...claims });
    const [sid, sameSid, otherSid] = await Promise.all([token({ sid: 'a' }), token({ sid: 'a' }), token({ sid: 'b' })]);
    await leave(sid);
    expect(await Promise.all([sid, sameSid, otherSid].map(status))).toEqual([401, 401, 200]);
    // The user signed in again within the same session of the provider.
    expect(await status(await token({ sid: 'a', iat: now + 60 }))).toBe(200);
    const [jti, otherJti] = await Promise.all([token({}), token({})]);
    await leave(jti);
    expect(await Promise.all([jti, otherJti].map(status))).toEqual([401, 200]);
  });

  it('an unknown user is refused', async () => {
    expect((await app.call(getProfile, { as: 'stranger@example.com' })).body.code).toBe('account-disabled');
  });
});

describe('the server', () => {
  it('answers probes', async () => {
    expect((await app.http.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await app.http.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  it('reports metrics', async () => {
    await app.call(getProfile, { as: OWNER });
    expect((await app.http.inject('/metrics')).payload).toContain(
      'http_request_duration_seconds_count{route="users.profile",status="200"}',
    );
  });

  it('keeps a caller’s request id, in the response, the log and the problem document', async () => {
    const headers = { [HEADERS.requestId]: 'a-request-id-1234' };
    const answer = await app.call(getProfile, { headers });
    expect(answer.headers['x-request-id']).toBe('a-request-id-1234');
    expect(answer.body.traceId).toBe('a-request-id-1234');
    expect(app.logLines.some((line) => line.includes('a-request-id-1234'))).toBe(true);
    expect((await app.call(getProfile, { headers: { [HEADERS.requestId]: '<script>' } })).headers['x-request-id']).not.toContain('<');
  });

  it('logs neither tokens nor queries', async () => {
    const token = await app.token(OWNER);
    await app.http.inject({ url: '/api/users/me?search=secret-of-mine', headers: { authorization: `Bearer ${token}` } });
    const log = app.logLines.join('');
    expect(log).toContain('users.profile');
    expect(log).not.toContain(token.slice(0, 40));
    expect(log).not.toContain('secret-of-mine');
  });

  it('sends a strict content security policy', async () => {
    const policy = String((await app.http.inject('/healthz')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('ASVS 13.4.4 14.3.2 refuses TRACE, and lets nobody store a response of the API', async () => {
    const trace = await app.http.inject({ method: 'TRACE', url: '/api/users/me', headers: { cookie: 'secret' } });
    expect([trace.statusCode, trace.payload.includes('secret')]).toEqual([404, false]);
    for (const as of [OWNER, 'stranger@example.com']) {
      expect((await app.call(getProfile, { as })).headers['cache-control']).toBe('no-store');
    }
  });

  it('allows its pages no camera, microphone, location or framing', async () => {
    const { headers } = await app.http.inject('/healthz');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(String(headers['permissions-policy']).split(', ')).toContain(`${feature}=()`);
    }
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('sends immutable pages compressed, once, and counts the requests', async () => {
    const limited = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '3' } });
    const ask = (url: string, headers: Record<string, string> = {}) =>
      limited.http.inject({ url, headers: { 'accept-encoding': 'gzip', ...headers }, remoteAddress: '192.0.2.7' });
    const first = await ask('/openapi.json');
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(JSON.parse(gunzipSync(first.rawPayload).toString()).openapi).toBe('3.1.0');
    const again = await ask('/openapi.json', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    expect([(await ask('/docs')).statusCode, (await ask('/docs')).statusCode]).toEqual([200, 429]);
    await limited.close();
  });

  it('limits only probes that ask without end', async () => {
    const limited = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '10' } });
    const ask = async () => (await limited.http.inject('/readyz')).statusCode;
    expect(new Set(await Promise.all(Array.from({ length: 100 }, ask)))).toEqual(new Set([200]));
    expect(await ask()).toBe(429);
    await limited.close();
  });

  it("SHL-24 allows the brand's logo and video and an outside map from other origins, and nothing else", async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'branding-')), 'branding.json');
    writeFileSync(
      file,
      JSON.stringify({ logoUrl: 'https://cdn.example.com/logo.svg', entryVideoUrl: 'https://media.example.com/entry.webm' }),
    );
    const maps = { MAP_STYLE_URL: 'https://maps.example.org/style.json', MAP_ORIGINS: 'https://tiles.example.org' };
    const branded = await openTestApp({ world: 'empty', environment: { BRANDING_FILE: file, ...maps } });
    const policy = String((await branded.http.inject('/healthz')).headers['content-security-policy']);
    const { map } = (await branded.http.inject('/config.json')).json();
    await branded.close();
    expect(map).toEqual({ styleUrl: 'https://maps.example.org/style.json', tilesUrl: null });
    expect(policy).toMatch(/connect-src [^;]*https:\/\/maps\.example\.org https:\/\/tiles\.example\.org/);
    expect(policy.match(/example\.org/g)).toHaveLength(4);
    expect(policy).toMatch(/img-src [^;]*https:\/\/cdn\.example\.com /);
    expect(policy).toMatch(/media-src [^;]*https:\/\/media\.example\.com(;|$)/);
    expect(policy.match(/example\.com/g)).toHaveLength(2);
  });

  it('ERR-01 refuses a wrong subscription key, in production also a missing one', async () => {
    expect((await app.call(getProfile, { as: OWNER, headers: { [HEADERS.subscriptionKey]: 'wrong' } })).body.code).toBe(
      'subscription-key-refused',
    );
    expect((await app.call(getProfile, { as: OWNER, headers: { [HEADERS.subscriptionKey]: app.config.subscriptionKey } })).status).toBe(
      200,
    );
  });

  it('never shows internals, and returns 500 with the message of the catalogue', async () => {
    const broken = await openTestApp({
      world: 'empty',
      areas: AREAS.map(
        (area) => (bind, services) =>
          area(
            (endpoint, handler) =>
              bind(endpoint, endpoint.id === getProfile.id ? () => Promise.reject(new Error('secret table missing')) : handler),
            services,
          ),
      ),
    });
    await broken.database.transaction('system', ({ client }) =>
      client.query("insert into users (email, first_name, last_name) values ('owner@example.com', 'A', 'B')"),
    );
    const answer = await broken.call(getProfile, { as: OWNER });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret table');
    await broken.close();
  });

  it('limits how often one caller may call, and says so', async () => {
    const limited = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '5' } });
    const statuses: number[] = [];
    const callAs = async (token: string) => (await limited.call(getProfile, { token })).status;
    const person = await limited.token(OWNER);
    expect(await callAs(person)).toBe(403);
    // A new token each time, but the same caller: invalid tokens count for the address.
    for (let call = 0; call < 6; call += 1) statuses.push(await callAs(`aaa.bbb.c${call}`));
    expect(statuses.slice(-2)).toEqual([429, 429]);
    // A verified token counts for the user, even from the same address.
    expect([await callAs(person), await callAs(person)]).toEqual([403, 403]);
    // An endpoint of weight four may be called a quarter as often.
    const search = async (index: number) =>
      (await limited.call(searchAddresses, { token: `ggg.hhh.i${index}`, query: { query: 'Chattanooga' } })).status;
    expect([await search(1), await search(2), await search(3)]).toEqual([401, 401, 429]);
    // At a public endpoint, an additional token changes nothing.
    const apply = async (index: number) => (await limited.call(register, { token: `jjj.kkk.l${index}`, body: {} })).status;
    expect([await apply(1), await apply(2)]).toEqual([400, 429]);
    await limited.close();
  });

  it('has time limits for requests and locks', async () => {
    expect(app.http.server.requestTimeout).toBeGreaterThan(0);
    if (app.database.engine.name !== 'postgresql') return;
    const { rows } = await app.database.engine.pool.query(
      "select name from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting::int > 0",
    );
    expect(rows).toHaveLength(3);
  });
});

describe('a route without a declaration', () => {
  it('stops the server from starting: bound, but not in the contract', async () => {
    const undeclared: Area = (bind) => bind({ ...getProfile, id: 'users.secret', path: '/users/secret' }, async () => ({}) as never);
    await expect(openTestApp({ world: 'empty', areas: [...AREAS, undeclared] })).rejects.toThrow('users.secret');
  });

  it('stops the server from starting: with an empty permission list, or an endpoint without a handler', async () => {
    await expect(
      openTestApp({
        world: 'empty',
        areas: [(bind) => bind({ ...getProfile, access: { anyOf: [] as never } }, async () => ({}) as never)],
      }),
    ).rejects.toThrow('declares neither');
    await expect(openTestApp({ world: 'empty', areas: [] })).rejects.toThrow('endpoints without a handler');
    expect(() => app.http.get('/secret', async () => 'x')).toThrow();
  });
});
