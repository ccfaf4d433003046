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
import type { KeptMessage } from '@yardage/domain/chat-messages';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import type { Hub } from './hub.ts';
import { keepSending, keepUnsent, readUnsent, stopSending } from './unsent.ts';

const JOIN_AGAIN_MS = 1000;
const CATCH_UP_AGAIN_MS = 1500;
/** After a refusal that another try will hardly change. */
const REFUSED_AGAIN_MS = 20_000;
/** What did not get through is sent again after this time, which doubles with every failure up to the longest. */
const RESEND_MS = 2000;
const LONGEST_RESEND_MS = 30_000;
/** A call without an answer may hang for ever. */
const SEND_TIMEOUT_MS = 30_000;
/** So often a message may fail while the server can be reached; then it lets the others pass. */
const STUCK_AFTER = 3;
/** Statuses below 500 that may pass. */
const PASSING_STATUSES = [408, 429];

/** How one side of a chat speaks to the server. */
export interface ChatCalls {
  send(sessionId: string, message: { message: string; clientMessageId: string }): Promise<ChatMessage>;
  messagesAfter(sessionId: string, sequence: number): Promise<ChatMessage[]>;
}

export interface ChatEngineOptions {
  sessionId: string;
  hub: Pick<Hub, 'connection' | 'onConnection' | 'on' | 'call'>;
  calls: ChatCalls;
  /** Who writes here. */
  senderType: number;
  senderName: string;
  onSendFailed(error: unknown): void;
}

/** One chat at this client: what is known of it, and everything that keeps that true. The rules are those of `chatReducer`. */
export interface ChatEngine {
  state(): ChatClientState;
  subscribe(listener: () => void): () => void;
  /** Begins to listen and to send; answers how to stop. */
  open(): () => void;
  /** Takes what a read of the session said. */
  take(session: { status: number; modifiedDate: string; messages: readonly ChatMessage[] }): void;
  write(text: string): void;
  retry(clientMessageId: string): void;
  /** Everything that failed, in the order in which it was written. */
  retryAll(): void;
}

