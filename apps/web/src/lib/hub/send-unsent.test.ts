import type { ChatMessage } from '@yardage/contract/chat';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { createChatEngine } from './chat-engine.ts';
import { countUnsent, forgetChats, sendUnsent } from './unsent-chat-messages.ts';

const LIMIT_MS = 5000;
const hub = {
  connection: () => 'disconnected',
  onConnection: () => () => undefined,
  on: () => () => undefined,
  call: async () => ({ ok: true }),
};

beforeEach(() => {
  vi.useFakeTimers();
  const sessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('window', { sessionStorage, addEventListener: () => undefined, removeEventListener: () => undefined });
});
afterEach(() => {
  forgetChats();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a chat whose messages the test answers one after the other. */
function opened(sessionId: string) {
  const asked: { message: string; answer: () => void; fail: (error: Error) => void }[] = [];
  const send = (_id: string, { message, clientMessageId }: { message: string; clientMessageId: string }) => {
    const { promise, resolve, reject } = Promise.withResolvers<ChatMessage>();
    const stored = { id: clientMessageId, sessionId, sequence: asked.length + 1, message, timestamp: '', isOwn: true, clientMessageId };
    asked.push({ message, answer: () => resolve(stored as ChatMessage), fail: reject });
    return promise;
  };
  const calls = { send, messagesAfter: async () => [] };
  const engine = createChatEngine({ sessionId, hub: hub as never, calls, senderType: 4, senderName: '', onSendFailed: () => undefined });
  return { engine, asked, close: engine.open() };
}

/** Notes when everything that can be sent is sent. */
function awaitSent(sessionId: string) {
  const seen: { left?: number } = {};
  void sendUnsent(sessionId, LIMIT_MS).then((left) => {
    seen.left = left;
  });
  return seen;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('before a chat is ended', () => {
  it('CHT-21 CHT-24 all that was written is sent first, one after the other', async () => {
    const { engine, asked, close } = opened('two');
    expect(await sendUnsent('two', LIMIT_MS)).toBe(0);
    engine.write('one');
    engine.write('two');
    expect(countUnsent('two')).toBe(2);
    const seen = awaitSent('two');
    asked[0]?.answer();
    await settle();
    expect([seen.left, asked.map(({ message }) => message)]).toEqual([undefined, ['one', 'two']]);
    asked[1]?.answer();
    await settle();
    expect(seen.left).toBe(0);
    close();
  });

  it('CHT-21 CHT-25 a refused message is not waited for, and one without a connection is tried once more', async () => {
    const { engine, asked, close } = opened('away');
    engine.write('refused');
    asked[0]?.fail(new HttpProblem(400, {}));
    await settle();
    expect(await sendUnsent('away', LIMIT_MS)).toBe(0);
    engine.write('later');
    asked[1]?.fail(new NetworkFailure('No response.'));
    await settle();
    const first = awaitSent('away');
    expect(asked).toHaveLength(3);
    asked[2]?.fail(new NetworkFailure('No response.'));
    await settle();
    expect(first.left).toBe(1);
    const second = awaitSent('away');
    asked[3]?.answer();
    await settle();
    expect(second.left).toBe(0);
    close();
  });

  it('CHT-21 a message without an answer is waited for during a limited time, also by a closed chat', async () => {
    const { engine, close } = opened('slow');
    engine.write('slow');
    close();
    const seen = awaitSent('slow');
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(seen.left).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.left).toBe(1);
  });
});
