import { getOrder, sendOrderEmail } from '@yardage/contract/orders';
import { rotateServiceKey } from '@yardage/contract/service-keys';
import { createSupportTicket } from '@yardage/contract/support';
import { downloadTickets } from '@yardage/contract/tickets';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadForm } from './body-streams.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import { HttpProblem, NetworkFailure, UnansweredWrite } from './http-errors.ts';
import { createAttempt } from './request-parts.ts';

const order = { params: { globalCustomerNumber: 'G20011', orderId: 5 } };
const mail = { ...order, body: { email: 'a@example.com', message: 'Hello' } };
const LIMITS = { readMs: 30_000, writeMs: 45_000, silenceMs: 60_000, streamSilenceMs: 180_000 };

/** Never responds, but aborts with the signal as fetch does. */
const silent = (_url: string, init: RequestInit) =>
  new Promise<Response>((_answer, fail) => init.signal?.addEventListener('abort', () => fail(init.signal?.reason)));

/** Creates a client whose server gives these responses one after another, and then none. */
function clientOf(answers: ((init: RequestInit) => Promise<Response>)[] = [], options: Partial<HttpClientOptions> = {}) {
  const sent: string[] = [];
  const client = createHttpClient({
    baseUrl: '/api',
    fetch: ((url: string, init: RequestInit) => {
      sent.push(url);
      return answers.shift()?.(init) ?? silent(url, init);
    }) as typeof fetch,
    subscriptionKey: () => 'key-1',
    accessToken: () => Promise.resolve('token-1'),
    customer: () => null,
    onUnauthorized: () => undefined,
    limits: LIMITS,
    ...options,
  });
  return { client, sent };
}

/** Returns how a call ended, or `open` while it is pending. */
function watch(answer: Promise<unknown>): { end: () => unknown } {
  let outcome: unknown = 'open';
  answer.then(
    (value) => {
      outcome = value;
    },
    (error: unknown) => {
      outcome = error;
    },
  );
  return { end: () => outcome };
}

