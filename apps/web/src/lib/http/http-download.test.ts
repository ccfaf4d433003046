import { downloadTickets } from '@yardage/contract/tickets';
import { describe, expect, it } from 'vitest';
import { createHttpClient } from './http-client.ts';
import { Cancelled, HttpProblem, NetworkFailure } from './http-errors.ts';

const args = { params: { globalCustomerNumber: 'G1' }, query: {}, body: { ticketIds: [1, 2], format: 'zip' as const } };

/** Creates a client with a fake network. */
const clientWith = (answer: (init: RequestInit) => Promise<Response>) =>
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
  it('TKT-15 comes as a blob, and says how much of it is there', async () => {
    const sizes: number[] = [];
    const client = clientWith(() => Promise.resolve(new Response(chunks('abc', 'de'))));
    const file = await client.download(downloadTickets, args, new AbortController().signal, (bytes) => sizes.push(bytes));
    expect(await file.text()).toBe('abcde');
    expect(sizes).toEqual([3, 5]);
  });

  it('TKT-18 is refused with the problem of the server', async () => {
    const client = clientWith(() => Promise.resolve(Response.json({ title: 'Not found' }, { status: 404 })));
    const answer = client.download(downloadTickets, args, new AbortController().signal, () => undefined);
    await expect(answer).rejects.toBeInstanceOf(HttpProblem);
  });

  it('TKT-18 that breaks off in the middle is no file', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    const client = clientWith(() => Promise.resolve(new Response(broken)));
    const answer = client.download(downloadTickets, args, new AbortController().signal, () => undefined);
    await expect(answer).rejects.toBeInstanceOf(NetworkFailure);
  });

  it('TKT-16 can be given up', async () => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const client = clientWith(({ signal }) => {
      asked.resolve();
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const answer = client.download(downloadTickets, args, controller.signal, () => undefined);
    await asked.promise;
    controller.abort();
    await expect(answer).rejects.toBeInstanceOf(Cancelled);
  });
});
