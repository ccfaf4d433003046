import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import { readMarks } from './read-marks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a read mark is sent once, and again if it got lost, unless a later one was sent meanwhile', async () => {
  const send = vi.fn<(sequence: number) => Promise<unknown>>(async () => undefined);
  const mark = readMarks(send, () => {});
  mark(3);
  mark(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send.mock.calls).toEqual([[3]]);
  send.mockRejectedValueOnce(new NetworkFailure('No response.'));
  mark(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send.mock.calls).toEqual([[3], [4], [4]]);
  send.mockRejectedValueOnce(new NetworkFailure('No response.'));
  mark(5);
  mark(6);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send.mock.calls.slice(3)).toEqual([[5], [6]]);
});

it('a read mark is not sent again after the session has ended', async () => {
  const send = vi.fn<(sequence: number) => Promise<unknown>>().mockRejectedValue(new SessionLost('ended'));
  readMarks(send, () => {})(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
});