const status = (code: number) => () => Promise.resolve(Response.json({ title: 'Restarting' }, { status: code }));
const refused = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a call that gets no answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ERR-11 a read ends at its limit, and is not retried', async () => {
    const { client, sent } = clientOf();
    const { end } = watch(client.call(getOrder, order));
    await vi.advanceTimersByTimeAsync(LIMITS.readMs - 1);
    expect(end()).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(end()).toBeInstanceOf(NetworkFailure);
    await vi.advanceTimersByTimeAsync(LIMITS.readMs);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['its answer', () => new Promise<Response>(() => undefined)],
    ['the rest of its answer', async () => new Response(new ReadableStream())],
  ])(
    'ERR-11 a read that was sent before the app ran, and cannot be aborted, does not wait for %s beyond its limit',
    async (_what, answer) => {
      const { client } = clientOf([answer]);
      const { end } = watch(client.call(getOrder, order));
      await vi.advanceTimersByTimeAsync(LIMITS.readMs - 1);
      expect(end()).toBe('open');
      await vi.advanceTimersByTimeAsync(1);
      expect(end()).toBeInstanceOf(NetworkFailure);
    },
  );

  it.each([
    ['an answer of a server that restarts', status(503)],
    ['a connection that breaks', refused],
  ])('ERR-11 after %s a read is retried once, within the same limit', async (_first, first) => {
    const late = () => new Promise<Response>((answer, fail) => setTimeout(() => void first().then(answer, fail), LIMITS.readMs - 5000));
    const { client, sent } = clientOf([late]);
    const { end } = watch(client.call(getOrder, order));
    await vi.advanceTimersByTimeAsync(LIMITS.readMs - 1);
    expect(sent).toHaveLength(2);
    expect(end()).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(end()).toBeInstanceOf(NetworkFailure);
  });

  it('ERR-11 a successful retry is the answer', async () => {
    const { client, sent } = clientOf([status(502), () => Promise.resolve(Response.json({ name: 'slab' }))]);
    const { end } = watch(client.call(getOrder, order));
    await vi.advanceTimersByTimeAsync(1000);
    expect(end()).toEqual({ name: 'slab' });
    expect(sent).toHaveLength(2);
  });

  it('ERR-11 a read that an overloaded server refused is retried when the server says so', async () => {
    const retryAt = new Date(Date.now() + 2000).toISOString();
    const overloaded = () => Promise.resolve(Response.json({ code: 'service-unavailable', retryAt }, { status: 503 }));
    const { client, sent } = clientOf([overloaded, () => Promise.resolve(Response.json({ name: 'slab' }))]);
    const { end } = watch(client.call(getOrder, order));
    await vi.advanceTimersByTimeAsync(1900);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(end()).toEqual({ name: 'slab' });
  });

  it('ERR-06 a refusal is not retried', async () => {
    const { client, sent } = clientOf([status(500)]);
    const { end } = watch(client.call(getOrder, order));
    await vi.advanceTimersByTimeAsync(1000);
    expect(end()).toBeInstanceOf(HttpProblem);
    expect(sent).toHaveLength(1);
  });

  it('ERR-11 a token request without an answer ends a read and a write too', async () => {
    const { client, sent } = clientOf([], { accessToken: () => new Promise(() => undefined) });
    const read = watch(client.call(getOrder, order));
    const write = watch(client.call(sendOrderEmail, mail));
    await vi.advanceTimersByTimeAsync(LIMITS.writeMs);
    expect(read.end()).toBeInstanceOf(NetworkFailure);
    // Nothing was sent, so the server cannot have executed it.
    expect(write.end()).toBeInstanceOf(NetworkFailure);
    expect(write.end()).not.toBeInstanceOf(UnansweredWrite);
    expect(sent).toHaveLength(0);
  });

  it('ERR-11 a write ends at its limit, says that its outcome is unknown, and can be sent again', async () => {
    const { client, sent } = clientOf();
    const { end } = watch(client.call(sendOrderEmail, mail));
    await vi.advanceTimersByTimeAsync(LIMITS.writeMs);
    expect(end()).toBeInstanceOf(UnansweredWrite);
    expect(end()).toMatchObject({ isRepeatable: false });
    void client.call(sendOrderEmail, mail).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(2);
  });

  it('ERR-11 FED-01 only a write with a key can be repeated safely, and none whose answer is a secret', async () => {
    const { client } = clientOf();
    const attempt = createAttempt();
    const keyed = watch(client.call(sendOrderEmail, mail, { attempt }));
    const rotation = watch(client.call(rotateServiceKey, { params: { id: 1 }, body: { graceHours: 24 } }, { attempt: createAttempt() }));
    await vi.advanceTimersByTimeAsync(LIMITS.writeMs);
    expect(keyed.end()).toMatchObject({ isRepeatable: true });
    expect(rotation.end()).toMatchObject({ isRepeatable: false });
  });

  it('PAY-41 a call can have a limit of its own', async () => {
    const { client } = clientOf();
    const { end } = watch(client.call(sendOrderEmail, mail, { timeoutMs: 180_000 }));
    await vi.advanceTimersByTimeAsync(179_999);
    expect(end()).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(end()).toBeInstanceOf(UnansweredWrite);
  });

  it('SUP-08 an upload continues as long as it makes progress, and ends when it stalls', async () => {
    const { client } = clientOf([], { upload: movingUpload(LIMITS.silenceMs - 1, 3) });
    const { end } = watch(client.upload(createSupportTicket, { ...order, body: new FormData() } as never, () => undefined));
    await vi.advanceTimersByTimeAsync(3 * (LIMITS.silenceMs - 1));
    expect(end()).toBe('open');
    await vi.advanceTimersByTimeAsync(LIMITS.silenceMs);
    expect(end()).toBeInstanceOf(UnansweredWrite);
  });

  it('TKT-16 a download continues as long as it makes progress, and ends when it stalls', async () => {
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((go) => setTimeout(go, LIMITS.silenceMs - 1));
        if (slowParts > 0) controller.enqueue(new Uint8Array(1));
        else await new Promise(() => undefined);
        slowParts -= 1;
      },
    });
    let slowParts = 3;
    const { client } = clientOf([() => Promise.resolve(new Response(slow))]);
    const args = { params: { globalCustomerNumber: 'G1' }, query: {}, body: { ticketIds: [1], format: 'zip' as const } };
    const { end } = watch(client.download(downloadTickets, args));
    await vi.advanceTimersByTimeAsync(3 * (LIMITS.silenceMs - 1));
    expect(end()).toBe('open');
    await vi.advanceTimersByTimeAsync(2 * LIMITS.silenceMs);
    expect(end()).toBeInstanceOf(NetworkFailure);
  });
});

/** An upload that makes progress `times` times and then stops. */
function movingUpload(everyMs: number, times: number): UploadForm {
  return (_url, _method, _headers, _form, onProgress, signal) =>
    new Promise((_resolve, reject) => {
      for (let time = 1; time <= times; time += 1) setTimeout(() => onProgress(time / times), time * everyMs);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
}
