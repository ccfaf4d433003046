import { createHash } from 'node:crypto';
import { CHAT_HTML, CHAT_TEXT, PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { z } from 'zod';
import type { Actor, Database, Transaction } from '#server/database/database';
import { orNotFound } from '#server/http/api-error';
import type { ChatAnnouncer } from '#server/hub/chat-change';
import type { JobKind, Jobs } from '#server/jobs/jobs';
import { ASSISTANT_NAME } from './chat.messages.ts';
import { findByClientKey, lockSession, type SessionState } from './chat.queries.ts';
import { cleanHtml, textOfHtml } from './chat-html.ts';
import { ChatPen } from './chat-pen.ts';
import { findResponderCall } from './chat-responder.queries.ts';
import type { ChatResponder, ResponderReply } from './chat-responder.ts';

const JOB_DATA = z.strictObject({ sessionId: z.uuid(), sequence: z.int() });
const JOB_NAME = 'chat-respond';

/** How chats change, whoever changes them: stored in one transaction, announced once it is committed. */
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

  /** Who is told of changes. */
  get announcer(): ChatAnnouncer {
    return this.#announcer;
  }

  /** Sets the first responder of waiting chats; before the jobs start. */
  respondWith(responder: ChatResponder): void {
    this.#responder = responder;
    const kind: JobKind<typeof JOB_DATA> = {
      name: JOB_NAME,
      data: JOB_DATA,
      retryLimit: 2,
      retryDelaySeconds: 2,
      run: ({ sessionId, sequence }) => this.#respond(sessionId, sequence),
      onDead: async () => {},
    };
    this.#jobs.add(kind);
  }

  /** Changes one chat of the actor's; 404 where it is not his. */
  async change<T>(actor: Actor, sessionId: string, work: (pen: ChatPen) => Promise<T>): Promise<{ result: T; session: SessionState }> {
    return this.run(actor, async (transaction) => {
      const pen = new ChatPen(transaction, orNotFound(await lockSession(transaction, actor, sessionId)));
      return { pen, result: await work(pen) };
    });
  }

  /** The same for a chat that the work itself finds or makes. */
  async run<T>(
    actor: Actor,
    work: (transaction: Transaction) => Promise<{ pen: ChatPen; result: T }>,
  ): Promise<{ result: T; session: SessionState }> {
    const { pen, result } = await this.#database.transaction(actor, work);
    if (pen.change) this.#announcer.announce(pen.change);
    return { result, session: pen.session };
  }

  /** Has the responder called for a chat that waits, once the transaction commits. */
  async askResponder({ transaction, session }: ChatPen): Promise<void> {
    if (!this.#responder || session.status !== PENDING_CHAT) return;
    await this.#jobs.enqueue(transaction, { name: JOB_NAME }, { sessionId: session.sessionId, sequence: session.lastSequence });
  }

  /** Writes what the assistant says into a chat that waits for a person; answers whether it did. The same key writes once. */
  async writeAgentMessage(sessionId: string, reply: ResponderReply, clientMessageId: string): Promise<boolean> {
    const { result } = await this.change('system', sessionId, async (pen) => {
      const isSaid = (await findByClientKey(pen.transaction, sessionId, clientMessageId, 0)) !== undefined;
      if (isSaid || pen.session.status !== PENDING_CHAT) return false;
      const message = 'html' in reply ? cleanHtml(reply.html) : reply.text;
      await pen.say({
        type: 'html' in reply ? CHAT_HTML : CHAT_TEXT,
        senderType: SENDERS.aiAgent,
        senderId: null,
        senderName: ASSISTANT_NAME,
        message,
        plainText: 'html' in reply ? textOfHtml(message) : message,
        clientMessageId,
      });
      return true;
    });
    return result;
  }

  async #respond(sessionId: string, sequence: number): Promise<void> {
    const call = await findResponderCall(this.#database, sessionId, sequence);
    const reply = call && (await this.#responder?.(call));
    if (reply) await this.writeAgentMessage(sessionId, reply, keyOf(`${sessionId} ${sequence}`));
  }
}

/** A UUID that is the same for the same text, so that a job that runs twice says a thing once. */
function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
