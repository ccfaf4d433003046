import { createHash } from 'node:crypto';
import { ACTIVE_CHAT, CHAT_HTML, CHAT_TEXT, ENDED_CHAT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { chatLine } from '@yardage/domain/chat-lines';
import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import { z } from 'zod';
import type { Actor, Database, Transaction } from '#server/database/database';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { ChatAnnouncer } from '#server/hub/chat-change';
import type { JobKind, Jobs } from '#server/jobs/jobs';
import { CHAT_MESSAGES, CHAT_SENDERS } from './chat.messages.ts';
import { findByClientKey, findSilent, lockSession, type SessionState } from './chat.queries.ts';
import { cleanHtml, textOfHtml } from './chat-html.ts';
import { findResponderCall } from './chat-responder.queries.ts';
import type { ChatResponder, ResponderReply } from './chat-responder.ts';
import { ChatWriter } from './chat-writer.ts';

/** `language` is that of the customer's request. Jobs of an older version have none. */
const JOB_DATA = z.strictObject({ sessionId: z.uuid(), sequence: z.int(), language: z.string().optional() });
const JOB_NAME = 'chat-respond';
/** How many days without a message end a chat that nobody joined (longer than a weekend), and one that a dispatcher joined. */
const SILENT_CHATS = [
  { status: PENDING_CHAT, days: 3, line: 'unanswered' },
  { status: ACTIVE_CHAT, days: 14, line: 'forgotten' },
] as const;
const ENDED_AT_ONCE = 100;

/** A message as the body of a request has it. */
export interface SentMessage {
  sessionId?: string | undefined;
  message: string;
  clientMessageId?: string | null | undefined;
}

/** Refuses a message whose body names another chat than its path. */
export function assertSameSession(sessionId: string, named: string | undefined): void {
  if (named === undefined || named.toLowerCase() === sessionId.toLowerCase()) return;
  throw new ApiError('validation-failed', { fieldErrors: { sessionId: [CHAT_MESSAGES.otherSession] } });
}

/** Changes chats in a transaction, and announces the change after the commit. */
export class ChatFlow {
  readonly #database: Database;
  readonly #jobs: Jobs;
  readonly #announcer: ChatAnnouncer;
  #responder: ChatResponder | undefined;

  constructor(database: Database, jobs: Jobs, announcer: ChatAnnouncer) {
    this.#database = database;
    this.#jobs = jobs;
    this.#announcer = announcer;
  }

  /** Publishes chat changes to open pages. */
  get announcer(): ChatAnnouncer {
    return this.#announcer;
  }

  /** Sets the first responder for pending chats. Must be called before the jobs start. */
  respondWith(responder: ChatResponder): void {
    this.#responder = responder;
    const kind: JobKind<typeof JOB_DATA> = {
      name: JOB_NAME,
      data: JOB_DATA,
      retryLimit: 2,
      retryDelaySeconds: 2,
      run: ({ sessionId, sequence, language }) => runInLanguage(language, () => this.#respond(sessionId, sequence)),
      onDead: async () => {},
    };
    this.#jobs.add(kind);
  }

  /** Changes one of the actor's chats. Throws 404 if the chat is not theirs. */
  async change<T>(
    actor: Actor,
    sessionId: string,
    work: (writer: ChatWriter) => Promise<T>,
  ): Promise<{ result: T; session: SessionState }> {
    return this.run(actor, async (transaction) => {
      const writer = new ChatWriter(transaction, orNotFound(await lockSession(transaction, actor, sessionId)));
      return { writer, result: await work(writer) };
    });
  }

  /** Like `change`, for a chat that `work` finds or creates itself. */
  async run<T>(
    actor: Actor,
    work: (transaction: Transaction) => Promise<{ writer: ChatWriter; result: T }>,
  ): Promise<{ result: T; session: SessionState }> {
    const { writer, result } = await this.#database.transaction(actor, work);
    if (writer.change) this.#announcer.announceChat(writer.change);
    return { result, session: writer.session };
  }

  /** Enqueues a responder job for a pending chat. It runs once the transaction commits. */
  async askResponder({ transaction, session }: ChatWriter): Promise<void> {
    if (!this.#responder || session.status !== PENDING_CHAT) return;
    const { sessionId, lastSequence: sequence } = session;
    await this.#jobs.enqueue(transaction, { name: JOB_NAME }, { sessionId, sequence, language: currentLanguage() });
  }

  /** Writes a message of the assistant into a pending chat. Returns false if the chat is not pending or has this key already. */
  async writeAgentMessage(sessionId: string, reply: ResponderReply, clientMessageId: string): Promise<boolean> {
    const { result } = await this.change('system', sessionId, async (writer) => {
      const isSaid = (await findByClientKey(writer.transaction, sessionId, clientMessageId, 0)) !== undefined;
      if (isSaid || writer.session.status !== PENDING_CHAT) return false;
      const message = 'html' in reply ? cleanHtml(reply.html) : reply.text;
      await writer.say({
        type: 'html' in reply ? CHAT_HTML : CHAT_TEXT,
        senderType: SENDERS.aiAgent,
        senderId: null,
        senderName: CHAT_SENDERS.assistant,
        message,
        line: null,
        plainText: 'html' in reply ? textOfHtml(message) : message,
        clientMessageId,
      });
      return true;
    });
    return result;
  }

  /** Ends chats that nobody joins or in which nobody writes any more, with a message that says so. */
  async endSilent(): Promise<void> {
    for (const { status, days, line } of SILENT_CHATS) {
      for (const { sessionId, modifiedDate } of await findSilent(this.#database, status, days, ENDED_AT_ONCE)) {
        await this.change('system', sessionId, async (writer) => {
          const { session } = writer;
          // Meanwhile somebody may have written, joined or left.
          if (session.status !== status || session.modifiedDate !== modifiedDate) return;
          await writer.moveTo(ENDED_CHAT, chatLine(line));
        });
      }
    }
  }

  async #respond(sessionId: string, sequence: number): Promise<void> {
    const call = await findResponderCall(this.#database, sessionId, sequence);
    const reply = call && (await this.#responder?.(call));
    if (reply) await this.writeAgentMessage(sessionId, reply, keyOf(`${sessionId} ${sequence}`));
  }
}

/** Derives a UUID from the text, so that a job that runs twice writes its message once. */
function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
