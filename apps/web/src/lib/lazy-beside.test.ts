import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilLoaded } from './lazy-beside.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('SHL-12 OFF-01 a part beside the page whose script does not arrive is loaded again, ever less often, and fails nothing', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue();
  let isOnline = false;
  const load = vi.fn(async () => (isOnline ? 'bell' : Promise.reject(new TypeError('Failed to fetch'))));
  const loaded = vi.fn();
  void untilLoaded(load).then(loaded);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(load.mock.calls.length).toBeGreaterThan(8);
  expect(load.mock.calls.length).toBeLessThan(20);
  expect([loaded.mock.calls.length, logged.mock.calls.length]).toEqual([0, 1]);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(loaded).toHaveBeenCalledExactlyOnceWith('bell');
});

it('SHL-12 OFF-01 a part that did not arrive is loaded as soon as the connection is back, however long the pause is', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.resetModules();
  const { noteAnswer, watchConnection } = await import('./offline/connection.ts');
  const beside = await import('./lazy-beside.ts');
  watchConnection();
  window.dispatchEvent(new Event('offline'));
  let isOnline = false;
  const load = vi.fn(async () => (isOnline ? 'drawer' : Promise.reject(new TypeError('Failed to fetch'))));
  const loaded = vi.fn();
  void beside.untilLoaded(load).then(loaded);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const attempts = load.mock.calls.length;
  isOnline = true;
  noteAnswer();
  await vi.advanceTimersByTimeAsync(0);
  expect([load.mock.calls.length - attempts, loaded.mock.calls]).toEqual([1, [['drawer']]]);
});
