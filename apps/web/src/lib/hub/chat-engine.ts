import type { ChatMessage } from '@yardage/contract/chat';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { type ChatClientEvent, type ChatClientState, chatReducer, newChatClient, nextSteps } from '@yardage/domain/chat-client';
import type { KeptMessage } from '@yardage/domain/chat-messages';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import type { Hub } from './hub.ts';
import { keepUnsent, readUnsent } from './unsent.ts';

const JOIN_AGAIN_MS = 1000;
const CATCH_UP_AGAIN_MS = 1500;
/** After a refusal that another try will hardly change. */
const REFUSED_AGAIN_MS = 20_000;

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

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes the engine of one chat. */
export function createChatEngine({ sessionId, hub, calls, senderType, senderName, onSendFailed }: ChatEngineOptions): ChatEngine {
  const listeners = new Set<() => void>();
  let state = restored(newChatClient(sessionId, 0));
  let isOpen = false;

  function restored(fresh: ChatClientState): ChatClientState {
    return readUnsent(sessionId).reduce((before, { isFailed, ...unsent }) => {
      const written = chatReducer(before, { kind: 'written', ...unsent, type: CHAT_TEXT, senderType, senderName });
      return isFailed ? chatReducer(written, { kind: 'send-failed', clientMessageId: unsent.clientMessageId }) : written;
    }, fresh);
  }

  function tell(...events: ChatClientEvent[]): void {
    const before = state;
    state = events.reduce(chatReducer, state);
    if (state === before) return;
    if (state.messages !== before.messages) keepUnsent(sessionId, state.messages.flatMap(asUnsent));
    for (const listener of listeners) listener();
    step();
  }

  /** One thing at a time: telling that it has begun leads here again. */
  function step(): void {
    if (!isOpen) return;
    const { join, catchUpAfter, send } = nextSteps(state);
    if (join) void enterRoom();
    else if (catchUpAfter !== undefined) void catchUp(catchUpAfter);
    else if (send) void deliver(send);
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
      tell({ kind: 'sent', message: await calls.send(sessionId, { message, clientMessageId: key }) });
    } catch (error) {
      // The answer was lost, but the hub has told meanwhile that the message arrived: nothing failed.
      const isWaiting = state.messages.some((each) => each.clientMessageId === key && each.sequence === null);
      tell({ kind: 'send-failed', clientMessageId: key });
      if (isWaiting) onSendFailed(error);
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      isOpen = true;
      const followConnection = (): void => tell({ kind: hub.connection() });
      const stops = [
        hub.onConnection(followConnection),
        hub.on('MessageReceived', (message) => message.sessionId === sessionId && tell({ kind: 'announced', message })),
        hub.on('SessionStatusChanged', ({ sessionId: changed, ...told }) => changed === sessionId && tell({ kind: 'stands', ...told })),
      ];
      followConnection();
      step();
      return () => {
        isOpen = false;
        for (const stop of stops) stop();
        if (state.room === 'joined') void hub.call('CloseSession', { sessionId }).catch(() => undefined);
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
    retry: (clientMessageId) => tell({ kind: 'retry', clientMessageId }),
    retryAll() {
      const failed = state.messages.filter(({ isFailed }) => isFailed);
      for (const { clientMessageId } of failed) if (clientMessageId) tell({ kind: 'retry', clientMessageId });
    },
  };
}

function asUnsent({ sequence, clientMessageId, message, timestamp, isFailed }: KeptMessage) {
  return sequence === null && clientMessageId ? [{ clientMessageId, text: message, timestamp, isFailed }] : [];
}
