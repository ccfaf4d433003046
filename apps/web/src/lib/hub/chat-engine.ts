import type { ChatMessage } from '@yardage/contract/chat';
import { CHAT_TEXT } from '@yardage/domain/chat';
import {
  type ChatClientEvent,
  type ChatClientState,
  chatReducer,
  newChatClient,
  nextSteps,
  type SendFailure,
} from '@yardage/domain/chat-client';
import type { ClientMessage } from '@yardage/domain/chat-messages';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { HttpProblem, isPermanentFailure, NetworkFailure, SessionLost } from '#web/lib/http/http-errors.ts';
import type { Hub } from './hub.ts';
import { takeLeftOf } from './left-chat-messages.ts';
import { isChatOpen, keepUnsent, noteSender, readUnsent, stopSending, type UnsentMessage } from './unsent-chat-messages.ts';

const JOIN_AGAIN_MS = 1000;
/** Refusals of a join that a retry cannot change. Any other failure, such as a database that does not answer, may pass. */
const REFUSALS: ReadonlySet<string> = new Set(['not-found', 'validation-failed']);
const CATCH_UP_AGAIN_MS = 1500;
/** Delay after a rejection, where a retry is unlikely to help. */
const REFUSED_AGAIN_MS = 20_000;
/** Delay before a failed message is sent again. It doubles with every failure up to MAX_RESEND_MS. */
const RESEND_MS = 2000;
const MAX_RESEND_MS = 30_000;
/** A call may never return, so it has a time limit. */
const SEND_TIMEOUT_MS = 30_000;
/** After this many failures with a reachable server, a message no longer holds up the others. */
const STUCK_AFTER = 3;

/** API calls of one side of a chat. */
export interface ChatCalls {
  /** The customer on whose behalf messages are written. They then survive a killed browser. */
  customer?: CustomerKey;
  send(sessionId: string, message: { message: string; clientMessageId: string }): Promise<ChatMessage>;
  messagesAfter(sessionId: string, sequence: number): Promise<ChatMessage[]>;
}

export interface ChatEngineOptions {
  sessionId: string;
  hub: Pick<Hub, 'connection' | 'onConnection' | 'on' | 'call'>;
  calls: ChatCalls;
  /** The sender of messages written here. */
  senderType: number;
  senderName: string;
  onSendFailed(error: unknown): void;
}

