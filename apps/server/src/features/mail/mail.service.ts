import type { SendMailBody } from '@yardage/contract/mail';
import { holdsAny, type PermissionCode } from '@yardage/contract/permissions';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { recipientsFault } from '@yardage/domain/mail-rules';
import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import { SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import type { z } from 'zod';
import type { Database, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import type { PdfFile } from '#server/http/answers';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { findGrant } from '#server/http/scope.queries';
import { MAIL_REFUSALS } from './mail.messages.ts';
import { countRecentNotices, insertMail, insertMailOnce, insertNotice, type NewMail, type NewNotice } from './mail.queries.ts';
import type { DueMail } from './mail-queue.queries.ts';

/** A mail that a user requests. Its attachments are created from the reference when it is sent. */
export interface MailRequest {
  /** The kind of document, as declared with `declareDocument`. */
  kind: string;
  reference: Record<string, unknown>;
  subject: string;
  body: SendMailBody;
  bccEmails?: string[];
  /** The endpoint's id, for the audit log. */
  action: AuditAction;
  requestId: string;
}

/** A mail with a document that the portal sends by itself. `requestedBy` is the recipient; the document is created in their scope. */
export type EnclosedMail = Pick<NewMail, 'customerId' | 'requestedBy' | 'documentKind' | 'documentReference' | 'subject' | 'message'> & {
  to: string;
  /** The language of the mail and its document. */
  language: string | null;
};

/** Creates a mail's attachments from its reference, as the user who requested it and with what they may see now. */
export type AttachmentMaker<Reference = unknown> = (scope: Scope, reference: Reference) => Promise<PdfFile[]>;

/** A notice as the recipient reads it. */
export interface WrittenNotice {
  subject: string;
  text: string;
  /** The address that ends mails of this kind with one click (RFC 8058). */
  unsubscribe?: string;
}

/**
 * Writes a notice from its reference when it is sent, in the recipient's language. The mail queue does not store the text. Returns
 * undefined if there is nothing left to say to the recipient.
 */
export type NoticeWriter<Reference = unknown> = (reference: Reference, mail: DueMail) => Promise<WrittenNotice | undefined>;

/** Marks the reference of a document that the portal sends by itself. */
const FROM_PORTAL = { isFromPortal: true };

/** The language of a mail is stored with its reference, which a mail in English does not mention. */
const withLanguage = (reference: object, language: string | null): Record<string, unknown> => ({
  ...reference,
  ...(language === null || language === SOURCE_LANGUAGE ? {} : { language }),
});

const SAME_MAIL_WITHIN_SECONDS = 20;

interface Notice {
  write: NoticeWriter;
  codes: readonly PermissionCode[] | undefined;
}

/** A mail that is ready to be sent. Replies to one that a user sends go to that user, to any other to the portal's address. */
export interface MailContent extends WrittenNotice {
  files: PdfFile[];
  isFromUser: boolean;
}

/** The part of the mail service that areas use. */
export type Mails = Pick<MailService, 'declareDocument' | 'declareNotice' | 'queueNotice' | 'queueRequested'>;

/** Takes mail to send: it stores the mail's row in the transaction of its cause. `MailSender` sends it. */
export class MailService {
  readonly #database: Database;
  readonly #makers = new Map<string, AttachmentMaker>();
  readonly #notices = new Map<string, Notice>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Declares how the attachments of a kind of mail are created, and the codes of which the user needs one when it is sent. */
  declareDocument<Reference extends z.ZodType>(
    kind: string,
    codes: readonly PermissionCode[],
    reference: Reference,
    maker: AttachmentMaker<z.output<Reference>>,
  ): void {
    if (this.#makers.has(kind)) throw new Error(`two areas make attachments of kind ${kind}`);
    this.#makers.set(kind, async (scope, stored) => {
      if (!holdsAny(scope.permissions, codes)) throw new ApiError('permission-missing', { detail: MAIL_REFUSALS.accessLost });
      return maker(scope, reference.parse(stored));
    });
  }

  /**
   * Declares how the notices of a kind are written. With `codes`, a notice is sent only to a member of the mail's account who has one of them
   * when it is sent.
   */
  declareNotice<Reference extends z.ZodType>(
    kind: string,
    reference: Reference,
    writer: NoticeWriter<z.output<Reference>>,
    { codes }: { codes?: readonly PermissionCode[] } = {},
  ): void {
    if (this.#notices.has(kind)) throw new Error(`two areas write notices of kind ${kind}`);
    this.#notices.set(kind, { write: (stored, mail) => writer(reference.parse(stored), mail), codes });
  }

  /** Stores a notice in the caller's transaction. Skips it if its mailbox got `maxPerDay` of the kind in the last day. */
  async queueNotice(transaction: Transaction, notice: NewNotice, maxPerDay = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isFinite(maxPerDay) && (await countRecentNotices(transaction, notice)) >= maxPerDay) return;
    const reference = withLanguage(notice.reference, currentLanguage());
    await insertNotice(transaction, { ...notice, reference, subject: oneLine(notice.subject) });
  }

  /** Stores a mail with a document for its recipient in the caller's transaction. */
  async queueDocument(transaction: Transaction, { to, subject, language, documentReference, ...mail }: EnclosedMail): Promise<void> {
    const addresses = { toAddresses: [to], ccAddresses: [], bccAddresses: [] };
    const reference = withLanguage({ ...(documentReference as object), ...FROM_PORTAL }, language);
    await insertMail(transaction, { ...mail, ...addresses, subject: oneLine(subject), documentReference: reference });
  }

  /** Stores the mail and its audit entry in one transaction. The same mail requested again within seconds is sent once. */
  async queueRequested(scope: Scope, mail: MailRequest): Promise<void> {
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
    });
  }

  /**
   * Creates subject, text and attachments of a mail that is due. A notice is written in the recipient's language, otherwise in that of the
   * request. A document has the language of the request. Returns undefined if the mail need not be sent any more.
   */
  async content(mail: DueMail): Promise<MailContent | undefined> {
    const { language, isFromPortal, ...reference } = mail.documentReference as Record<string, unknown>;
    const requested = typeof language === 'string' ? language : undefined;
    const notice = this.#notices.get(mail.documentKind);
    if (notice) {
      if (notice.codes && !holdsAny(new Set(mail.recipientCodes), notice.codes)) return undefined;
      const written = await runInLanguage(mail.recipientLanguage ?? requested, () => notice.write(reference, mail));
      return written && { ...written, subject: oneLine(written.subject), files: [], isFromUser: false };
    }
    try {
      const files = await runInLanguage(requested, () => this.#attach(mail, reference));
      return { subject: mail.subject, text: mail.message, files, isFromUser: true };
    } catch (error) {
      // Nobody asked for it, so nobody misses it.
      if (isFromPortal === true && error instanceof ApiError && error.code === 'permission-missing') return undefined;
      throw error;
    }
  }

  /** Creates the attachments as the user who requested the mail may see them now. */
  async #attach({ documentKind, customerId, requestedBy: userId }: DueMail, reference: unknown): Promise<PdfFile[]> {
    const maker = this.#makers.get(documentKind);
    if (!maker || customerId === null || userId === null) throw new Error(`nobody makes attachments of kind ${documentKind}`);
    const grant = await findGrant(this.#database, userId, customerId);
    if (!grant) throw new ApiError('permission-missing', { detail: MAIL_REFUSALS.accessLost });
    return maker(grant.scope, reference);
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
