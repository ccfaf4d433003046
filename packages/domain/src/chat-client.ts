import { ENDED_CHAT, SENDERS } from './chat.ts';
import { contiguousSequence, type KeptMessage, mergeMessages, type StoredMessage } from './chat-messages.ts';

/** States of the live connection (CHT-30). */
export type Connection = 'disconnected' | 'connecting' | 'connected';

/** What a client knows of one chat. It changes by `chatReducer` alone; `nextSteps` says what is to be done about it. */
export interface ChatClientState {
  sessionId: string;
  connection: Connection;
  /** Whether this connection is in the session's room. A new connection is not until it has joined again. */
  room: 'outside' | 'joining' | 'joined' | 'refused';
  status: number;
  /** When the session last changed, as far as is known: what was told late is recognised by it. */
  modifiedDate: string;
  messages: readonly KeptMessage[];
  /** The highest sequence that the server is known to have. */
  lastSequence: number;
  /** Whether everything that was stored before the room was joined has been asked for. */
  isCaughtUp: boolean;
  /** How often the room was joined. */
  joins: number;
  /** The join for which messages are being asked for; an answer to an earlier question does not count for a later join. */
  catchingUpFor: number | undefined;
  /** Client keys of the messages under way, in the order in which they are sent: one at a time, so that they arrive in it. */
  outbox: readonly string[];
  /** Client keys of messages that failed without being refused. They are sent again by themselves, before anything that is written later. */
  resend: readonly string[];
  isSending: boolean;
}

/**
 * How a message failed. Refused: sending it again will not help, the next one goes on. Unreachable: nothing gets through, all wait together so
 * that they keep their order. Stuck: this one keeps failing, so it lets the others pass.
 */
export type SendFailure = 'refused' | 'unreachable' | 'stuck';

/** What happens to a chat at a client. */
export type ChatClientEvent =
  | { kind: 'connecting' | 'connected' | 'disconnected' | 'joining' | 'joined' | 'join-refused' }
  /** Joining got no answer; it is tried again. */
  | { kind: 'join-failed' }
  /** The hub announced a message. */
  | { kind: 'announced'; message: StoredMessage }
  /** The server said where the session stands. */
  | { kind: 'stands'; status: number; modifiedDate: string; lastSequence: number }
  | { kind: 'catching-up' | 'catch-up-failed' }
  /** What follows the sequence that was asked for. */
  | { kind: 'caught-up'; messages: readonly StoredMessage[] }
  /** The user wrote something. */
  | { kind: 'written'; clientMessageId: string; text: string; type: number; senderType: number; senderName: string; timestamp: string }
  | { kind: 'sending' }
  /** The server answered with the stored message. */
  | { kind: 'sent'; message: StoredMessage }
  | { kind: 'send-failed'; clientMessageId: string; how: SendFailure }
  /** It is time to send again what did not get through. */
  | { kind: 'resend' }
  /** The same message, with the same key, once more (CHT-25). */
  | { kind: 'retry'; clientMessageId: string };

/** A chat that nothing is known of yet but its id. */
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

/** What is to be done now; each at most once at a time, its begin and end told to the reducer. After a failure whoever does it waits a moment. */
export interface NextSteps {
  /** Join the session's room. */
  join: boolean;
  /** Ask for the messages after this sequence. */
  catchUpAfter: number | undefined;
  /** Send this message. */
  send: KeptMessage | undefined;
}

/** What the state asks for. Messages are sent over HTTP, so they need no connection; catching up waits until the room is joined, so that nothing falls between. */
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

/** The next state. */
export function chatReducer(state: ChatClientState, event: ChatClientEvent): ChatClientState {
  switch (event.kind) {
    case 'connecting':
    case 'disconnected':
      // What was under way over the lost connection is asked for anew after the next join.
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
    case 'stands':
      return standing(state, event);
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
  }
}

/** An ended chat stays ended, and what was told late changes nothing but what is known to be stored. */
function standing(state: ChatClientState, told: { status: number; modifiedDate: string; lastSequence: number }): ChatClientState {
  const lastSequence = Math.max(state.lastSequence, told.lastSequence);
  const isLate = told.modifiedDate < state.modifiedDate || state.status === ENDED_CHAT;
  return isLate ? { ...state, lastSequence } : { ...state, lastSequence, status: told.status, modifiedDate: told.modifiedDate };
}

function withStored(state: ChatClientState, told: readonly StoredMessage[]): ChatClientState {
  const own = told.filter(({ sessionId }) => sessionId === state.sessionId);
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

function pendingMessage(sessionId: string, written: Extract<ChatClientEvent, { kind: 'written' }>): KeptMessage {
  const { clientMessageId, text, type, senderType, senderName, timestamp } = written;
  return {
    id: clientMessageId,
    sessionId,
    sequence: null,
    message: text,
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

/** A message that is stored meanwhile is neither failed nor pending any more. */
function marked(state: ChatClientState, keys: readonly string[], isFailed: boolean): ChatClientState {
  const wanted = new Set(keys);
  const isWaiting = ({ sequence, clientMessageId }: KeptMessage) => sequence === null && clientMessageId && wanted.has(clientMessageId);
  return {
    ...state,
    messages: state.messages.map((message) => (isWaiting(message) ? { ...message, isPending: !isFailed, isFailed } : message)),
  };
}

function failed(state: ChatClientState, key: string, how: SendFailure): ChatClientState {
  // The hub has announced it meanwhile: only the answer was lost.
  if (!state.outbox.includes(key)) return state;
  const others = state.outbox.filter((each) => each !== key);
  if (how === 'unreachable') return { ...marked(state, state.outbox, true), outbox: [], resend: [...state.outbox, ...state.resend] };
  return { ...marked(state, [key], true), outbox: others, resend: how === 'stuck' ? [...state.resend, key] : state.resend };
}

/** Everything that did not get through is under way again, before what is waiting behind it. */
function requeued(state: ChatClientState): ChatClientState {
  if (state.resend.length === 0) return state;
  return { ...marked(state, state.resend, false), outbox: [...state.resend, ...state.outbox], resend: [] };
}

function retried(state: ChatClientState, key: string): ChatClientState {
  const isFailed = state.messages.some((message) => message.clientMessageId === key && message.isFailed);
  if (!isFailed) return state;
  const again = marked(state, [key], false);
  // In the order in which they were written: what was retried at once goes before what was written after it.
  const wanted = new Set([...again.outbox, key]);
  const outbox = again.messages.flatMap(({ clientMessageId }) => (clientMessageId && wanted.has(clientMessageId) ? [clientMessageId] : []));
  return { ...again, outbox };
}

/** How many messages of the other side follow the last one read; the system's own do not count. */
export function countUnread(messages: readonly KeptMessage[], readSequence: number): number {
  return messages.filter(({ sequence, isOwn, senderType }) => !isOwn && senderType !== SENDERS.system && (sequence ?? 0) > readSequence)
    .length;
}
