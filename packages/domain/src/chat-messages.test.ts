import { describe, expect, it } from 'vitest';
import { type ClientMessage, contiguousSequence, mergeMessages, type StoredMessage } from './chat-messages.ts';

const stored = (sequence: number, more: Partial<StoredMessage> = {}): StoredMessage => ({
  id: `m${sequence}`,
  sessionId: 's',
  sequence,
  message: `text ${sequence}`,
  line: null,
  timestamp: '2026-11-15T12:00:00.000Z',
  type: 4,
  messageType: 4,
  senderType: 3,
  senderName: 'Renee',
  isOwn: false,
  clientMessageId: null,
  ...more,
});
const kept = (message: StoredMessage): ClientMessage => ({ ...message, isPending: false, isFailed: false });
const pending = (key: string): ClientMessage => ({
  ...kept(stored(0)),
  id: key,
  sequence: null,
  isOwn: true,
  clientMessageId: key,
  isPending: true,
});
const sequences = (messages: readonly ClientMessage[]) => messages.map(({ sequence }) => sequence);

describe('CHT-27 merging messages', () => {
  it('keeps one of each id, in sequence order, however often and in any order they arrive', () => {
    const merged = mergeMessages(mergeMessages([], [stored(2), stored(1)]), [stored(3), stored(2), stored(1), stored(3)]);
    expect(sequences(merged)).toEqual([1, 2, 3]);
  });

  it("replaces the pending copy by the server's, also if the hub was faster than the answer", () => {
    const announced = stored(1, { clientMessageId: 'a', isOwn: false });
    const merged = mergeMessages([pending('a'), pending('b')], [announced]);
    expect(merged.map(({ id, isPending, isOwn }) => [id, isPending, isOwn])).toEqual([
      ['m1', false, true],
      ['b', true, true],
    ]);
    expect(mergeMessages(merged, [{ ...announced, isOwn: true }])).toBe(merged);
  });

  it('replaces a failed copy too: it was stored and only the answer got lost', () => {
    const failed = { ...pending('a'), isPending: false, isFailed: true };
    expect(mergeMessages([failed], [stored(1, { clientMessageId: 'a' })])).toMatchObject([{ sequence: 1, isFailed: false }]);
  });

  it('keeps pending messages after the stored ones, and returns the same list if nothing is new', () => {
    const messages = mergeMessages([pending('a')], [stored(1)]);
    expect(sequences(messages)).toEqual([1, null]);
    expect(mergeMessages(messages, [stored(1)])).toBe(messages);
    expect(mergeMessages(messages, [])).toBe(messages);
  });

  it('takes the ownership of a message from the copy that knows it', () => {
    const messages = mergeMessages([], [stored(1, { isOwn: false })]);
    expect(mergeMessages(messages, [stored(1, { isOwn: true })])[0]?.isOwn).toBe(true);
  });
});

describe('the last sequence without a gap', () => {
  it('ends before the first gap and ignores messages that are not stored', () => {
    expect(contiguousSequence([])).toBe(0);
    expect(contiguousSequence([1, 2, 4].map((sequence) => kept(stored(sequence))))).toBe(2);
    expect(contiguousSequence([kept(stored(1)), pending('a')])).toBe(1);
    expect(contiguousSequence([kept(stored(2))])).toBe(0);
  });
});
