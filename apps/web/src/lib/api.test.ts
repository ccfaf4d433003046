import { getProfile } from '@yardage/contract/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const noteNoAnswer = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  noteNoAnswer.mockClear();
  vi.stubGlobal('window', { location: { pathname: '/orders' } });
  vi.doMock('./config/public-config.ts', () => ({ publicConfig: () => ({ subscriptionKey: 'key' }) }));
  vi.doMock('./session/access-token.ts', () => ({ accessToken: async () => 'token' }));
  vi.doMock('./offline/connection.ts', () => ({ noteAnswer: () => undefined, noteNoAnswer }));
  // Other tests in this worker may have loaded it without the mocks.
  vi.resetModules();
});
afterEach(() => {
  for (const mocked of ['config/public-config', 'session/access-token', 'offline/connection']) vi.doUnmock(`./${mocked}.ts`);
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('OFF-02 a call without an answer in time makes the portal check the connection; one that is cancelled does not', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_answer, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  });
  const { api } = await import('./api.ts');
  const givenUp = new AbortController();
  const calls = [givenUp.signal, undefined].map((signal) => api.call(getProfile, {}, { signal }).catch(() => undefined));
  await vi.advanceTimersByTimeAsync(1000);
  givenUp.abort();
  await vi.advanceTimersByTimeAsync(1000);
  expect(noteNoAnswer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(noteNoAnswer).toHaveBeenCalledOnce();
  await Promise.all(calls);
});
