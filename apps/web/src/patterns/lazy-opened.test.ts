import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { askAgain, untilOpened } from './lazy-opened.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('SHL-12 OFF-01 a dialog whose script does not arrive says so, and again after each Retry and tap, and opens once it is there', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const show = vi.spyOn(toasts, 'show').mockReturnValue();
  vi.stubGlobal('navigator', { onLine: false });
  let isThere = false;
  const load = vi.fn(async () => (isThere ? 'dialog' : Promise.reject(new TypeError('Failed to fetch'))));
  const opened = vi.fn();
  const action = () => show.mock.lastCall?.[0].action;
  void untilOpened(load).then(opened);
  await vi.advanceTimersByTimeAsync(0);
  expect(show.mock.lastCall?.[0]).toMatchObject({ message: 'This needs a connection.', action: { label: 'Retry' } });
  // It is tried again by itself, but nobody has asked for it again.
  await vi.advanceTimersByTimeAsync(10_000);
  expect([load.mock.calls.length, show.mock.calls.length]).toEqual([3, 1]);
  action()?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([load.mock.calls.length, show.mock.calls.length, action()?.label]).toEqual([4, 2, 'Retry']);
  // The connection is back, but not the script: the server has only those of a newer release.
  vi.stubGlobal('navigator', { onLine: true });
  action()?.run();
  await vi.advanceTimersByTimeAsync(0);
  expect([load.mock.calls.length, action()?.label]).toEqual([5, 'Reload the page']);
  // Closed and opened again: the second tap is answered like the first, unless it was closed before the answer.
  for (const isWanted of [true, false]) {
    askAgain(() => isWanted);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect([load.mock.calls.length, show.mock.calls.length]).toEqual([7, 4]);
  isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveBeenCalledExactlyOnceWith('dialog');
  askAgain(() => true);
  expect(load).toHaveBeenCalledTimes(8);
});