/** The client side of one chat: its state, and everything that keeps it up to date. `chatReducer` contains the rules. */
export interface ChatEngine {
  state(): ChatClientState;
  subscribe(listener: () => void): () => void;
  /** Starts listening and sending. Returns a function that stops it. */
  open(): () => void;
  /** Merges the result of loading the session. */
  take(session: { status: number; modifiedDate: string; messages: readonly ChatMessage[] }): void;
  write(text: string): void;
  retry(clientMessageId: string): void;
  /** Retries all failed messages in the order in which they were written. */
  retryAll(): void;
  /** Removes a failed message for good. */
  discard(clientMessageId: string): void;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates the engine of one chat. */
export function createChatEngine({ sessionId, hub, calls, senderType, senderName, onSendFailed }: ChatEngineOptions): ChatEngine {
  const listeners = new Set<() => void>();
  let state = readUnsent(sessionId).flatMap(asWritten).reduce(chatReducer, newChatClient(sessionId, 0));
  /** After closing, a chat is 'draining': it only sends what is left. */
  let mode: 'closed' | 'open' | 'draining' = 'closed';
  /** Whether everything about chats was forgotten, because the session has ended. */
  let isAbandoned = false;
  /** Whether what an earlier visit left on the disk is known. It goes first, so nothing is sent before. Only customers keep any there. */
  let isRestored = !calls.customer;
  /** Messages that were discarded here, possibly while the disk was still being read. */
  const discarded = new Set<string>();
  /** Failures per message while the server was reachable. */
  const failures = new Map<string, number>();
  /** Messages whose failure has been reported to the user. A failed automatic retry is not reported again. */
  const knownFailures = new Set<string>();
  let resendMs = RESEND_MS;
  let resending: ReturnType<typeof setTimeout> | undefined;

  /** Returns what happened to a message of an earlier visit. */
  function asWritten({ isFailed, ...unsent }: UnsentMessage): ChatClientEvent[] {
    const written = { kind: 'written', ...unsent, type: CHAT_TEXT, senderType, senderName } as const;
    return isFailed ? [written, { kind: 'send-failed', clientMessageId: unsent.clientMessageId, how: 'refused' }] : [written];
  }

  function addUnknown(unsent: readonly UnsentMessage[]): void {
    const known = new Set(state.messages.map(({ clientMessageId }) => clientMessageId));
    dispatch(...unsent.filter(({ clientMessageId }) => !known.has(clientMessageId)).flatMap(asWritten));
  }

  /** Stores unsent messages. A closed engine must not, because another engine of the same chat may have newer ones. */
  function keep(): void {
    if (mode === 'closed' || isAbandoned) return;
    const unsent = state.messages.flatMap((message) => asUnsent(message, state.resend));
    keepUnsent(sessionId, unsent, calls.customer);
  }

  function close(): void {
    mode = 'closed';
    clearTimeout(resending);
    resending = undefined;
    window.removeEventListener('online', hurry);
  }

  /** Applies events to the state, stores unsent messages, calls the listeners and takes the next step. */
  function dispatch(...events: ChatClientEvent[]): void {
    const before = state;
    state = events.reduce(chatReducer, state);
    if (state === before) return;
    if (state.messages !== before.messages) keep();
    for (const listener of listeners) listener();
    step();
  }

  /** Starts the next step, if there is one. Its first event calls this again. */
  function step(): void {
    if (mode === 'closed') return;
    const { join, catchUpAfter, send } = nextSteps(state);
    if (mode === 'open' && join) void enterRoom();
    else if (mode === 'open' && catchUpAfter !== undefined) void catchUp(catchUpAfter);
    else if (send && isRestored) void deliver(send);
    if (state.resend.length > 0) resending ??= setTimeout(resend, resendMs);
    else if (mode === 'draining' && state.outbox.length === 0) stopSending(sessionId);
  }

  async function restoreFromDisk(): Promise<void> {
    const left = await takeLeftOf(sessionId);
    isRestored = true;
    if (mode === 'closed' || isAbandoned) return;
    addUnknown(left.filter(({ clientMessageId }) => !discarded.has(clientMessageId)));
    step();
  }

  function resend(): void {
    clearTimeout(resending);
    resending = undefined;
    dispatch({ kind: 'resend' });
  }

  /** Resends at once when the connection is back. */
  function hurry(): void {
    resendMs = RESEND_MS;
    resend();
  }

  async function enterRoom(): Promise<void> {
    dispatch({ kind: 'joining' });
    try {
      const { ok, code = '' } = await hub.call('JoinSession', { sessionId });
      // The chat was closed meanwhile. Without leaving, the server would still send its messages to this connection.
      if (ok && mode !== 'open' && !isChatOpen(sessionId)) leaveRoom();
      if (ok || REFUSALS.has(code)) return dispatch({ kind: ok ? 'joined' : 'join-refused' });
    } catch {
      // No answer, which may be different in a moment: tried again below.
    }
    await wait(JOIN_AGAIN_MS);
    dispatch({ kind: 'join-failed' });
  }

  function leaveRoom(): void {
    void hub.call('CloseSession', { sessionId }).catch(() => undefined);
  }

  async function catchUp(after: number): Promise<void> {
    dispatch({ kind: 'catching-up' });
    try {
      dispatch({ kind: 'caught-up', messages: await calls.messagesAfter(sessionId, after) });
    } catch (error) {
      await wait(error instanceof HttpProblem && error.status < 500 ? REFUSED_AGAIN_MS : CATCH_UP_AGAIN_MS);
      dispatch({ kind: 'catch-up-failed' });
    }
  }

  async function deliver({ message, clientMessageId }: ClientMessage): Promise<void> {
    const key = clientMessageId ?? '';
    dispatch({ kind: 'sending' });
    try {
      const sent = await answerInTime(calls.send(sessionId, { message, clientMessageId: key }));
      resendMs = RESEND_MS;
      failures.delete(key);
      dispatch({ kind: 'sent', message: sent });
    } catch (error) {
      const how = howFailed(key, error);
      if (how !== 'refused') resendMs = Math.min(MAX_RESEND_MS, resendMs * 2);
      const failing = how === 'unreachable' ? state.outbox : state.outbox.filter((each) => each === key);
      const isNewFailure = failing.some((each) => !knownFailures.has(each));
      for (const each of failing) knownFailures.add(each);
      // Without a session nothing can be sent. What is on the disk is sent after the next sign-in.
      if (mode === 'draining' && error instanceof SessionLost) stopSending(sessionId);
      dispatch({ kind: 'send-failed', clientMessageId: key, how });
      if (isNewFailure && mode !== 'closed') onSendFailed(error);
    }
  }

  function howFailed(key: string, error: unknown): SendFailure {
    if (isPermanentFailure(error)) return 'refused';
    // Without a connection nothing can be sent, so this failure says nothing about the message.
    if (!(error instanceof HttpProblem) && hub.connection() !== 'connected') return 'unreachable';
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    return count >= STUCK_AFTER ? 'stuck' : 'unreachable';
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      stopSending(sessionId);
      mode = 'open';
      noteSender({
        sessionId,
        isOpen: () => mode === 'open',
        restore(unsent) {
          addUnknown(unsent);
          // What was sent meanwhile is removed from the disk.
          keep();
        },
        countUnsent: () => state.outbox.length + state.resend.length,
        sendAll,
        discard,
        stop: close,
        abandon() {
          isAbandoned = true;
        },
      });
      // An earlier engine of the chat may have stored messages since this one was created.
      addUnknown(readUnsent(sessionId));
      if (!isRestored) void restoreFromDisk();
      const followConnection = (): void => {
        dispatch({ kind: hub.connection() });
        if (hub.connection() === 'connected') hurry();
      };
      const stops = [
        hub.onConnection(followConnection),
        hub.on('MessageReceived', (message) => message.sessionId === sessionId && dispatch({ kind: 'announced', message })),
        hub.on(
          'SessionStatusChanged',
          ({ sessionId: changed, ...status }) => changed === sessionId && dispatch({ kind: 'status-reported', ...status }),
        ),
      ];
      window.addEventListener('online', hurry);
      followConnection();
      step();
      return () => {
        for (const stop of stops) stop();
        if (state.room === 'joined') leaveRoom();
        mode = 'draining';
        if (isAbandoned) stopSending(sessionId);
        dispatch({ kind: 'disconnected' });
      };
    },
    take({ status, modifiedDate, messages }) {
      const known = new Set(state.messages.map(({ id }) => id));
      const news = messages.filter(({ id }) => !known.has(id));
      // Handle them like hub events: a load that began before the room was joined may have missed messages since.
      dispatch(
        { kind: 'status-reported', status, modifiedDate, lastSequence: messages.at(-1)?.sequence ?? 0 },
        ...news.map((message) => ({ kind: 'announced' as const, message })),
      );
    },
    write: (text) =>
      dispatch({
        kind: 'written',
        clientMessageId: crypto.randomUUID(),
        text,
        type: CHAT_TEXT,
        senderType,
        senderName,
        timestamp: nextMoment(),
      }),
    retry,
    retryAll() {
      const failed = state.messages.filter(({ isFailed }) => isFailed);
      for (const { clientMessageId } of failed) if (clientMessageId) retry(clientMessageId);
    },
    discard,
  };

