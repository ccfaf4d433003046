import type { ChatSession } from '@yardage/contract/chat';
import { ACTIVE_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { abandonStart, closeStart, failStart, openStart, readOpenStart, sendStart } from './use-start-chat.ts';

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

it('CHT-14 a start that failed without an answer is resumed only if the page was being left, or if it was sent again', () => {
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

const CUSTOMER = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1' } as CustomerKey;

/** A server whose answers the test gives one after the other. */
function server() {
  const answers: PromiseWithResolvers<ChatSession>[] = [];
  const keys: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const ended: string[] = [];
  const calls = {
    startChat: (_customer: CustomerKey, _start: unknown, clientSessionId: string) => {
      keys.push(clientSessionId);
      answers.push(Promise.withResolvers());
      return (answers.at(-1) as PromiseWithResolvers<ChatSession>).promise;
    },
    endChat: (_customer: CustomerKey, sessionId: string) => {
      ended.push(sessionId);
      ends.push(Promise.withResolvers());
      return (ends.at(-1) as PromiseWithResolvers<void>).promise;
    },
  };
  const send = (place: string) => sendStart({ customer: CUSTOMER, place, start: ORDER }, calls);
  const answer = (sessionId: string, status = PENDING_CHAT) =>
    answers.at(-1)?.resolve({ sessionId, status, messages: [] as ChatSession['messages'] } as ChatSession);
  return { send, answer, answers, ends, ended, keys };
}

it('CHT-19 ends the chat of a start that was left before its answer, unless somebody is in it', async () => {
  const { send, answer, ends, ended } = server();
  const left = send('left');
  abandonStart('left');
  answer('unseen');
  await vi.waitFor(() => expect(ended).toEqual(['unseen']));
  ends[0]?.resolve();
  expect(await left).toBeUndefined();
  const taken = send('left');
  abandonStart('other');
  abandonStart('left');
  answer('joined', ACTIVE_CHAT);
  expect(await taken).toMatchObject({ sessionId: 'joined' });
  const stayed = send('left');
  abandonStart('other');
  answer('seen');
  expect(await stayed).toMatchObject({ sessionId: 'seen' });
  expect(ended).toEqual(['unseen']);
  abandonStart('left');
});

it('CHT-19 a start that was left and is sent again before its answer is one start, and its chat goes on', async () => {
  const { send, answer, ended, keys } = server();
  const first = send('again');
  abandonStart('again');
  const second = send('again');
  answer('kept');
  expect(await first).toMatchObject({ sessionId: 'kept' });
  expect(await second).toMatchObject({ sessionId: 'kept' });
  expect(ended).toEqual([]);
  expect(keys).toHaveLength(1);
});

it('CHT-19 coming back while the chat that was left is being ended starts another one', async () => {
  const { send, answer, answers, ends, ended, keys } = server();
  const first = send('back');
  abandonStart('back');
  answer('over');
  await vi.waitFor(() => expect(ended).toEqual(['over']));
  const second = send('back');
  expect(keys).toHaveLength(1);
  ends[0]?.resolve();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answer('new');
  expect(await first).toMatchObject({ sessionId: 'new' });
  expect(await second).toMatchObject({ sessionId: 'new' });
  expect(new Set(keys).size).toBe(2);
  expect(readOpenStart('back')).toBeUndefined();
});

it('ignores an invalid stored start', () => {
  stored['yardage.chat-start.new'] = '"nonsense"';
  expect(readOpenStart('new')).toBeUndefined();
});