/** Whether the server refused a call for good: the same call will hardly be taken later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof HttpProblem && error.status < 500 && !PASSING_STATUSES.includes(error.status);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes the engine of one chat. */
export function createChatEngine({ sessionId, hub, calls, senderType, senderName, onSendFailed }: ChatEngineOptions): ChatEngine {
  const listeners = new Set<() => void>();
  let state = restored(newChatClient(sessionId, 0));
  /** A closed chat drains: it sends what is left and does nothing else. */
  let mode: 'closed' | 'open' | 'draining' = 'closed';
  /** Failures of each message while the server could be reached. */
  const failures = new Map<string, number>();
  /** Messages whose failure the user knows of: trying them again by itself is not announced. */
  const knownFailures = new Set<string>();
  let resendMs = RESEND_MS;
  let resending: ReturnType<typeof setTimeout> | undefined;

  function restored(fresh: ChatClientState): ChatClientState {
    return readUnsent(sessionId).reduce((before, { isFailed, ...unsent }) => {
      const written = chatReducer(before, { kind: 'written', ...unsent, type: CHAT_TEXT, senderType, senderName });
      return isFailed ? chatReducer(written, { kind: 'send-failed', clientMessageId: unsent.clientMessageId, how: 'refused' }) : written;
    }, fresh);
  }

  function tell(...events: ChatClientEvent[]): void {
    const before = state;
    state = events.reduce(chatReducer, state);
    if (state === before) return;
    if (state.messages !== before.messages)
      keepUnsent(
        sessionId,
        state.messages.flatMap((message) => asUnsent(message, state.resend)),
      );
    for (const listener of listeners) listener();
    step();
  }

  /** One thing at a time: telling that it has begun leads here again. */
  function step(): void {
    if (mode === 'closed') return;
    const { join, catchUpAfter, send } = nextSteps(state);
    if (mode === 'open' && join) void enterRoom();
    else if (mode === 'open' && catchUpAfter !== undefined) void catchUp(catchUpAfter);
    else if (send) void deliver(send);
    if (state.resend.length > 0) resending ??= setTimeout(resend, resendMs);
    else if (mode === 'draining' && state.outbox.length === 0) stopSending(sessionId);
  }

  function resend(): void {
    clearTimeout(resending);
    resending = undefined;
    tell({ kind: 'resend' });
  }

  /** Nothing waits for its time where the line is back. */
  function hurry(): void {
    resendMs = RESEND_MS;
    resend();
  }

  async function enterRoom(): Promise<void> {
    tell({ kind: 'joining' });
    try {
      const { ok } = await hub.call('JoinSession', { sessionId });
      tell({ kind: ok ? 'joined' : 'join-refused' });
    } catch {
      await wait(JOIN_AGAIN_MS);
      tell({ kind: 'join-failed' });
    }
  }

  async function catchUp(after: number): Promise<void> {
    tell({ kind: 'catching-up' });
    try {
      tell({ kind: 'caught-up', messages: await calls.messagesAfter(sessionId, after) });
    } catch (error) {
      await wait(error instanceof HttpProblem && error.status < 500 ? REFUSED_AGAIN_MS : CATCH_UP_AGAIN_MS);
      tell({ kind: 'catch-up-failed' });
    }
  }

  async function deliver({ message, clientMessageId }: KeptMessage): Promise<void> {
    const key = clientMessageId ?? '';
    tell({ kind: 'sending' });
    try {
      const sent = await answerInTime(calls.send(sessionId, { message, clientMessageId: key }));
      resendMs = RESEND_MS;
      failures.delete(key);
      tell({ kind: 'sent', message: sent });
    } catch (error) {
      const how = howFailed(key, error);
      if (how !== 'refused') resendMs = Math.min(LONGEST_RESEND_MS, resendMs * 2);
      const failing = how === 'unreachable' ? state.outbox : state.outbox.filter((each) => each === key);
      const isNews = failing.some((each) => !knownFailures.has(each));
      for (const each of failing) knownFailures.add(each);
      tell({ kind: 'send-failed', clientMessageId: key, how });
      if (isNews) onSendFailed(error);
    }
  }

  function howFailed(key: string, error: unknown): SendFailure {
    if (isRefusal(error)) return 'refused';
    // Without a line nothing gets through, which says nothing about this message.
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
      const followConnection = (): void => {
        tell({ kind: hub.connection() });
        if (hub.connection() === 'connected') hurry();
      };
      const stops = [
        hub.onConnection(followConnection),
        hub.on('MessageReceived', (message) => message.sessionId === sessionId && tell({ kind: 'announced', message })),
        hub.on('SessionStatusChanged', ({ sessionId: changed, ...told }) => changed === sessionId && tell({ kind: 'stands', ...told })),
      ];
      window.addEventListener('online', hurry);
      followConnection();
      step();
      return () => {
        for (const stop of stops) stop();
        if (state.room === 'joined') void hub.call('CloseSession', { sessionId }).catch(() => undefined);
        mode = 'draining';
        keepSending(sessionId, () => {
          mode = 'closed';
          clearTimeout(resending);
          resending = undefined;
          window.removeEventListener('online', hurry);
        });
        tell({ kind: 'disconnected' });
      };
    },
    take({ status, modifiedDate, messages }) {
      const known = new Set(state.messages.map(({ id }) => id));
      const news = messages.filter(({ id }) => !known.has(id));
      // As if the hub had told them: a read that began before the room was joined proves nothing about what came in between.
      tell(
        { kind: 'stands', status, modifiedDate, lastSequence: messages.at(-1)?.sequence ?? 0 },
        ...news.map((message) => ({ kind: 'announced' as const, message })),
      );
    },
    write: (text) =>
      tell({
        kind: 'written',
        clientMessageId: crypto.randomUUID(),
        text,
        type: CHAT_TEXT,
        senderType,
        senderName,
        timestamp: new Date().toISOString(),
      }),
    retry,
    retryAll() {
      const failed = state.messages.filter(({ isFailed }) => isFailed);
      for (const { clientMessageId } of failed) if (clientMessageId) retry(clientMessageId);
    },
  };

  function retry(clientMessageId: string): void {
    knownFailures.delete(clientMessageId);
    tell({ kind: 'retry', clientMessageId });
  }
}

/** Only what was refused waits for Retry after a reload. */
function asUnsent({ sequence, clientMessageId, message, timestamp, isFailed }: KeptMessage, resend: readonly string[]) {
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
