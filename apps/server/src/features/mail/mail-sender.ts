import { setTimeout as pause } from 'node:timers/promises';
import { formatDate } from '@yardage/domain/dates';
import type { Logger } from 'pino';
import { z } from 'zod';
import { MailDeferredError, type MailPort, MailRefusedError } from '#server/adapters/mail/port';
import type { Database, Transaction } from '#server/database/database';
import { ApiError } from '#server/http/api-error';
import { REFUSED_MAIL_MESSAGES } from './mail.messages.ts';
import type { MailService } from './mail.service.ts';
import * as queries from './mail-queue.queries.ts';

const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 300;
/** Other processes take over a mail whose sender has not confirmed its claim for this long, because that process is dead. */
const LEASE_SECONDS = 45;
const CONFIRM_MS = 15_000;
const AT_ONCE = 5;
/** While the mail server is away, one mail is tried at a time, at least this often. */
const MAX_AWAY_PAUSE_SECONDS = 30;
/** A mail that was sent has to be marked, or it is sent again. */
const MARK_TRIES = 60;
const MARK_PAUSE_MS = 1000;
const ALERT_AFTER_SECONDS = 3600;
/** A mail that the server has deferred for this long is given up, as mail servers do. While the server is away, nothing is given up. */
const GIVE_UP_SECONDS = 5 * 86_400;
const MAX_ALERTS_PER_DAY = 20;
/** The notices about refused mails, to the sender and to the supplier. If these are refused, no further notice is sent. */
const NOTICE_KINDS = { sender: 'mail-refused', desk: 'mail-refused-desk' } as const;

export interface MailSenderSettings {
  /** The address that gets notices about mails that were refused for good. */
  alertEmail(): string;
  platformName(): string;
  /** Called after a mail was sent, because others may be waiting for its place. */
  onFree?(): void;
  /** The clock for the pauses while the mail server is away, in milliseconds. By default a monotonic one, which nobody can set back. */
  now?(): number;
}

/**
 * Sends the mails that are due, and repeats each with growing pauses until it arrives or is refused for good. A mail that was being sent
 * when its process died is repeated under the same Message-ID.
 */
export class MailSender {
  readonly #database: Database;
  readonly #port: MailPort;
  readonly #mail: MailService;
  readonly #log: Logger;
  readonly #settings: MailSenderSettings;
  readonly #underWay = new Map<number, Promise<void>>();
  /** Tries in a row that found the mail server away. */
  #awayCount = 0;
  #restsUntil = 0;
  /** Whether the last round took as many mails as it could. */
  #isBehind = false;

  constructor(database: Database, port: MailPort, mail: MailService, log: Logger, settings: MailSenderSettings) {
    this.#database = database;
    this.#port = port;
    this.#mail = mail;
    this.#log = log;
    this.#settings = settings;
    for (const [receiver, kind] of Object.entries(NOTICE_KINDS)) {
      mail.declareNotice(kind, z.strictObject({ mailId: z.int() }), async ({ mailId }) => {
        const refused = await queries.findRefused(database, mailId);
        // Somebody has put it into the queue again, or it was removed.
        if (!refused) return undefined;
        const text = refusedText(refused, settings.platformName(), receiver === 'sender');
        return { subject: REFUSED_MAIL_MESSAGES.subject(refused.subject), text };
      });
    }
  }

