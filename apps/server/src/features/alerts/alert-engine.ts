import { createHmac } from 'node:crypto';
import { alertPath, alertText } from '@yardage/domain/alerts';
import { withCustomer } from '@yardage/domain/customer-link';
import { formatDateMinute, formatDay } from '@yardage/domain/dates';
import { runInLanguage } from '@yardage/messages/language';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { PushPort } from '#server/adapters/push/port';
import type { PartDiscountRule } from '#server/config';
import type { Database } from '#server/database/database';
import type { Mails } from '#server/features/mail/mail.service';
import type { EtaRefresher } from '#server/features/truck-tracking/eta-refresher.service';
import { isSameSecret } from '#server/http/same-secret';
import type { RecordsAnnouncer } from '#server/hub/records-change';
import type { Jobs, Round } from '#server/jobs/jobs';
import { INTERVALS_MS, type RoundName } from '#server/jobs/round-intervals';
import * as queries from './alert-rounds.queries.ts';
import { type Alerted, findAlertsToMail, type WrittenAlert } from './alert-rounds.queries.ts';
import { ALERT_MAIL_MESSAGES as MESSAGES } from './alerts.messages.ts';

const MAIL_KIND = 'alerts';

interface AlertEngineOptions {
  platformName(): string;
  publicUrl: string;
  push: PushPort;
  /** The key that links in mails are signed with. */
  signingKey(): Promise<string>;
  log: Pick<Logger, 'error'>;
  /** The discount of paying a part of an invoice. */
  partDiscount: PartDiscountRule;
}

/** Notifies open pages that a user's inbox changed. */
interface AlertAnnouncer {
  announceAlerts(userIds: readonly number[]): void;
}

/** What the engine works with. */
interface AlertEngineParts {
  database: Database;
  mail: Mails;
  etas: Pick<EtaRefresher, 'refresh'>;
  announcer: AlertAnnouncer;
}

/**
 * Turns events into alerts, and alerts into mails. Each step is one transaction that also records that it was done, so a process that dies
 * in between loses nothing and repeats nothing, and any number of processes can run side by side (decision 51).
 */
export class AlertEngine {
  readonly #database: Database;
  readonly #mail: Mails;
  readonly #etas: Pick<EtaRefresher, 'refresh'>;
  readonly #announcer: AlertAnnouncer;
  readonly #options: AlertEngineOptions;
  readonly #pushes = new Set<Promise<void>>();

  constructor({ database, mail, etas, announcer }: AlertEngineParts, options: AlertEngineOptions) {
    this.#database = database;
    this.#mail = mail;
    this.#etas = etas;
    this.#announcer = announcer;
    this.#options = options;
    mail.declareNotice(
      MAIL_KIND,
      z.strictObject({ userId: z.int(), alertIds: z.array(z.int()), isDigest: z.boolean() }),
      async (reference) => {
        const alerts = await findAlertsToMail(database, reference, options.partDiscount);
        if (alerts.length === 0) return undefined;
        const unsubscribe = await unsubscribeUrl(options, reference.userId);
        return { ...writeMail(alerts, options, { isDigest: reference.isDigest, unsubscribe }), unsubscribe };
      },
    );
  }

  /** Estimates the arrivals of trucks that users follow. It has its own round, so that a slow routing service does not delay alerts. */
  async refreshArrivals(): Promise<void> {
    for (const customerId of await queries.customersToWatch(this.#database)) await this.#etas.refresh(customerId);
  }

  /** Derives the events that time alone causes. */
  async deriveEvents(now = new Date()): Promise<void> {
    await this.#database.transaction('system', async (transaction) => {
      await queries.noteNearTrucks(transaction, now);
      await queries.noteDueInvoices(transaction, now, this.#options.partDiscount);
    });
  }

  /** Makes the alerts of new events and queues the mails that are due. Returns how many there were of each. */
  async round(now = new Date()): Promise<{ alerted: number; mails: number }> {
    const alerted = await this.#database.transaction('system', (transaction) => queries.spreadEvents(transaction, now));
    if (alerted.length > 0) this.#announcer.announceAlerts(usersOf(alerted));
    const mails = await this.#database.transaction('system', async (transaction) => {
      const due = await queries.takeDueMails(transaction, now, this.#options.partDiscount);
      for (const { email, customerId, ...reference } of due) {
        const notice = {
          customerId,
          requestedBy: null,
          documentKind: MAIL_KIND,
          // For the desk's list. The mail's own subject is written when it is sent.
          subject: MESSAGES.queuedSubject(reference.alertIds.length),
          reference: { ...reference },
          to: email,
        };
        await this.#mail.queueNotice(transaction, notice);
      }
      return due.length;
    });
    return { alerted: alerted.length, mails };
  }

