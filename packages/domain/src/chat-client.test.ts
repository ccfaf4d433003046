import { describe, expect, it } from 'vitest';
import {
  type ChatClientEvent,
  type ChatClientState,
  chatReducer,
  countUnread,
  newChatClient,
  nextSteps,
  type SendFailure,
} from './chat-client.ts';
import type { StoredMessage } from './chat-messages.ts';

const stored = (sequence: number, clientMessageId: string | null = null): StoredMessage => ({
  id: `m${sequence}`,
  sessionId: 's',
  sequence,
  message: 'text',
  line: null,
  timestamp: '2026-11-15T12:00:00.000Z',
  type: 4,
  messageType: 4,
  senderType: 3,
  senderName: 'Renee',
  isOwn: false,
  clientMessageId,
});
const written = (key: string): ChatClientEvent => ({
  kind: 'written',
  clientMessageId: key,
  text: key,
  type: 4,
  senderType: 4,
  senderName: 'Luis',
  timestamp: '2026-11-15T12:00:00.000Z',
});
const sendFailed = (clientMessageId: string, how: SendFailure): ChatClientEvent => ({ kind: 'send-failed', clientMessageId, how });
const after = (state: ChatClientState, ...events: ChatClientEvent[]) => events.reduce(chatReducer, state);
const start = newChatClient('s', 1);
const joined = after(start, { kind: 'connecting' }, { kind: 'connected' }, { kind: 'joining' }, { kind: 'joined' });
const caughtUp = after(joined, { kind: 'catching-up' }, { kind: 'caught-up', messages: [stored(1), stored(2)] });

describe('CHT-30 the connection', () => {
  it('joins once connected, then catches up from its last message, and is idle', () => {
    expect(nextSteps(start).join).toBe(false);
    const connected = after(start, { kind: 'connecting' }, { kind: 'connected' });
    expect(nextSteps(connected)).toMatchObject({ join: true, catchUpAfter: undefined });
    expect(nextSteps(after(connected, { kind: 'joining' })).join).toBe(false);
    expect(nextSteps(joined)).toMatchObject({ join: false, catchUpAfter: 0 });
    expect(nextSteps(caughtUp)).toEqual({ join: false, catchUpAfter: undefined, send: undefined });
  });

  it('joins and catches up again after every reconnect, and ignores late answers from before', () => {
    const asking = after(joined, { kind: 'catching-up' });
    const back = after(asking, { kind: 'disconnected' }, { kind: 'connected' }, { kind: 'joining' }, { kind: 'joined' });
    expect(nextSteps(back).catchUpAfter).toBeUndefined();
    const late = after(back, { kind: 'caught-up', messages: [stored(1)] });
    expect(nextSteps(late).catchUpAfter).toBe(1);
  });

  it('retries a join without an answer, but not a refused one', () => {
    const joining = after(start, { kind: 'connected' }, { kind: 'joining' });
    expect(nextSteps(after(joining, { kind: 'join-failed' })).join).toBe(true);
    expect(nextSteps(after(joining, { kind: 'join-refused' })).join).toBe(false);
  });
});

describe('CHT-27 announcements', () => {
  it('are merged; a gap, or a number beyond the last message, fetches the rest', () => {
    expect(nextSteps(after(caughtUp, { kind: 'announced', message: stored(3) })).catchUpAfter).toBeUndefined();
    expect(nextSteps(after(caughtUp, { kind: 'announced', message: stored(4) })).catchUpAfter).toBe(2);
    const behind = after(caughtUp, { kind: 'status-reported', status: 2, modifiedDate: '2026', lastSequence: 3 });
    expect(behind.status).toBe(2);
    expect(nextSteps(behind).catchUpAfter).toBe(2);
    expect(nextSteps(after(behind, { kind: 'catching-up' }, { kind: 'catch-up-failed' })).catchUpAfter).toBe(2);
  });

  it('of another chat change nothing; late ones change no status', () => {
    expect(after(caughtUp, { kind: 'announced', message: { ...stored(3), sessionId: 'other' } }).messages).toBe(caughtUp.messages);
    const now = after(caughtUp, { kind: 'status-reported', status: 2, modifiedDate: '2026-02', lastSequence: 2 });
    expect(after(now, { kind: 'status-reported', status: 1, modifiedDate: '2026-01', lastSequence: 2 }).status).toBe(2);
    const ended = after(now, { kind: 'status-reported', status: 3, modifiedDate: '2026-03', lastSequence: 2 });
    expect(after(ended, { kind: 'status-reported', status: 2, modifiedDate: '2026-04', lastSequence: 2 }).status).toBe(3);
  });
});

