import { gzipSync } from 'node:zlib';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { BROWSER_REPORTS_PATH } from './browser-reports.ts';
import { securityHeaders } from './security-headers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
});
afterAll(() => app?.close());

const send = (body: unknown, type = 'application/csp-report') =>
  app.http.inject({
    method: 'POST',
    url: BROWSER_REPORTS_PATH,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const lines = () => app.logLines.map((line) => JSON.parse(line)).filter(({ directive }) => directive !== undefined);
const counted = async () =>
  [...(await app.http.inject('/metrics')).payload.matchAll(/^http_policy_violations_total\{directive="([\w-]+)"\} (\d+)$/gm)].map(
    ([, directive, count]) => `${directive} ${count}`,
  );

describe('ASVS 3.4.7 reports of violations of the security policy', () => {
  it('have an address in the policy, over https also the one of newer browsers', async () => {
    const { headers } = await app.http.inject('/healthz');
    expect(headers['content-security-policy']).toMatch(new RegExp(`;report-uri ${BROWSER_REPORTS_PATH}$`));
    const secure = securityHeaders({ ...app.config, publicUrl: 'https://portal.example.com' });
    expect(secure['content-security-policy']).toMatch(new RegExp(`;report-uri ${BROWSER_REPORTS_PATH};.*;report-to policy$`));
    expect(secure['reporting-endpoints']).toBe(`policy="${BROWSER_REPORTS_PATH}"`);
  });

  it('are logged without secrets and counted, in the form of every browser', async () => {
    const page = 'https://portal.example.com/orders?customer=secret-1#secret-2';
    const old = { 'document-uri': page, 'violated-directive': 'img-src', 'blocked-uri': 'https://evil.example/secret-3?secret-4' };
    const body = { documentURL: page, effectiveDirective: 'script-src-elem', blockedURL: 'inline', sample: 'secret-5' };
    const reports = [{ type: 'csp-violation', body }, { type: 'deprecation', body: { id: 'x' } }, { type: 'csp-violation' }];
    expect((await send({ 'csp-report': old })).statusCode).toBe(204);
    expect((await send(reports, 'application/reports+json')).statusCode).toBe(204);
    expect(lines()).toMatchObject([
      { level: 40, directive: 'img-src', blocked: 'https://evil.example', page: '/orders' },
      { directive: 'script-src-elem', blocked: 'inline', page: '/orders' },
      { directive: 'other', blocked: 'other', page: '' },
    ]);
    expect(app.logLines.join('')).not.toContain('secret-');
    expect(await counted()).toEqual(['img-src 1', 'script-src-elem 1', 'other 1']);
  });

  it('can be hostile: anything but a report is refused, long values are cut, and senders cannot choose metric labels', async () => {
    const before = lines().length;
    const bodies = ['', '[]]', 'null', '{}', '{"csp-report":7}', '{"__proto__":{"csp-report":{}}}', '7', `${'['.repeat(9000)}`];
    for (const body of bodies) expect((await send(body)).statusCode, body.slice(0, 40)).toBe(400);
    expect((await send('x'.repeat(40_000))).statusCode).toBe(413);
    expect((await send('<a/>', 'text/xml')).statusCode).toBe(415);
    const bomb = {
      payload: gzipSync(Buffer.alloc(10_000_000, '[')),
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    };
    expect((await app.http.inject({ method: 'POST', url: BROWSER_REPORTS_PATH, ...bomb })).statusCode).toBe(413);
    expect(lines()).toHaveLength(before);
    const odd = { effectiveDirective: 'a"} 1\nb', blockedURL: `data:${'x'.repeat(500)}\n{"level":60}`, documentURL: '\u0000\ud800' };
    const many = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: odd }));
    expect((await send(many, 'application/reports+json')).statusCode).toBe(204);
    expect((await counted()).at(-1)).toBe('other 21');
    for (const line of lines().slice(before)) expect(line).toMatchObject({ directive: 'other', blocked: 'data:', page: '' });
  });

  it('are limited', async () => {
    const limited = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '20' } });
    const post = async () => (await limited.http.inject({ method: 'POST', url: BROWSER_REPORTS_PATH, payload: [] })).statusCode;
    expect([await post(), await post(), await post()]).toEqual([204, 204, 429]);
    await limited.close();
  });
});

describe('ASVS 16.3.1 16.3.2 the log', () => {
  it('says who signed in, and why and from where a call was refused', async () => {
    const email = 'logged@example.com';
    await app.database.transaction('system', ({ client }) =>
      client.query("insert into users (email, first_name, last_name) values ($1, 'Lo', 'Gged')", [email]),
    );
    const linesOf = async (call: () => Promise<unknown>) => {
      const before = app.logLines.length;
      await call();
      return app.logLines.slice(before).map((line) => JSON.parse(line));
    };
    const signedIn = await linesOf(() => app.call(getProfile, { as: email }));
    expect(signedIn).toMatchObject([
      { msg: 'signed in', userId: expect.any(Number) },
      { msg: 'request', status: 200 },
    ]);
    expect(signedIn[1]).not.toHaveProperty('ip');
    const expired = await app.token(email, {}, '-1m');
    expect(await linesOf(() => app.call(getProfile, { token: expired }))).toMatchObject([
      { status: 401, code: 'not-signed-in', reason: 'ERR_JWT_EXPIRED', ip: '127.0.0.1' },
    ]);
    await app.database.transaction('system', ({ client }) => client.query('update users set is_enabled = false where email = $1', [email]));
    const later = await app.token(email, { iat: Math.floor(Date.now() / 1000) + 5 });
    expect(await linesOf(() => app.call(getProfile, { token: later }))).toMatchObject([
      { status: 403, code: 'account-disabled', userId: signedIn[0].userId, ip: '127.0.0.1' },
    ]);
  });
});