  /** Sends the push messages that are due, and does not wait for them. One that fails is due again after a while. */
  async startPushes(now = new Date()): Promise<void> {
    const due = await this.#database.transaction('system', (transaction) =>
      queries.claimDuePushes(transaction, now, this.#options.partDiscount),
    );
    for (const push of due) {
      const work = this.#push(push)
        .catch((error) => this.#options.log.error({ err: error, delivery: push.deliveryId }, 'a push message failed'))
        .finally(() => this.#pushes.delete(work));
      this.#pushes.add(work);
    }
  }

  /** Waits for the push messages that are being sent. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#pushes);
  }

  async #push({ deliveryId, alertId, language, alert, browsers }: queries.DuePush): Promise<void> {
    const { push, platformName } = this.#options;
    const body = runInLanguage(language ?? undefined, () => alertText(alert.type, alert.facts, formatDay));
    const path = withCustomer(alertPath(alert.type, alert.facts), alert.globalCustomerNumber);
    // The tag lets a browser that gets the same alert twice show it once.
    const message = { text: JSON.stringify({ title: platformName(), body, path, tag: `alert-${alertId}` }), topic: `alert-${alertId}` };
    const results = await Promise.all(browsers.map(async (browser) => ({ browser, result: await push.send(browser, message) })));
    const gone = results.filter(({ result }) => result === 'gone').map(({ browser }) => browser.endpoint);
    const isRefused = results.some(({ result }) => result === 'refused');
    if (isRefused) this.#options.log.error({ delivery: deliveryId }, 'a push service refused a message: check the clock and the contact');
    // One browser that its service refuses must not cause a retry: the others would get the message again.
    const isSent = results.some(({ result }) => result === 'sent');
    const isDone = !results.some(({ result }) => result === 'later') && (isSent || !isRefused);
    await queries.finishPush(this.#database, deliveryId, { isDone, gone });
  }
}

/** Adds the engine's rounds. Each step wakes the round after it, so that a mail does not wait for the interval of every round. */
export function addAlertRounds(jobs: Pick<Jobs, 'addRound' | 'wake'>, engine: AlertEngine): void {
  const spread = async () => {
    const { alerted, mails } = await engine.round();
    if (alerted > 0) jobs.wake('alert-pushes');
    if (mails > 0) jobs.wake('mails');
  };
  const derive = async () => {
    await engine.deriveEvents();
    jobs.wake('alerts');
  };
  const add = (name: RoundName, rest: Omit<Round, 'name' | 'intervalMs'>) =>
    jobs.addRound({ name, intervalMs: INTERVALS_MS[name], ...rest });
  add('alerts', { run: spread, hasWork: queries.HAS_ALERT_WORK });
  add('alert-pushes', { run: () => engine.startPushes(), drain: () => engine.drain(), hasWork: queries.HAS_DUE_PUSHES });
  add('alert-arrivals', { run: () => engine.refreshArrivals() });
  add('alert-events', { run: derive });
}

/** Lets the engine look for events whenever records changed: triggers wrote the events in the same transaction. */
export function alertingAtOnce(records: RecordsAnnouncer, jobs: Pick<Jobs, 'wake'>): RecordsAnnouncer {
  return {
    announceRecords: (changes) => {
      records.announceRecords(changes);
      jobs.wake('alerts');
    },
  };
}

const usersOf = (alerted: readonly Alerted[]): number[] => [...new Set(alerted.map(({ userId }) => userId))];

function writeMail(
  alerts: readonly WrittenAlert[],
  { platformName, publicUrl }: AlertEngineOptions,
  { isDigest, unsubscribe }: { isDigest: boolean; unsubscribe: string },
) {
  const lines = alerts.map(({ type, facts, createdAt, timeZone, displayName, globalCustomerNumber }) => ({
    says: alertText(type, facts, formatDay),
    when: MESSAGES.account(formatDateMinute(createdAt, timeZone), displayName),
    url: `${publicUrl}${withCustomer(alertPath(type, facts), globalCustomerNumber)}`,
  }));
  const [first] = lines;
  const subject = isDigest || !first ? MESSAGES.digestSubject(lines.length) : first.says;
  const blocks = lines.map(({ says, when, url }) => `${says}\n${when}\n${url}`);
  const ends = [MESSAGES.settings(`${publicUrl}/alerts`), MESSAGES.unsubscribe(unsubscribe)].join('\n');
  return { subject, text: [...blocks, ends, platformName()].join('\n\n') };
}

/** The path of the page that ends a user's mails. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

const signatureOf = (key: string, userId: number): string => createHmac('sha256', key).update(`alerts ${userId}`).digest('base64url');

async function unsubscribeUrl({ publicUrl, signingKey }: AlertEngineOptions, userId: number): Promise<string> {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?user=${userId}&key=${signatureOf(await signingKey(), userId)}`;
}

/** Returns whether a link to end a user's mails is ours. */
export function isOwnLink(signingKey: string, userId: number, key: string): boolean {
  return isSameSecret(signatureOf(signingKey, userId), key);
}
