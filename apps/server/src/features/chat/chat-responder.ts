import type { ChatContext } from '@yardage/contract/chat';
import type { Caller, Scope } from '#server/http/scope';

/** What a first responder is told. */
export interface ResponderCall {
  sessionId: string;
  context: ChatContext;
  /** What the customer wrote; null when the chat has only just begun. */
  message: string | null;
  /** How many messages of its own a responder has written in this chat. */
  replies: number;
  /** What the customer's user may see, as of now: a responder must use nothing else. */
  scope: Scope;
  caller: Caller;
}

/** What a responder says: plain text, or html that is sanitised before it is stored. */
export type ResponderReply = { text: string } | { html: string };

/**
 * Answers in chats that still wait for a person. It is called from a job after a chat was begun and after each message of the customer's, as long as
 * the chat is pending; nothing is called any more once somebody joined, and an answer that comes too late is dropped. Answering nothing keeps it
 * silent. A job that is tried again does not say anything twice. There is one at most, set by `chats.respondWith` when the app is built.
 */
export type ChatResponder = (call: ResponderCall) => Promise<ResponderReply | undefined>;
