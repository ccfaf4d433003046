import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getProfile } from '@yardage/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { startTracing } from '#server/tracing';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: object }[];
}

const OWNER = 'owner@example.com';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app?.close());

describe('traces', () => {
  it('RUN-08 have a span for the request and below it one per transaction, go on from a proxy, and hold no content', async () => {
    const spans: SentSpan[] = [];
    const bodies: string[] = [];
    const collector = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => collector.once('listening', resolve));
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
    const stop = await startTracing({ url, share: 0 }, 'test');
    const token = await app.token(OWNER);
    // Not sampled, because the share is 0; then one that the proxy in front has sampled.
    await app.call(getProfile, { token });
    await app.call(getProfile, { token, headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
    await stop();
    collector.close();

    const request = spans.find(({ name }) => name === `GET ${getProfile.id}`);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.length).toBeGreaterThan(0);
    expect(new Set(below.map(({ name }) => name))).toEqual(new Set(['database read']));
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    for (const secret of [OWNER, token]) expect(bodies.join('')).not.toContain(secret);
    // Tracing is off again.
    const before = spans.length;
    await app.call(getProfile, { token });
    expect(spans).toHaveLength(before);
  });
});
