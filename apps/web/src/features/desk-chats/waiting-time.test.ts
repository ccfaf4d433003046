import { expect, it } from 'vitest';
import { newlyWaiting, waitingTime } from './desk-chats.api.ts';

const now = new Date('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T11:59:30Z', 'less than a minute'],
  ['2026-11-15T12:00:05Z', 'less than a minute'],
  ['2026-11-15T11:48:00Z', '12 min'],
  ['2026-11-15T10:00:00Z', '2 h'],
  ['2026-11-15T09:55:00Z', '2 h 5 min'],
  ['2026-11-14T11:00:00Z', '1 day'],
  ['2026-11-12T11:00:00Z', '3 days'],
])('since %s the customer waits %s', (since, text) => {
  expect(waitingTime(since, now)).toBe(text);
});

it('CHT-10 the bell rings for a chat that began to wait since the last look, not for one that waits already', () => {
  const chat = (number: number, waitingSince = '2026-11-15T11:00:00.000Z') => ({ sessionId: String(number), waitingSince });
  const many = Array.from({ length: 25 }, (_, index) => chat(index));
  expect(newlyWaiting(undefined, many)).toBe(false);
  // A colleague joined one, and another customer wrote again.
  expect(newlyWaiting(many, [chat(20), ...many.slice(1)])).toBe(false);
  expect(newlyWaiting(many, [...many, chat(25)])).toBe(true);
  expect(newlyWaiting(many, [chat(0, '2026-11-15T11:30:00.000Z'), ...many.slice(1)])).toBe(true);
});
