import type { ChatMessage } from '@yardage/contract/chat';
import { ACTIVE_CHAT, CHAT_TEXT, ENDED_CHAT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { type ChatLine, chatLine, textOfMessage } from '@yardage/domain/chat-lines';
import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import type { Transaction } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { type ChatChange, type MessageRecord, messageFor } from '#server/hub/chat-change';
import { CHAT_MESSAGES, CHAT_SENDERS } from './chat.messages.ts';
import {
  type ChatAgent,
  findByClientKey,
  findChatsOfAgent,
  insertMessage,
  lockSession,
  moveSession,
  type NewMessage,
  type SessionState,
} from './chat.queries.ts';

/** Writes into one locked chat and collects the messages to announce after the commit. */
export class ChatWriter {
  readonly transaction: Transaction;
  #session: SessionState;
  readonly #messages: MessageRecord[] = [];

  constructor(transaction: Transaction, session: SessionState) {
    this.transaction = transaction;
    this.#session = session;
  }

  get session(): SessionState {
    return this.#session;
  }

  /** Stores a person's message. Returns the stored one if the client sends it again with the same key. */
  async sayOnce(message: NewMessage & { senderId: number }): Promise<ChatMessage> {
    const { clientMessageId, senderId } = message;
    const known = clientMessageId && (await findByClientKey(this.transaction, this.#session.sessionId, clientMessageId, senderId));
    if (known) return known;
    if (this.#session.status === ENDED_CHAT) throw new ApiError('conflict', { detail: CHAT_MESSAGES.ended });
    return messageFor(senderId, await this.say(message));
  }

  /** Stores a message with the next sequence number. */
  async say({ plainText, ...message }: NewMessage): Promise<MessageRecord> {
    const stored = await insertMessage(this.transaction, this.#session, { ...message, plainText });
    const { id, sequence, sentAt: timestamp } = stored;
    const record: MessageRecord = { ...message, messageType: message.type, id, sequence, timestamp, sessionId: this.#session.sessionId };
    this.#session = { ...this.#session, lastSequence: sequence, modifiedDate: timestamp };
    this.#messages.push(record);
    return record;
  }

  /** Changes the status and adds a system message about it. Sets the agent, clears it if null, keeps it if undefined. */
  async moveTo(status: number, line: ChatLine, agent?: ChatAgent | null): Promise<void> {
    await moveSession(this.transaction, this.#session.sessionId, { status, ...(agent === undefined ? {} : { agent }) });
    this.#session = { ...this.#session, status };
    await this.saySystem(line);
  }

  /** Stores a system message. Its text is in the language of the customer's user, so that searches find it. */
  async saySystem(line: ChatLine): Promise<void> {
    const { message, senderName } = runInLanguage(this.#session.language ?? currentLanguage(), () => ({
      message: textOfMessage({ message: '', line }),
      senderName: CHAT_SENDERS.system,
    }));
    const sender = { senderType: SENDERS.system, senderId: null, senderName };
    await this.say({ ...sender, type: CHAT_TEXT, message, plainText: message, line, clientMessageId: null });
  }

  /** The change to announce, or undefined if no message was written. */
  get change(): ChatChange | undefined {
    if (this.#messages.length === 0) return undefined;
    const { sessionId, customerId, userId, status, modifiedDate, lastSequence } = this.#session;
    return { sessionId, customerId, userId, status, modifiedDate, lastSequence, messages: this.#messages };
  }
}

/** Returns the chats of somebody who may not answer any more to the waiting ones. Returns the changes to announce after the commit. */
export async function handBackChatsOf(transaction: Transaction, agentId: number): Promise<ChatChange[]> {
  const changes: ChatChange[] = [];
  for (const id of await findChatsOfAgent(transaction, agentId)) {
    const session = await lockSession(transaction, 'system', id);
    // Meanwhile a colleague may have taken or ended it.
    if (session?.agentId !== agentId || session.status !== ACTIVE_CHAT) continue;
    const writer = new ChatWriter(transaction, session);
    await writer.moveTo(PENDING_CHAT, chatLine('handedBack', session.agentName ?? ''), null);
    if (writer.change) changes.push(writer.change);
  }
  return changes;
}
