import type { ChatMessage } from '@yardage/contract/chat';
import type { Connection } from '@yardage/domain/chat-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpProblem, NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import { type ChatCalls, createChatEngine } from './chat-engine.ts';
import { forgetChats } from './unsent-chat-messages.ts';

const SESSION = 's';
const message = (sequence: number, clientMessageId: string | null = null, text = `text ${sequence}`): ChatMessage => ({
  id: `m${sequence}`,
  sessionId: SESSION,
  sequence,
  message: text,
  line: null,
  timestamp: '2026-11-15T12:00:00.000Z',
  type: 4,
  messageType: 4,
  senderType: clientMessageId ? 4 : 3,
  senderName: 'Renee',
  isOwn: clientMessageId !== null,
  clientMessageId,
});

type Listener = (event: never) => void;

/** A fake hub whose connection and events the test controls. */
function fakeHub() {
  const listeners = new Map<string, Listener>();
  const watchers = new Set<() => void>();
  let connection: Connection = 'disconnected';
  return {
    connection: () => connection,
    onConnection(watcher: () => void) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    on(name: string, listener: Listener) {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
    call: vi.fn(async (_name: string): Promise<{ ok: boolean; code?: string }> => ({ ok: true })),
    become(next: Connection) {
      connection = next;
      for (const watcher of watchers) watcher();
    },
    tell: (name: string, event: unknown) => listeners.get(name)?.(event as never),
  };
}

let stored: Record<string, string>;
let online: EventTarget;
beforeEach(() => {
  stored = {};
  vi.useFakeTimers();
  const sessionStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  // In a browser, the keys of a storage are its own properties.
  const storage = new Proxy(sessionStorage, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  online = new EventTarget();
  const addEventListener = online.addEventListener.bind(online);
  const removeEventListener = online.removeEventListener.bind(online);
  vi.stubGlobal('window', { sessionStorage: storage, addEventListener, removeEventListener });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(calls: Partial<ChatCalls> = {}, sessionId = SESSION) {
  const hub = fakeHub();
  const onSendFailed = vi.fn();
  let sequence = 10;
  const all: ChatCalls = {
    send: vi.fn(async (_id: string, sent: { message: string; clientMessageId: string }) => {
      sequence += 1;
      return message(sequence, sent.clientMessageId, sent.message);
    }),
    messagesAfter: vi.fn(async () => []),
    ...calls,
  };
  const engine = createChatEngine({ sessionId, hub: hub as never, calls: all, senderType: 4, senderName: '', onSendFailed });
  return { hub, engine, calls: all, onSendFailed, settle: () => vi.advanceTimersByTimeAsync(0) };
}
const texts = ({ engine }: ReturnType<typeof start>) => engine.state().messages.map((each) => each.message);

describe('the engine of a chat', () => {
  it("CHT-24 CHT-27 shows a written message as pending, and the server's copy once, however often it arrives", async () => {
    const chat = start();
    chat.engine.open();
    chat.engine.write('hello');
    expect(chat.engine.state().messages).toMatchObject([{ message: 'hello', isPending: true, sequence: null }]);
    await chat.settle();
    const [kept] = chat.engine.state().messages;
    expect(kept).toMatchObject({ sequence: 11, isPending: false });
    chat.hub.tell('MessageReceived', message(11, kept?.clientMessageId, 'hello'));
    expect(texts(chat)).toEqual(['hello']);
  });

  it('CHT-25 CHT-26 marks a message without an answer as failed and reports it; Retry sends it with the same key', async () => {
    const send = vi.fn<ChatCalls['send']>();
    send.mockRejectedValueOnce(new NetworkFailure('No response.'));
    send.mockImplementationOnce(async (_id, sent) => message(1, sent.clientMessageId, sent.message));
    const chat = start({ send });
    chat.engine.open();
    chat.engine.write('hello');
    await chat.settle();
    expect(chat.engine.state().messages).toMatchObject([{ isFailed: true, isPending: false }]);
    expect(chat.onSendFailed).toHaveBeenCalledOnce();
    chat.engine.retryAll();
    expect(chat.engine.state().messages).toMatchObject([{ isFailed: false, isPending: true }]);
    await chat.settle();
    expect(chat.engine.state().messages).toMatchObject([{ sequence: 1, isFailed: false }]);
    expect(send.mock.calls[0]?.[1].clientMessageId).toBe(send.mock.calls[1]?.[1].clientMessageId);
  });

  it('CHT-30 joins again after an answer that may be another in a moment, and not after a refusal', async () => {
    const joins = async (code: string) => {
      const chat = start();
      chat.hub.call.mockResolvedValueOnce({ ok: false, code });
      chat.engine.open();
      chat.hub.become('connected');
      await vi.advanceTimersByTimeAsync(5000);
      return [chat.engine.state().room, chat.hub.call.mock.calls.length];
    };
    expect(await joins('internal-error')).toEqual(['joined', 2]);
    expect(await joins('too-many-requests')).toEqual(['joined', 2]);
    expect(await joins('not-found')).toEqual(['refused', 1]);
  });

  it('CHT-30 leaves the room of a chat that was closed while it was being joined, unless it is open again', async () => {
    // Engines of other tests are open for their chat.
    const closeEarly = async (isOpenAgain: boolean) => {
      const chat = start({}, 'early');
      const answer = Promise.withResolvers<{ ok: boolean }>();
      chat.hub.call.mockReturnValueOnce(answer.promise);
      const close = chat.engine.open();
      chat.hub.become('connected');
      close();
      const again = isOpenAgain ? start({}, 'early').engine.open() : undefined;
      answer.resolve({ ok: true });
      await chat.settle();
      again?.();
      return chat.hub.call.mock.calls.map(([name]) => name);
    };
    expect(await closeEarly(false)).toEqual(['JoinSession', 'CloseSession']);
    expect(await closeEarly(true)).toEqual(['JoinSession']);
  });

  it('CHT-27 a lost answer to a message that the hub has announced is no failure', async () => {
    const chat = start({
      send: vi.fn(async (_id: string, sent: { clientMessageId: string }) => {
        chat.hub.tell('MessageReceived', message(1, sent.clientMessageId, 'hello'));
        throw new NetworkFailure('No response.');
      }),
    });
    chat.engine.open();
    chat.engine.write('hello');
    await chat.settle();
    expect(chat.engine.state().messages).toMatchObject([{ sequence: 1, isFailed: false }]);
    expect(chat.onSendFailed).not.toHaveBeenCalled();
  });

  it('CHT-30 joins when connected, and after every reconnect, and fetches what it missed', async () => {
    const messagesAfter = vi.fn(async (_id: string, after: number) =>
      [1, 2, 3].filter((each) => each > after).map((each) => message(each)),
    );
    const chat = start({ messagesAfter });
    chat.engine.open();
    chat.hub.become('connected');
    await chat.settle();
    expect(chat.hub.call).toHaveBeenCalledWith('JoinSession', { sessionId: SESSION });
    expect(texts(chat)).toEqual(['text 1', 'text 2', 'text 3']);
    chat.hub.become('disconnected');
    chat.hub.become('connected');
    await chat.settle();
    expect(messagesAfter).toHaveBeenLastCalledWith(SESSION, 3);
    expect(chat.engine.state().messages).toHaveLength(3);
  });

  it('CHT-30 retries a failed catch-up sooner than a refused one', async () => {
    const messagesAfter = vi.fn<ChatCalls['messagesAfter']>();
    messagesAfter.mockRejectedValueOnce(new NetworkFailure('No response.'));
    messagesAfter.mockRejectedValueOnce(new HttpProblem(404, {}));
    messagesAfter.mockResolvedValue([message(1)]);
    const chat = start({ messagesAfter });
    chat.engine.open();
    chat.hub.become('connected');
    await vi.advanceTimersByTimeAsync(2000);
    expect(messagesAfter).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(messagesAfter).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(texts(chat)).toEqual(['text 1']);
  });

  it('merges a read without duplicates, and follows the status that the hub announces', () => {
    const chat = start();
    chat.engine.open();
    chat.engine.take({ status: 1, modifiedDate: '2026-11-15T12:00:00.000Z', messages: [message(1), message(2)] });
    chat.engine.take({ status: 1, modifiedDate: '2026-11-15T12:00:00.000Z', messages: [message(1), message(2)] });
    expect(texts(chat)).toEqual(['text 1', 'text 2']);
    chat.hub.tell('SessionStatusChanged', { sessionId: SESSION, status: 2, modifiedDate: '2026-11-15T12:01:00.000Z', lastSequence: 2 });
    expect(chat.engine.state().status).toBe(2);
  });

  it('a reload while sending sends the same message; a refused one waits for Retry', async () => {
    const before = start({ send: () => new Promise(() => undefined) });
    before.engine.open();
    before.engine.write('on its way');
    const key = before.engine.state().messages[0]?.clientMessageId;
    const after = start();
    after.engine.open();
    await after.settle();
    expect(after.calls.send).toHaveBeenCalledWith(SESSION, { message: 'on its way', clientMessageId: key });
    expect(stored).toEqual({});

    const failing = start({ send: () => Promise.reject(new HttpProblem(409, {})) });
    failing.engine.open();
    failing.engine.write('refused');
    await failing.settle();
    const reloaded = start();
    reloaded.engine.open();
    await reloaded.settle();
    expect(reloaded.engine.state().messages).toMatchObject([{ message: 'refused', isFailed: true }]);
    expect(reloaded.calls.send).not.toHaveBeenCalled();
  });

  it('stops listening when it is closed, and leaves the room', async () => {
    const chat = start();
    const close = chat.engine.open();
    chat.hub.become('connected');
    await chat.settle();
    close();
    expect(chat.hub.call).toHaveBeenLastCalledWith('CloseSession', { sessionId: SESSION });
    chat.hub.tell('MessageReceived', message(1));
    expect(chat.engine.state().messages).toEqual([]);
  });
});

describe('messages that cannot be sent', () => {
  /** Starts the engine with a server whose errors the test decides, and which records the accepted messages. */
  function startWith(answer: (text: string) => Error | undefined) {
    const taken: string[] = [];
    const send = vi.fn<ChatCalls['send']>(async (_id, sent) => {
      const error = answer(sent.message);
      if (error) throw error;
      taken.push(sent.message);
      return message(taken.length, sent.clientMessageId, sent.message);
    });
    return { ...start({ send }), send, taken };
  }
  const noAnswer = new NetworkFailure('No response.');

  it.each([
    ['the hub connects again', (chat: ReturnType<typeof startWith>) => chat.hub.become('connected')],
    ['the browser is online again', () => void online.dispatchEvent(new Event('online'))],
    ['some time has passed, without any hub', () => void vi.advanceTimersByTime(2000)],
  ])('CHT-25 CHT-30 are sent in order once %s, and the failure is reported once', async (_when, comeBack) => {
    let isDown = true;
    const chat = startWith(() => (isDown ? noAnswer : undefined));
    chat.engine.open();
    chat.engine.write('one');
    await chat.settle();
    expect(chat.onSendFailed).toHaveBeenCalledTimes(1);
    chat.engine.write('two');
    await chat.settle();
    expect(chat.engine.state().messages).toMatchObject([{ isFailed: true }, { isFailed: true }]);
    expect(chat.onSendFailed).toHaveBeenCalledTimes(2);
    isDown = false;
    comeBack(chat);
    await vi.advanceTimersByTimeAsync(2000);
    expect(chat.taken).toEqual(['one', 'two']);
    expect(chat.onSendFailed).toHaveBeenCalledTimes(2);
    expect(stored).toEqual({});
  });

  it('CHT-25 a refused message is marked failed and the others continue', async () => {
    const chat = startWith((text) => (text === 'one' ? new HttpProblem(400, {}) : undefined));
    chat.engine.open();
    chat.engine.write('one');
    chat.engine.write('two');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chat.taken).toEqual(['two']);
    expect(chat.send).toHaveBeenCalledTimes(2);
    expect(chat.engine.state().messages).toMatchObject([{ message: 'two' }, { message: 'one', isFailed: true }]);
  });

  it.each([
    ['that the server fails at', () => new HttpProblem(500, {})],
    ['that meets an expired sign-in', () => new HttpProblem(401, {})],
    ['whose call gets no answer while the hub is connected', () => noAnswer],
  ])('CHT-25 one %s lets the others pass, and is still retried', async (_what, fail) => {
    let isStuck = true;
    const chat = startWith((text) => (text === 'one' && isStuck ? fail() : undefined));
    chat.engine.open();
    chat.hub.become('connected');
    chat.engine.write('one');
    chat.engine.write('two');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chat.taken).toEqual(['two']);
    isStuck = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chat.taken).toEqual(['two', 'one']);
  });

  it('CHT-25 one whose call hangs lets the others pass, too', async () => {
    const taken: string[] = [];
    const chat = start({
      send: async (_id, sent) => {
        if (sent.message === 'one') return new Promise(() => undefined);
        taken.push(sent.message);
        return message(1, sent.clientMessageId, sent.message);
      },
    });
    chat.engine.open();
    chat.hub.become('connected');
    chat.engine.write('one');
    chat.engine.write('two');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(taken).toEqual(['two']);
  });

  it('CHT-30 are sent after the chat was closed, and after a reload when it is opened again', async () => {
    let isDown = true;
    const chat = startWith(() => (isDown ? noAnswer : undefined));
    const close = chat.engine.open();
    chat.engine.write('one');
    await chat.settle();
    close();
    const reloaded = start({ send: () => Promise.reject(noAnswer) });
    expect(reloaded.engine.state().messages).toMatchObject([{ message: 'one', isPending: true }]);
    isDown = false;
    online.dispatchEvent(new Event('online'));
    await chat.settle();
    expect(chat.taken).toEqual(['one']);
    expect(stored).toEqual({});
  });

  it('are forgotten with everything else when the user signs out', async () => {
    const chat = startWith(() => noAnswer);
    const close = chat.engine.open();
    chat.engine.write('one');
    await chat.settle();
    close();
    forgetChats();
    chat.send.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chat.send).not.toHaveBeenCalled();
    expect(stored).toEqual({});
  });

  it('ERR-04 are neither sent nor stored without a session, once the chat is closed', async () => {
    const chat = startWith(() => new SessionLost());
    const close = chat.engine.open();
    chat.engine.write('one');
    await chat.settle();
    close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(chat.send.mock.calls.length).toBeLessThanOrEqual(2);
    expect(chat.onSendFailed).toHaveBeenCalledTimes(1);

    // The session ends while the chat is open: the chat is closed only after its messages were forgotten.
    const open = startWith(() => new SessionLost());
    const leave = open.engine.open();
    open.engine.write('two');
    forgetChats();
    await open.settle();
    leave();
    open.send.mockClear();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(open.send).not.toHaveBeenCalled();
    expect(stored).toEqual({});
  });

  it('CHT-30 an engine that was stopped does not touch what the next one has stored', async () => {
    const late = Promise.withResolvers<ChatMessage>();
    const chat = start({ send: () => late.promise });
    const close = chat.engine.open();
    chat.engine.write('one');
    close();
    const again = start({ send: () => Promise.reject(noAnswer) });
    again.engine.open();
    again.engine.write('two');
    await again.settle();
    late.resolve(message(1, chat.engine.state().messages[0]?.clientMessageId, 'one'));
    await again.settle();
    expect(Object.values(stored).join()).toContain('two');
  });
});
