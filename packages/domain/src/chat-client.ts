import { ENDED_CHAT, SENDERS } from './chat.ts';
import { type ClientMessage, contiguousSequence, mergeMessages, type StoredMessage } from './chat-messages.ts';

/** States of the live connection (CHT-30). */
export type Connection = 'disconnected' | 'connecting' | 'connected';

/** What a client knows about one chat. Only `chatReducer` changes it; `nextSteps` returns the actions to take. */
export interface ChatClientState {
  sessionId: string;
  connection: Connection;
  /** Whether this connection is in the session's room. A new connection has to join again. */
  room: 'outside' | 'joining' | 'joined' | 'refused';
  status: number;
  /** When the session last changed, as far as the client knows. Older updates that arrive late are recognised by it. */
  modifiedDate: string;
  messages: readonly ClientMessage[];
  /** The highest sequence that the server is known to have. */
  lastSequence: number;
  /** Whether all messages stored before joining the room have been fetched. */
  isCaughtUp: boolean;
  /** How many times the room was joined. */
  joins: number;
  /** The join that the running catch-up request belongs to. A response for an earlier join does not count for a later one. */
  catchingUpFor: number | undefined;
  /** Client keys of messages being sent, in order. They are sent one at a time so that they arrive in this order. */
  outbox: readonly string[];
  /** Client keys of messages that failed but were not refused. They are resent automatically, before anything written later. */
  resend: readonly string[];
  isSending: boolean;
}

/**
 * How sending failed. Refused: resending will not help, continue with the next message. Unreachable: nothing gets through, so all
 * messages wait together and keep their order. Stuck: only this message keeps failing, so the others may pass it.
 */
export type SendFailure = 'refused' | 'unreachable' | 'stuck';

/** Events that change a chat at a client. */
export type ChatClientEvent =
  | { kind: 'connecting' | 'connected' | 'disconnected' | 'joining' | 'joined' | 'join-refused' }
  /** Joining got no response and will be retried. */
  | { kind: 'join-failed' }
  /** The hub announced a message. */
  | { kind: 'announced'; message: StoredMessage }
  /** The server reported the session's current status. */
  | { kind: 'status-reported'; status: number; modifiedDate: string; lastSequence: number }
  | { kind: 'catching-up' | 'catch-up-failed' }
  /** The messages after the requested sequence. */
  | { kind: 'caught-up'; messages: readonly StoredMessage[] }
  /** The user wrote something. */
  | { kind: 'written'; clientMessageId: string; text: string; type: number; senderType: number; senderName: string; timestamp: string }
  | { kind: 'sending' }
  /** The server responded with the stored message. */
  | { kind: 'sent'; message: StoredMessage }
  | { kind: 'send-failed'; clientMessageId: string; how: SendFailure }
  /** Time to resend the messages that did not get through. */
  | { kind: 'resend' }
  /** The user retries a message; it keeps its key (CHT-25). */
  | { kind: 'retry'; clientMessageId: string }
  /** The user gives up a message that failed. */
  | { kind: 'discarded'; clientMessageId: string };

/** Returns the initial state of a chat of which only the id and status are known. */
export function newChatClient(sessionId: string, status: number, modifiedDate = ''): ChatClientState {
  return {
    sessionId,
    connection: 'disconnected',
    room: 'outside',
    status,
    modifiedDate,
    messages: [],
    lastSequence: 0,
    isCaughtUp: false,
    joins: 0,
    catchingUpFor: undefined,
    outbox: [],
    resend: [],
    isSending: false,
  };
}

/**
 * The actions to take now. Each runs at most once at a time, and the caller reports its start and end to the reducer.
 * After a failure the caller waits a moment before trying again.
 */
export interface NextSteps {
  /** Join the session's room. */
  join: boolean;
  /** Fetch the messages after this sequence. */
  catchUpAfter: number | undefined;
  /** Send this message. */
  send: ClientMessage | undefined;
}

/**
 * Returns the actions that the state calls for. Messages are sent over HTTP, so they need no connection. Catching up waits until the
 * room is joined, so that no message is missed in between.
 */
export function nextSteps(state: ChatClientState): NextSteps {
  const isIn = state.room === 'joined';
  const after = contiguousSequence(state.messages);
  const isMissing = !state.isCaughtUp || after < state.lastSequence;
  const [first] = state.outbox;
  return {
    join: state.connection === 'connected' && state.room === 'outside',
    catchUpAfter: isIn && isMissing && state.catchingUpFor === undefined ? after : undefined,
    send: state.isSending || !first ? undefined : state.messages.find(({ clientMessageId }) => clientMessageId === first),
  };
}

