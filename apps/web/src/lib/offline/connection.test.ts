import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let probes: PromiseWithResolvers<Response>[];
let browser: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  probes = [];
  browser = new EventTarget();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => {
    const probe = Promise.withResolvers<Response>();
    probes.push(probe);
    return probe.promise;
  });
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it('OFF-02 a call without an answer is no lost connection if the server can be reached, or if another call was answered meanwhile', async () => {
  const { isOffline, noteAnswer, noteNoAnswer, watchConnection } = await import('./connection.ts');
  watchConnection();
  noteNoAnswer();
  probes[0]?.resolve(new Response());
  await settle();
  expect(isOffline()).toBe(false);
  noteNoAnswer();
  noteAnswer();
  probes[1]?.reject(new TypeError('Failed to fetch'));
  await settle();
  expect(isOffline()).toBe(false);
  noteNoAnswer();
  probes[2]?.reject(new TypeError('Failed to fetch'));
  await settle();
  expect(isOffline()).toBe(true);
});

it('OFF-02 a lost connection is looked for from time to time, and is back with the first answer', async () => {
  const { isOffline, noteAnswer, watchConnection } = await import('./connection.ts');
  watchConnection();
  browser.dispatchEvent(new Event('offline'));
  expect(isOffline()).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  probes[0]?.reject(new TypeError('Failed to fetch'));
  await settle();
  expect(isOffline()).toBe(true);
  await vi.advanceTimersByTimeAsync(6000);
  probes[1]?.resolve(new Response());
  await settle();
  expect(isOffline()).toBe(false);
  browser.dispatchEvent(new Event('offline'));
  noteAnswer();
  expect(isOffline()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probes).toHaveLength(2);
});