  /** The present, but later than what waits: a clock that was set back must not change the order in which a later visit sends. */
  function nextMoment(): string {
    const waiting = state.messages.filter(({ sequence }) => sequence === null).map(({ timestamp }) => Date.parse(timestamp) + 1);
    return new Date(Math.max(Date.now(), ...waiting)).toISOString();
  }

  /** Resolves when nothing is being sent any more: everything is sent or refused, or the server does not answer, or the time is up. */
  async function sendAll(limitMs: number): Promise<void> {
    resend();
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = (): void => {
      if (state.outbox.length === 0) resolve();
    };
    const timer = setTimeout(resolve, limitMs);
    listeners.add(check);
    check();
    await promise;
    listeners.delete(check);
    clearTimeout(timer);
  }

  function discard(clientMessageId: string): void {
    discarded.add(clientMessageId);
    dispatch({ kind: 'discarded', clientMessageId });
  }

  function retry(clientMessageId: string): void {
    knownFailures.delete(clientMessageId);
    dispatch({ kind: 'retry', clientMessageId });
  }
}

/** Returns a message as stored for a reload. Only rejected messages wait for Retry; the others are sent again automatically. */
function asUnsent({ sequence, clientMessageId, message, timestamp, isFailed }: ClientMessage, resend: readonly string[]) {
  if (sequence !== null || !clientMessageId) return [];
  return [{ clientMessageId, text: message, timestamp, isFailed: isFailed && !resend.includes(clientMessageId) }];
}

async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NetworkFailure('The message got no answer in time.')), SEND_TIMEOUT_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