/** Returns the next state. */
export function chatReducer(state: ChatClientState, event: ChatClientEvent): ChatClientState {
  switch (event.kind) {
    case 'connecting':
    case 'disconnected':
      // Requests that were running over the lost connection are repeated after the next join.
      return { ...state, connection: event.kind, room: 'outside', isCaughtUp: false };
    case 'connected':
      return { ...state, connection: 'connected', room: 'outside', isCaughtUp: false };
    case 'joining':
      return { ...state, room: 'joining' };
    case 'joined':
      return state.room === 'joining' ? { ...state, room: 'joined', joins: state.joins + 1, isCaughtUp: false } : state;
    case 'join-refused':
      return { ...state, room: 'refused' };
    case 'join-failed':
      return state.room === 'joining' ? { ...state, room: 'outside' } : state;
    case 'announced':
      return withStored(state, [event.message]);
    case 'status-reported':
      return withStatus(state, event);
    case 'catching-up':
      return { ...state, catchingUpFor: state.joins };
    case 'catch-up-failed':
      return { ...state, catchingUpFor: undefined };
    case 'caught-up': {
      const isCaughtUp = state.isCaughtUp || (state.room === 'joined' && state.catchingUpFor === state.joins);
      return { ...withStored(state, event.messages), catchingUpFor: undefined, isCaughtUp };
    }
    case 'written': {
      const queued = requeued(state);
      return {
        ...queued,
        messages: [...queued.messages, pendingMessage(state.sessionId, event)],
        outbox: [...queued.outbox, event.clientMessageId],
      };
    }
    case 'sending':
      return { ...state, isSending: true };
    case 'sent':
      return { ...withStored(state, [event.message]), isSending: false };
    case 'send-failed':
      return { ...failed(state, event.clientMessageId, event.how), isSending: false };
    case 'resend':
      return requeued(state);
    case 'retry':
      return state.resend.includes(event.clientMessageId) ? requeued(state) : retried(state, event.clientMessageId);
    case 'discarded':
      return discarded(state, event.clientMessageId);
  }
}

/** An ended chat stays ended. An update that arrives late only raises `lastSequence`. */
function withStatus(state: ChatClientState, reported: { status: number; modifiedDate: string; lastSequence: number }): ChatClientState {
  const lastSequence = Math.max(state.lastSequence, reported.lastSequence);
  const isLate = reported.modifiedDate < state.modifiedDate || state.status === ENDED_CHAT;
  return isLate ? { ...state, lastSequence } : { ...state, lastSequence, status: reported.status, modifiedDate: reported.modifiedDate };
}

function withStored(state: ChatClientState, received: readonly StoredMessage[]): ChatClientState {
  const own = received.filter(({ sessionId }) => sessionId === state.sessionId);
  const messages = mergeMessages(state.messages, own);
  const keys = new Set(own.map(({ clientMessageId }) => clientMessageId));
  const without = (queue: readonly string[]) => (queue.some((key) => keys.has(key)) ? queue.filter((key) => !keys.has(key)) : queue);
  return {
    ...state,
    messages,
    lastSequence: own.reduce((last, { sequence }) => Math.max(last, sequence), state.lastSequence),
    outbox: without(state.outbox),
    resend: without(state.resend),
  };
}

function pendingMessage(sessionId: string, written: Extract<ChatClientEvent, { kind: 'written' }>): ClientMessage {
  const { clientMessageId, text, type, senderType, senderName, timestamp } = written;
  return {
    id: clientMessageId,
    sessionId,
    sequence: null,
    message: text,
    line: null,
    timestamp,
    type,
    messageType: type,
    senderType,
    senderName,
    isOwn: true,
    clientMessageId,
    isPending: true,
    isFailed: false,
  };
}

/** Marks messages as failed or pending; skips those that have been stored in the meantime. */
function marked(state: ChatClientState, keys: readonly string[], isFailed: boolean): ChatClientState {
  const wanted = new Set(keys);
  const isWaiting = ({ sequence, clientMessageId }: ClientMessage) => sequence === null && clientMessageId && wanted.has(clientMessageId);
  return {
    ...state,
    messages: state.messages.map((message) => (isWaiting(message) ? { ...message, isPending: !isFailed, isFailed } : message)),
  };
}

function failed(state: ChatClientState, key: string, how: SendFailure): ChatClientState {
  // The hub has already announced the message: only the response was lost.
  if (!state.outbox.includes(key)) return state;
  const others = state.outbox.filter((each) => each !== key);
  if (how === 'unreachable') return { ...marked(state, state.outbox, true), outbox: [], resend: [...state.outbox, ...state.resend] };
  return { ...marked(state, [key], true), outbox: others, resend: how === 'stuck' ? [...state.resend, key] : state.resend };
}

/** Moves all messages that did not get through back to the front of the outbox. */
function requeued(state: ChatClientState): ChatClientState {
  if (state.resend.length === 0) return state;
  return { ...marked(state, state.resend, false), outbox: [...state.resend, ...state.outbox], resend: [] };
}

function retried(state: ChatClientState, key: string): ChatClientState {
  const isFailed = state.messages.some((message) => message.clientMessageId === key && message.isFailed);
  if (!isFailed) return state;
  const again = marked(state, [key], false);
  // Sort the outbox by when messages were written, so a retried message goes before later ones.
  const wanted = new Set([...again.outbox, key]);
  const outbox = again.messages.flatMap(({ clientMessageId }) => (clientMessageId && wanted.has(clientMessageId) ? [clientMessageId] : []));
  return { ...again, outbox };
}

function discarded(state: ChatClientState, key: string): ChatClientState {
  const messages = state.messages.filter(({ clientMessageId, isFailed }) => !(isFailed && clientMessageId === key));
  if (messages.length === state.messages.length) return state;
  const without = (queue: readonly string[]) => queue.filter((each) => each !== key);
  return { ...state, messages, outbox: without(state.outbox), resend: without(state.resend) };
}

/** Counts the other side's messages after the last one read; system messages do not count. */
export function countUnread(messages: readonly ClientMessage[], readSequence: number): number {
  return messages.filter(({ sequence, isOwn, senderType }) => !isOwn && senderType !== SENDERS.system && (sequence ?? 0) > readSequence)
    .length;
}
