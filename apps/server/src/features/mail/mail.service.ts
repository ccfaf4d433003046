import type { SendMailBody } from '@yardage/contract/mail';
import { recipientsFault } from '@yardage/domain/mail-rules';
import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import { SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import { z } from 'zod';
import { type MailPort, MailRefusedError } from '#server/adapters/mail/port';
import type { Database, Member, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import type { PdfFile } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { HopelessJobError, type JobKind, type Jobs } from '#server/jobs/jobs';
import {
  countRecentNotices,
  findQueuedMail,
  insertMail,
  insertMailOnce,
  insertNotice,
  markMail,
  type NewMail,
  type NewNotice,
  noteMailError,
  type QueuedMail,
} from './mail.queries.ts';

/** A mail that a user requests. Its attachments are created from the reference when it is sent. */
export interface MailRequest {
  /** The kind of document, as declared with `attach`. */
  kind: string;
  reference: Record<string, unknown>;
  subject: string;
  body: SendMailBody;
  bccEmails?: string[];
  /** The endpoint's id, for the audit log. */
  action: string;
  requestId: string;
}

/** A mail with a document that the portal sends by itself. `requestedBy` is the recipient; the document is created in their scope. */
export type EnclosedMail = Pick<NewMail, 'customerId' | 'requestedBy' | 'documentKind' | 'documentReference' | 'subject' | 'message'> & {
  to: string;
  /** The language of the mail and its document. */
  language: string | null;
};

/** Creates a mail's attachments from its reference, as the user who requested it. */
export type AttachmentMaker<Reference = unknown> = (actor: Member, reference: Reference) => Promise<PdfFile[]>;

/** A notice as the recipient reads it. */
export interface WrittenNotice {
  subject: string;
  text: string;
}

/** Writes a notice from its reference when it is sent, in the recipient's language. The mail queue does not store the text. */
export type NoticeWriter<Reference = unknown> = (reference: Reference) => Promise<WrittenNotice>;

/** The language of a mail is stored with its reference, which a mail in English does not mention. */
const withLanguage = (reference: object, language: string | null): Record<string, unknown> => ({
  ...reference,
  ...(language === null || language === SOURCE_LANGUAGE ? {} : { language }),
});

const mailJobData = z.strictObject({ mailId: z.int() });
const SAME_MAIL_WITHIN_SECONDS = 20;

/** The part of the mail service that areas use. */
export type Mails = Pick<MailService, 'attach' | 'write' | 'notify' | 'request'>;

/** Sends mail through a job, which is enqueued in the same transaction as the mail's row. */
export class MailService {
  readonly #database: Database;
  readonly #jobs: Jobs;
  readonly #port: MailPort;
  readonly #makers = new Map<string, AttachmentMaker>();
  readonly #writers = new Map<string, NoticeWriter>();
  readonly #job: JobKind<typeof mailJobData>;

  constructor(database: Database, jobs: Jobs, port: MailPort) {
    this.#database = database;
    this.#jobs = jobs;
    this.#port = port;
    this.#job = {
      name: 'send-mail',
      data: mailJobData,
      retryLimit: 8,
      retryDelaySeconds: 5,
      run: ({ mailId }) => this.#send(mailId),
      onDead: ({ mailId }) => markMail(this.#database, mailId, 'dead'),
    };
    jobs.add(this.#job);
  }

  /** Declares how attachments of a kind are created. */
  attach<Reference extends z.ZodType>(kind: string, reference: Reference, maker: AttachmentMaker<z.output<Reference>>): void {
    if (this.#makers.has(kind)) throw new Error(`two areas make attachments of kind ${kind}`);
    this.#makers.set(kind, (actor, stored) => maker(actor, reference.parse(stored)));
  }

  /** Declares how notices of a kind are written. */
  write<Reference extends z.ZodType>(kind: string, reference: Reference, writer: NoticeWriter<z.output<Reference>>): void {
    this.#writers.set(kind, (stored) => writer(reference.parse(stored)));
  }

  /** Stores a notice and its job in the caller's transaction. Skips it if its mailbox got `maxPerDay` of the kind in the last day. */
  async notify(transaction: Transaction, notice: NewNotice, maxPerDay = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isFinite(maxPerDay) && (await countRecentNotices(transaction, notice)) >= maxPerDay) return;
    const reference = withLanguage(notice.reference, currentLanguage());
    const mailId = await insertNotice(transaction, { ...notice, reference, subject: oneLine(notice.subject) });
    await this.#jobs.enqueue(transaction, this.#job, { mailId });
  }

  /** Stores a mail with a document for its recipient, and its job, in the caller's transaction. */
  async enclose(transaction: Transaction, { to, subject, language, documentReference, ...mail }: EnclosedMail): Promise<void> {
    const addresses = { toAddresses: [to], ccAddresses: [], bccAddresses: [] };
    const reference = withLanguage(documentReference as object, language);
    const mailId = await insertMail(transaction, { ...mail, ...addresses, subject: oneLine(subject), documentReference: reference });
    await this.#jobs.enqueue(transaction, this.#job, { mailId });
  }

  /** Stores the mail, its audit entry and its job in one transaction. The same mail requested again within seconds is sent once. */
  async request(scope: Scope, mail: MailRequest): Promise<void> {
    const cc = othersOf(mail.body.ccEmails, [mail.body.email]);
    const bcc = othersOf(mail.bccEmails ?? [], [mail.body.email, ...cc]);
    const fault = recipientsFault(cc.length + bcc.length);
    if (fault) {
      throw new ApiError('validation-failed', { fieldErrors: { ccEmails: [fault] } });
    }
    await this.#database.transaction(scope, async (transaction) => {
      const mailId = await insertMailOnce(
        transaction,
        {
          customerId: scope.customerId,
          requestedBy: scope.userId,
          documentKind: mail.kind,
          documentReference: withLanguage(mail.reference, currentLanguage()),
          toAddresses: [mail.body.email],
          ccAddresses: cc,
          bccAddresses: bcc,
          subject: oneLine(mail.subject),
          message: mail.body.message,
        },
        SAME_MAIL_WITHIN_SECONDS,
      );
      if (mailId === undefined) return;
      await recordAudit(transaction, {
        userId: scope.userId,
        customerId: scope.customerId,
        action: mail.action,
        subject: oneLine(mail.subject),
        detail: { mailId, reference: mail.reference, to: [mail.body.email], cc, bcc },
        requestId: mail.requestId,
      });
      await this.#jobs.enqueue(transaction, this.#job, { mailId });
    });
  }

  async #send(mailId: number): Promise<void> {
    const mail = await findQueuedMail(this.#database, mailId);
    if (!mail) return;
    try {
      const { subject, text, files } = await this.#content(mail);
      await this.#port.send({
        to: mail.toAddresses,
        cc: mail.ccAddresses,
        bcc: mail.bccAddresses,
        // No reply-to for mail that users send to themselves: replies then go to the portal's own address.
        ...(mail.replyTo && !mail.toAddresses.includes(mail.replyTo) ? { replyTo: mail.replyTo } : {}),
        subject: oneLine(subject),
        text,
        attachments: files.map((file) => ({ fileName: file.fileName, contentType: 'application/pdf', content: file.bytes })),
      });
    } catch (error) {
      await noteMailError(this.#database, mailId, error instanceof Error ? error.message : String(error));
      throw error instanceof MailRefusedError ? new HopelessJobError(error.message, { cause: error }) : error;
    }
    await markMail(this.#database, mailId, 'sent');
  }

  /** A notice is written in the recipient's language, otherwise in that of the request. A document has the language of the request. */
  async #content(mail: QueuedMail): Promise<WrittenNotice & { files: PdfFile[] }> {
    const { language, ...reference } = mail.documentReference as Record<string, unknown>;
    const requested = typeof language === 'string' ? language : undefined;
    const writer = this.#writers.get(mail.documentKind);
    if (writer) return { ...(await runInLanguage(mail.recipientLanguage ?? requested, () => writer(reference))), files: [] };
    const maker = this.#makers.get(mail.documentKind);
    const { customerId, requestedBy: userId } = mail;
    if (!maker || customerId === null || userId === null) throw new Error(`nobody makes attachments of kind ${mail.documentKind}`);
    const files = await runInLanguage(requested, () => maker({ customerId, userId }, reference));
    return { subject: mail.subject, text: mail.message, files };
  }
}

/** Returns the addresses without duplicates and without those in `known`. */
function othersOf(addresses: readonly string[], known: readonly string[]): string[] {
  const taken = new Set(known.map((address) => address.toLowerCase()));
  return [...new Set(addresses.map((address) => address.toLowerCase()))].filter((address) => !taken.has(address));
}

/** Replaces control characters, because subjects contain names that users typed and must be one line. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
