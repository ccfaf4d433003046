import { askAssistant } from '@yardage/contract/assistant';
import { describe, expect, it } from 'vitest';
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

describe('an answer that comes line by line', () => {
  it('AST-04 tells every event in its order', async () => {
    const events: unknown[] = [];
    const lines = ['{"type":"text","text":"a"}', '{"type":"text","text":"b"}'].join('\n');
    await clientWith(() => new Response(lines)).stream(askAssistant, args, new AbortController().signal, (event) => events.push(event));
    expect(events).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
  });

  it('is refused, breaks off or is given up like any other', async () => {
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