  #now(): number {
    return this.#settings.now?.() ?? performance.now();
  }

  /** Starts sending what is due, and does not wait for it. */
  async round(): Promise<void> {
    if (this.#now() < this.#restsUntil) return;
    const free = (this.#awayCount > 0 ? 1 : AT_ONCE) - this.#underWay.size;
    if (free <= 0) return;
    const due = await this.#database.transaction('system', (transaction) => queries.claimDueMails(transaction, free, LEASE_SECONDS));
    this.#isBehind = due.length === free;
    for (const mail of due) {
      const work = this.#send(mail)
        .catch((error) => this.#log.error({ err: error, mailId: mail.id }, 'mail could not be recorded'))
        .finally(() => {
          this.#underWay.delete(mail.id);
          if (this.#isBehind && this.#awayCount === 0) this.#settings.onFree?.();
        });
      this.#underWay.set(mail.id, work);
    }
  }

  /** Waits for the mails that are being sent. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }

  /** Logs an error if mail has been waiting for more than an hour, once for each outage. */
  async alert(): Promise<void> {
    const late = await this.#database.transaction('system', (transaction) => queries.alertLongWaiting(transaction, ALERT_AFTER_SECONDS));
    if (late) this.#log.error(late, 'mail has been waiting for more than an hour');
  }

  async #send(mail: queries.DueMail): Promise<void> {
    const claim = setInterval(() => {
      queries.extendClaim(this.#database, mail.id, LEASE_SECONDS).catch((error) => this.#log.warn({ err: error }, 'claim not extended'));
    }, CONFIRM_MS);
    try {
      const content = await this.#mail.content(mail);
      if (!content) return await queries.discardMail(this.#database, mail.id);
      const { subject, text, files, unsubscribe, isFromUser } = content;
      if (subject !== mail.subject) {
        // The desk's list and the notice of a refusal show the subject that the recipient reads.
        await queries.noteSubject(this.#database, mail.id, subject);
        mail.subject = subject;
      }
      const left = mail.refusedAddresses;
      const recipients = [...mail.to, ...mail.cc, ...mail.bcc];
      await this.#port.send({
        key: mail.key,
        to: mail.to,
        cc: mail.cc,
        bcc: mail.bcc,
        ...(left === null ? {} : { only: recipients.filter((address) => isAmong(left, address)) }),
        // Only for a document that a user sends to others. A notice must not give away who caused it.
        ...(isFromUser && mail.sender && recipients.some((address) => !isSame(address, mail.sender)) ? { replyTo: mail.sender } : {}),
        subject,
        text,
        ...(unsubscribe ? { unsubscribe } : {}),
        attachments: files.map((file) => ({ fileName: file.fileName, contentType: 'application/pdf', content: file.bytes })),
      });
      this.#noteServer(false);
      await this.#markSent(mail.id);
    } catch (error) {
      await this.#fail(mail, error);
    } finally {
      clearInterval(claim);
    }
  }

  /** Marks a mail as sent. Retries, because a short outage of the database would otherwise send the mail a second time. */
  async #markSent(id: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await queries.markSent(this.#database, id);
      } catch (error) {
        if (tries === MARK_TRIES) throw error;
        await pause(MARK_PAUSE_MS);
      }
    }
  }

  async #fail(mail: queries.DueMail, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const isServerAway = error instanceof MailDeferredError && error.isServerAway;
    // Other errors are our own: they say nothing about the server, and the mail is not given up because of them.
    const isDeferred = error instanceof MailDeferredError && !isServerAway;
    if (error instanceof MailDeferredError || error instanceof MailRefusedError) this.#noteServer(isServerAway, reason);
    const isTooOld = isDeferred && (mail.deferredSeconds ?? 0) > GIVE_UP_SECONDS;
    if (isFinal(error) || isTooOld) {
      this.#log.warn({ mailId: mail.id, reason }, 'mail refused');
      return this.#refuse(mail, reason, unservedBy(error));
    }
    if (!isServerAway) this.#log.warn({ mailId: mail.id, attempts: mail.attempts, reason }, 'mail not sent yet');
    const pending = unservedBy(error);
    await queries.deferMail(this.#database, mail.id, { reason, pauseSeconds: pauseAfter(mail.attempts), pending, isDeferred });
  }

  /** Marks a refused mail and notifies the user who sent it and the supplier. */
  async #refuse(mail: queries.DueMail, reason: string, refused: readonly string[]): Promise<void> {
    await this.#database.transaction('system', async (transaction) => {
      const isFirst = await queries.markRefused(transaction, mail.id, reason, refused);
      if (isFirst && !Object.values<string>(NOTICE_KINDS).includes(mail.documentKind)) await this.#notify(transaction, mail, refused);
    });
  }

  /** Notifies the supplier and the sender, but not the sender at an address that was refused. */
  async #notify(
    transaction: Transaction,
    { id, subject, sender, to, customerId, requestedBy }: queries.DueMail,
    refused: readonly string[],
  ): Promise<void> {
    const notice = { reference: { mailId: id }, subject: REFUSED_MAIL_MESSAGES.subject(subject) };
    const alertEmail = this.#settings.alertEmail();
    if (sender && !isAmong(refused, sender)) {
      await this.#mail.queueNotice(transaction, { ...notice, documentKind: NOTICE_KINDS.sender, to: sender, customerId, requestedBy });
    }
    if (!to.includes(alertEmail)) {
      const toDesk = { ...notice, documentKind: NOTICE_KINDS.desk, to: alertEmail, customerId: null, requestedBy: null };
      await this.#mail.queueNotice(transaction, toDesk, MAX_ALERTS_PER_DAY);
    }
  }

  /** While the server is away, tries become rarer, and only the first failure is logged. */
  #noteServer(isAway: boolean, reason?: string): void {
    if (isAway && this.#awayCount === 0) this.#log.warn({ reason }, 'the mail server is away');
    if (!isAway && this.#awayCount > 0) this.#log.info('the mail server is back');
    this.#awayCount = isAway ? this.#awayCount + 1 : 0;
    this.#restsUntil = isAway ? this.#now() + Math.min(2 ** this.#awayCount, MAX_AWAY_PAUSE_SECONDS) * 1000 : 0;
  }
}

/** The server may write an address in upper or lower case where the sender did not. */
const isSame = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase();
const isAmong = (addresses: readonly string[], address: string): boolean => addresses.some((each) => isSame(each, address));

/** Returns the recipients that did not get a mail which others got. */
function unservedBy(error: unknown): readonly string[] {
  if (error instanceof MailRefusedError) return error.refused;
  return error instanceof MailDeferredError ? error.pending : [];
}

/** The mail server refused the mail, or what it encloses is gone or no longer visible to the user who sent it. */
function isFinal(error: unknown): boolean {
  return error instanceof MailRefusedError || (error instanceof ApiError && (error.status === 403 || error.status === 404));
}

/** Returns the seconds until the next try. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(attempts - 1, 10), MAX_PAUSE_SECONDS);
}

/** The notice about a refused mail, in the current language. */
function refusedText(refused: queries.RefusedMail, platformName: string, isForSender: boolean): string {
  const { subject, recipients, reason, createdAt, timeZone } = refused;
  return [
    REFUSED_MAIL_MESSAGES.refused(subject, formatDate(createdAt, timeZone), recipients.join(', ')),
    reason,
    isForSender ? REFUSED_MAIL_MESSAGES.forSender : REFUSED_MAIL_MESSAGES.forDesk,
    platformName,
  ].join('\n\n');
}