describe('CHT-24 CHT-25 a written message', () => {
  it('is pending at once, sent one at a time in order, and confirmed by the first copy', () => {
    const two = after(caughtUp, written('a'), written('b'));
    expect(two.messages.slice(2).map(({ isPending }) => isPending)).toEqual([true, true]);
    expect(nextSteps(two).send?.clientMessageId).toBe('a');
    const sending = after(two, { kind: 'sending' });
    expect(nextSteps(sending).send).toBeUndefined();
    const heard = after(sending, { kind: 'announced', message: stored(3, 'a') });
    expect(heard.messages[2]).toMatchObject({ sequence: 3, isPending: false, isOwn: true });
    const answered = after(heard, { kind: 'sent', message: stored(3, 'a') });
    expect(answered.messages).toHaveLength(4);
    expect(nextSteps(answered).send?.clientMessageId).toBe('b');
  });

  it('fails, and keeps its key and its place when it is retried', () => {
    const failed = after(caughtUp, written('a'), written('b'), { kind: 'sending' }, sendFailed('a', 'refused'));
    expect(failed.messages[2]).toMatchObject({ clientMessageId: 'a', isPending: false, isFailed: true });
    expect(nextSteps(failed).send?.clientMessageId).toBe('b');
    const again = after(failed, { kind: 'retry', clientMessageId: 'a' });
    expect(again.messages[2]).toMatchObject({ isPending: true, isFailed: false });
    expect(nextSteps(again).send?.clientMessageId).toBe('a');
    expect(after(again, { kind: 'retry', clientMessageId: 'a' }).outbox).toEqual(['a', 'b']);
  });

  it('is not failed if only the answer was lost and the hub announced it', () => {
    const heard = after(caughtUp, written('a'), { kind: 'sending' }, { kind: 'announced', message: stored(3, 'a') });
    const lost = after(heard, sendFailed('a', 'unreachable'));
    expect(lost.messages[2]).toMatchObject({ sequence: 3, isFailed: false });
    expect(nextSteps(lost).send).toBeUndefined();
    expect(after(lost, { kind: 'retry', clientMessageId: 'a' })).toBe(lost);
  });
});

describe('CHT-25 CHT-30 messages that cannot be sent', () => {
  const key = (state: ChatClientState) => nextSteps(state).send?.clientMessageId;
  const marks = (state: ChatClientState) => state.messages.slice(2).map(({ isFailed }) => isFailed);

  it('wait together and are sent in the order in which they were written', () => {
    const down = after(caughtUp, written('a'), written('b'), { kind: 'sending' }, sendFailed('a', 'unreachable'));
    expect(marks(down)).toEqual([true, true]);
    expect(key(down)).toBeUndefined();
    const again = after(down, { kind: 'resend' });
    expect(marks(again)).toEqual([false, false]);
    expect(again.outbox).toEqual(['a', 'b']);
    expect(after(again, { kind: 'resend' })).toBe(again);
  });

  it('go before later ones, and Retry of one retries all', () => {
    const down = after(caughtUp, written('a'), written('b'), { kind: 'sending' }, sendFailed('a', 'unreachable'));
    expect(after(down, written('c')).outbox).toEqual(['a', 'b', 'c']);
    expect(after(down, { kind: 'retry', clientMessageId: 'b' }).outbox).toEqual(['a', 'b']);
  });

  it('let the others pass if they are stuck, and are retried with them', () => {
    const passed = after(caughtUp, written('a'), written('b'), { kind: 'sending' }, sendFailed('a', 'stuck'));
    expect(marks(passed)).toEqual([true, false]);
    expect(key(passed)).toBe('b');
    const sent = after(passed, { kind: 'sending' }, { kind: 'sent', message: stored(3, 'b') });
    expect(key(after(sent, { kind: 'resend' }))).toBe('a');
  });

  it('are not sent again once the hub has announced them, or after a refusal', () => {
    const down = after(caughtUp, written('a'), { kind: 'sending' }, sendFailed('a', 'unreachable'));
    const heard = after(down, { kind: 'announced', message: stored(3, 'a') });
    expect(after(heard, { kind: 'resend' }).outbox).toEqual([]);
    const refused = after(caughtUp, written('a'), { kind: 'sending' }, sendFailed('a', 'refused'));
    expect(after(refused, { kind: 'resend' }, written('b')).outbox).toEqual(['b']);
  });
});

describe('CHT-29 unread messages', () => {
  it('are those of the other side after the mark; system messages do not count', () => {
    const { messages } = after(caughtUp, { kind: 'announced', message: { ...stored(3), senderType: 1 } }, written('a'));
    expect(countUnread(messages, 0)).toBe(2);
    expect(countUnread(messages, 1)).toBe(1);
    expect(countUnread(messages, 3)).toBe(0);
  });
});
