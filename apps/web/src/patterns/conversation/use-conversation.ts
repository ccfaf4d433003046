import type { ChatSession } from '@yardage/contract/chat';
import { SENDERS } from '@yardage/domain/chat';
import type { Connection } from '@yardage/domain/chat-client';
import type { ClientMessage } from '@yardage/domain/chat-messages';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isPermanentFailure } from '#web/lib/http/http-errors.ts';
import { type ChatCalls, type ChatEngine, createChatEngine } from '#web/lib/hub/chat-engine.ts';
import { hub, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { logFailure } from '#web/lib/log.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';
import type { ChatSide } from './message-groups.ts';
import { readMarks } from './read-marks.ts';

const POLL_MS = 8000;

/** API calls of one side of a chat. */
export interface ConversationCalls extends ChatCalls {
  markRead(sessionId: string, sequence: number): Promise<unknown>;
}

interface ConversationOptions {
  sessionId: string;
  /** The query that loads the session. */
  query: {
    data: Pick<ChatSession, 'status' | 'modifiedDate' | 'messages' | 'otherReadSequence'> | undefined;
    refetch: () => unknown;
  };
  side: ChatSide;
  /** Must be the same object on every render. */
  calls: ConversationCalls;
  /** Whether viewing marks messages as read. False for staff who have not joined the chat. */
  isReader?: boolean;
}

/** One live chat: messages including unsent ones, status, typing and read marks, and the functions to write. */
export function useConversation({ sessionId, query, side, calls, isReader = true }: ConversationOptions) {
  const { data: session, refetch } = query;
  const connection = useHubConnection();
  const engine = useMemo(() => makeEngine(sessionId, side, calls), [sessionId, side, calls]);
  useEffect(() => engine.open(), [engine]);
  const state = useSyncExternalStore(engine.subscribe, engine.state);
  useEffect(() => {
    if (session) engine.take(session);
  }, [engine, session]);

  const status = state.status || (session?.status ?? 0);
  useFreshSession(connection, session !== undefined && status !== session.status, refetch);

  const [readByOthers, setReadByOthers] = useState({ sessionId, sequence: 0 });
  useHubEvent('MessagesRead', (event) => {
    if (event.sessionId === sessionId && isOther(event.senderType, side)) setReadByOthers({ sessionId, sequence: event.sequence });
  });
  const readSequence = readByOthers.sessionId === sessionId ? readByOthers.sequence : 0;
  const { typingName, sendTyping } = useTyping(sessionId, state.messages);

  const mark = useMemo(
    () =>
      readMarks(
        (sequence) => calls.markRead(sessionId, sequence),
        (cause) => logFailure('A read mark was not taken.', cause),
      ),
    [sessionId, calls],
  );
  const lastSequence = state.messages.findLast(({ sequence, isOwn }) => sequence !== null && !isOwn)?.sequence ?? 0;
  const markSeen = (): void => {
    if (isReader) mark(lastSequence);
  };

  return {
    connection,
    messages: state.messages,
    /** 0 until the session or an event has arrived. */
    status,
    otherReadSequence: Math.max(session?.otherReadSequence ?? 0, readSequence),
    typingName,
    write: engine.write,
    retry: engine.retry,
    discard: engine.discard,
    sendTyping,
    markSeen,
  };
}

/** The agent's name is only on the session, so refetch it when the status changes. Poll while the connection is down. */
function useFreshSession(connection: Connection, isBehind: boolean, refetch: () => unknown): void {
  const ask = useEffectEvent(refetch);
  useEffect(() => {
    if (isBehind) ask();
  }, [isBehind]);
  const isLive = connection === 'connected';
  useEffect(() => {
    if (isLive) return;
    const timer = setInterval(() => ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [isLive]);
}

function isOther(senderType: number, side: ChatSide): boolean {
  return (senderType === SENDERS.customer) === (side === 'desk');
}

function makeEngine(sessionId: string, side: ChatSide, calls: ConversationCalls): ChatEngine {
  const senderType = side === 'customer' ? SENDERS.customer : SENDERS.humanAgent;
  const engine: ChatEngine = createChatEngine({ sessionId, hub, calls, senderType, senderName: '', onSendFailed: (error) => tell(error) });
  const tell = (error: unknown): void => {
    // A request that the server refused fails again on retry. Other failures may be temporary (CHT-26).
    const canRetry = !isPermanentFailure(error);
    toasts.show({
      kind: 'destructive',
      title: MESSAGES.sendFailedTitle,
      message: canRetry ? MESSAGES.sendFailedRetry : MESSAGES.sendFailed,
      ...(canRetry && { action: { label: MESSAGES.retry, run: engine.retryAll } }),
    });
  };
  return engine;
}

/** Typing is announced this often at most, and is shown for SHOWN_FOR_MS after the last announcement. */
const SEND_EVERY_MS = 2000;
const SHOWN_FOR_MS = 5000;

/** Returns who is typing on the other side, and a function that announces typing on this side. */
function useTyping(sessionId: string, messages: readonly ClientMessage[]) {
  const [typing, setTyping] = useState<{ sessionId: string; name: string; count: number; at: number } | null>(null);
  useHubEvent('Typing', (event) => {
    if (event.sessionId === sessionId) setTyping({ sessionId, name: event.senderName, count: messages.length, at: Date.now() });
  });
  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [typing]);

  const sentAtMs = useRef(0);
  const sendTyping = (): void => {
    if (Date.now() - sentAtMs.current < SEND_EVERY_MS) return;
    sentAtMs.current = Date.now();
    hub.call('Typing', { sessionId }).catch(() => undefined);
  };
  // A message has arrived since, so the typing note is obsolete.
  const isOver = !typing || typing.sessionId !== sessionId || messages.length > typing.count;
  return { typingName: isOver ? null : typing.name, sendTyping };
}
