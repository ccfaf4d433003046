import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abandonStart, closeStart, failStart, isAbandoned, openStart, readOpenStart } from './use-start-chat.ts';

const ORDER = { category: 3, entityId: 7 } as const;
let stored: Record<string, string>;
beforeEach(() => {
  stored = {};
  const sessionStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

it('CHT-14 the same start has the same key until it is answered, also after a reload or a failure', () => {
  const first = openStart('order', ORDER);
  expect(openStart('order', ORDER)).toEqual(first);
  expect(readOpenStart('order')).toEqual(first);
  failStart('order', true);
  expect(readOpenStart('order')).toBeUndefined();
  expect(openStart('order', ORDER)).toEqual(first);
  closeStart('order');
  expect(readOpenStart('order')).toBeUndefined();
  expect(openStart('order', ORDER).clientSessionId).not.toBe(first.clientSessionId);
});

it('CHT-14 a start that failed without an answer is not repeated by itself, unless the page was being left or it runs again', () => {
  vi.useFakeTimers();
  const first = openStart('lost', ORDER);
  failStart('lost', false);
  expect(readOpenStart('lost')).toEqual(first);
  vi.advanceTimersByTime(1_000);
  expect(readOpenStart('lost')).toBeUndefined();
  openStart('lost', ORDER);
  failStart('lost', false);
  openStart('lost', ORDER);
  vi.advanceTimersByTime(1_000);
  expect(readOpenStart('lost')).toEqual(first);
  vi.useRealTimers();
});

it('CHT-14 another start, or one at another place, has a key of its own', () => {
  const first = openStart('new', { category: 1, jobRequirement: 'a' });
  expect(openStart('new', { category: 1, jobRequirement: 'b' }).clientSessionId).not.toBe(first.clientSessionId);
  expect(openStart('other', { category: 1, jobRequirement: 'b' }).clientSessionId).not.toBe(first.clientSessionId);
});

it('continues by itself only with a start of a moment ago', () => {
  vi.useFakeTimers();
  const first = openStart('late', ORDER);
  vi.advanceTimersByTime(61_000);
  expect(readOpenStart('late')).toBeUndefined();
  expect(openStart('late', ORDER)).toEqual(first);
  vi.useRealTimers();
});

it('CHT-19 a start is abandoned only while it is not answered, and starting again takes that back', () => {
  abandonStart('left');
  expect(isAbandoned('left')).toBe(false);
  openStart('left', ORDER);
  abandonStart('left');
  expect(isAbandoned('left')).toBe(true);
  expect(isAbandoned('other')).toBe(false);
  openStart('left', ORDER);
  expect(isAbandoned('left')).toBe(false);
  abandonStart('left');
  closeStart('left');
  expect(isAbandoned('left')).toBe(false);
});

it('ignores an invalid stored start', () => {
  stored['yardage.chat-start.new'] = '"nonsense"';
  expect(readOpenStart('new')).toBeUndefined();
});
