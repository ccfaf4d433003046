import type { ChatContext } from '@yardage/contract/chat';
import type { Caller, Scope } from '#server/http/scope';

/** The input of a first responder. */
export interface ResponderCall {
  sessionId: string;
  context: ChatContext;
  /** The customer's message, or null if the chat has just been started. */
  message: string | null;
  /** How many messages the responder has written in this chat. */
  replies: number;
  /** The user's current scope. A responder must not read anything outside it. */
  scope: Scope;
  caller: Caller;
}

/** A responder's message: plain text, or HTML that is sanitised before it is stored. */
export type ResponderReply = { text: string } | { html: string };

/**
 * Replies in pending chats, until a dispatcher joins. A job calls it after the chat starts and after each message of the customer.
 * Return undefined to say nothing. A reply that arrives after a dispatcher has joined is dropped, and a retried job does not reply twice.
 * There is at most one responder, set with `chats.respondWith` when the app is built.
 */
export type ChatResponder = (call: ResponderCall) => Promise<ResponderReply | undefined>;
