import { askAssistant } from '@yardage/contract/assistant';
import { downloadTickets } from '@yardage/contract/tickets';
import { describe, expect, it } from 'vitest';
import { readLines } from './body-streams.ts';
import { createHttpClient } from './http-client.ts';
import { Cancelled, HttpProblem, NetworkFailure } from './http-errors.ts';

const args = { body: { text: 'my orders' } };

const clientWith = (answer: (init: RequestInit) => Response) =>
  createHttpClient({
    baseUrl: '/api',
    fetch: (async (_url: string, init: RequestInit) => answer(init)) as unknown as typeof fetch,
    subscriptionKey: () => 'key-1',
    accessToken: () => Promise.resolve('token-1'),
    customer: () => null,
    onUnauthorized: () => undefined,
  });

describe('a streamed answer', () => {
  it('AST-04 reports every event in order', async () => {
    const events: unknown[] = [];
    const lines = ['{"type":"text","text":"a"}', '{"type":"text","text":"b"}'].join('\n');
    await clientWith(() => new Response(lines)).stream(askAssistant, args, new AbortController().signal, (event) => events.push(event));
    expect(events).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('is refused, breaks off or is cancelled like any other', async () => {
    const asked = (answer: (init: RequestInit) => Response, signal = new AbortController().signal) =>
      clientWith(answer).stream(askAssistant, args, signal, () => undefined);
    await expect(asked(() => Response.json({ title: 'Too many' }, { status: 429 }))).rejects.toBeInstanceOf(HttpProblem);
    const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    await expect(asked(() => new Response(broken()))).rejects.toBeInstanceOf(NetworkFailure);
    const gone = new AbortController();
    const waiting = asked(({ signal }) => {
      const body = new ReadableStream({ start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)) });
      setTimeout(() => gone.abort());
      return new Response(body);
    }, gone.signal);
    await expect(waiting).rejects.toBeInstanceOf(Cancelled);
  });
});

const downloadArgs = { params: { globalCustomerNumber: 'G1' }, query: {}, body: { ticketIds: [1, 2], format: 'zip' as const } };

/** Creates a client with a fake network. */
const downloadClientWith = (answer: (init: RequestInit) => Promise<Response>) =>
  createHttpClient({
    baseUrl: '/api',
    fetch: ((_url: string, init: RequestInit) => answer(init)) as typeof fetch,
    subscriptionKey: () => 'key-1',
    accessToken: () => Promise.resolve('token-1'),
    customer: () => null,
    onUnauthorized: () => undefined,
  });

const chunks = (...texts: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

describe('a file from the server', () => {
  it('TKT-15 is received as a blob, and reports its progress', async () => {
    const sizes: number[] = [];
    const client = downloadClientWith(() => Promise.resolve(new Response(chunks('abc', 'de'))));
    const file = await client.download(downloadTickets, downloadArgs, { onBytes: (bytes) => sizes.push(bytes) });
    expect(await file.text()).toBe('abcde');
    expect(sizes).toEqual([3, 5]);
  });

  it("TKT-18 fails with the server's problem", async () => {
    const client = downloadClientWith(() => Promise.resolve(Response.json({ title: 'Not found' }, { status: 404 })));
    const answer = client.download(downloadTickets, downloadArgs);
    await expect(answer).rejects.toBeInstanceOf(HttpProblem);
  });

  it('TKT-18 that breaks off is an error', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    const client = downloadClientWith(() => Promise.resolve(new Response(broken)));
    const answer = client.download(downloadTickets, downloadArgs);
    await expect(answer).rejects.toBeInstanceOf(NetworkFailure);
  });

  it('TKT-16 can be cancelled', async () => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const client = downloadClientWith(({ signal }) => {
      asked.resolve();
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const answer = client.download(downloadTickets, downloadArgs, { signal: controller.signal });
    await asked.promise;
    controller.abort();
    await expect(answer).rejects.toBeInstanceOf(Cancelled);
  });
});

const bytes = new TextEncoder().encode('{"a":1}\n{"b":"é\\n"}\n\n{"c":3}');

function inPieces(size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
}

describe('a body of one JSON object a line', () => {
  it('is read the same however it is split, also in the middle of a character', async () => {
    for (let size = 1; size <= bytes.length; size += 1) {
      const read: unknown[] = [];
      await readLines(inPieces(size), (value) => read.push(value));
      expect(read, `pieces of ${size}`).toEqual([{ a: 1 }, { b: 'é\n' }, { c: 3 }]);
    }
  });

  it('reports a line before the next one arrives, and fails on a broken one', async () => {
    const read: unknown[] = [];
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const writer = writable.getWriter();
    const reading = readLines(readable, (value) => read.push(value));
    await writer.write(new TextEncoder().encode('{"a":1}\n{"b"'));
    await expect.poll(() => read).toEqual([{ a: 1 }]);
    void writer.write(new TextEncoder().encode(':nonsense}\n'));
    await expect(reading).rejects.toThrow(SyntaxError);
    await readLines(null, () => expect.unreachable());
  });
});
