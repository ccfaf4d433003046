import { expect, it } from 'vitest';
import { waitingTime } from './desk-chats.api.ts';

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
