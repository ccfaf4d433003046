import type { Logger } from 'pino';
import { z } from 'zod';
import { type WebhookPort, WebhookSendError } from '#server/adapters/webhooks/port';
import type { Database, Transaction } from '#server/database/database';
import { completeEvents } from '#server/features/events/event-content';
import { placeEvents } from '#server/features/events/events.queries';
import type { Mails } from '#server/features/mail/mail.service';
import { orNotFound } from '#server/http/api-error';
import * as queries from './webhook-queue.queries.ts';
import { secretOf, signedHeaders } from './webhook-secrets.ts';
import { WEBHOOK_MAIL_MESSAGES, WEBHOOKS_MESSAGES } from './webhooks.messages.ts';

/** The pauses between attempts, in seconds; the last one repeats until three days have passed. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800] as const;
const GIVE_UP_AFTER_MS = 3 * 86_400_000;
/** The receiver asks not to be called again. */
const GONE = 410;
/** Longer than sending a message may take, so that only a dead process loses its claim. */
const LEASE_SECONDS = 60;
const AT_ONCE = 20;
/** A slow receiver must not keep all senders busy, one that fails even less. */
const AT_ONCE_PER_ENDPOINT = 4;
const AT_ONCE_PER_FAILING = 1;
/** Places that customers' receivers never take, so that the supplier's own are always served. */
const RESERVED_FOR_SUPPLIER = 4;
const MAIL_KIND = 'webhook-paused';
const GIVEN_UP_MAIL_KIND = 'webhook-message-given-up';

export interface SenderSettings {
  /** The mail address that is notified when a webhook is paused. */
  alertEmail(): string;
  platformName(): string;
  signingKey(): Promise<string>;
  /** Called when messages are sent and more may wait for their places. */
  onFree?(): void;
}

/** Sends events to webhooks: makes deliveries from the feed, tries each until it arrives, and pauses endpoints that keep failing. */
export class WebhookSender {
  readonly #database: Database;
  readonly #port: WebhookPort;
  readonly #mail: Mails;
  readonly #log: Logger;
  readonly #settings: SenderSettings;
  readonly #underWay = new Map<number, { endpointId: number; isSuppliers: boolean; work: Promise<void> }>();
  /** Webhooks that got as many places as they may have, so that more may wait. */
  readonly #behind = new Set<number>();
  /** Whether all places were taken. */
  #isFull = false;

  constructor(database: Database, port: WebhookPort, mail: Mails, log: Logger, settings: SenderSettings) {
    this.#database = database;
    this.#port = port;
    this.#mail = mail;
    this.#log = log;
    this.#settings = settings;
    mail.declareNotice(MAIL_KIND, z.strictObject({ endpointId: z.int() }), async ({ endpointId }) => {
      const paused = orNotFound(await queries.findPaused(database, endpointId));
      return { subject: WEBHOOK_MAIL_MESSAGES.subject(paused.name), text: pausedText(paused, settings.platformName()) };
    });
    mail.declareNotice(GIVEN_UP_MAIL_KIND, z.strictObject({ endpointId: z.int() }), async ({ endpointId }) => {
      const { name, url, lastError } = orNotFound(await queries.findPaused(database, endpointId));
      const givenUp = [WEBHOOK_MAIL_MESSAGES.givenUp(name, url), lastError].filter(Boolean).join(' ');
      return {
        subject: WEBHOOK_MAIL_MESSAGES.givenUpSubject(name),
        text: [givenUp, WEBHOOK_MAIL_MESSAGES.replayIt, settings.platformName()].join('\n\n'),
      };
    });
  }

  /** Starts what is due, and does not wait for it. */
  async round(): Promise<void> {
    await placeEvents(this.#database);
    await queries.makeDeliveries(this.#database);
    const free = AT_ONCE - this.#underWay.size;
    if (free <= 0) return;
    const busyOfCustomers = [...this.#underWay.values()].filter(({ isSuppliers }) => !isSuppliers).length;
    const claim = {
      limit: free,
      ofCustomers: Math.max(0, AT_ONCE - RESERVED_FOR_SUPPLIER - busyOfCustomers),
      perEndpoint: AT_ONCE_PER_ENDPOINT,
      perFailing: AT_ONCE_PER_FAILING,
      underWay: this.#countUnderWay(),
      leaseSeconds: LEASE_SECONDS,
    };
    const due = await this.#database.transaction('system', (transaction) => queries.claimDue(transaction, claim));
    this.#isFull = due.length >= Math.min(free, Math.max(1, claim.ofCustomers));
    for (const delivery of due) {
      const { endpointId, isSuppliers } = delivery;
      const work = this.#deliver(delivery)
        .catch((error) => this.#log.error({ err: error, delivery: delivery.id }, 'webhook delivery failed'))
        .finally(() => this.#free(delivery));
      this.#underWay.set(delivery.id, { endpointId, isSuppliers, work });
    }
    this.#behind.clear();
    for (const { endpointId, count } of this.#countUnderWay()) if (count >= AT_ONCE_PER_ENDPOINT) this.#behind.add(endpointId);
  }

  /** Goes on with a webhook whose messages are sent, however long others take. */
  #free({ id, endpointId }: queries.DueDelivery): void {
    this.#underWay.delete(id);
    const isServed = ![...this.#underWay.values()].some((other) => other.endpointId === endpointId);
    if (this.#isFull || (isServed && this.#behind.has(endpointId))) this.#settings.onFree?.();
  }

  /** Waits for the messages that are being sent. */
  async drain(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ work }) => work));
  }

  #countUnderWay(): { endpointId: number; count: number }[] {
    const counts = new Map<number, number>();
    for (const { endpointId } of this.#underWay.values()) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    return [...counts].map(([endpointId, count]) => ({ endpointId, count }));
  }

  async #deliver(delivery: queries.DueDelivery): Promise<void> {
    const [event] = await completeEvents(this.#database, [delivery.stored], delivery.hasPrices);
    if (!event) {
      const reason = WEBHOOKS_MESSAGES.nothingToSend;
      return this.#database.transaction('system', (transaction) => queries.markEmpty(transaction, delivery, reason));
    }
    const { url, publicId, secretVersions } = delivery;
    const body = JSON.stringify(event);
    const key = await this.#settings.signingKey();
    const signatures = signedHeaders(
      event.id,
      new Date(),
      body,
      secretVersions.map((version) => secretOf(key, publicId, version)),
    );
    const headers = { 'content-type': 'application/json', 'user-agent': 'Yardage-Webhooks/1', ...signatures };
    try {
      const status = await this.#port.send({ url, chosenBy: delivery.isSuppliers ? 'supplier' : 'customer', headers, body });
      if (status >= 200 && status < 300) {
        return await this.#database.transaction('system', (transaction) => queries.markDelivered(transaction, delivery, status));
      }
      await this.#fail(delivery, status, WEBHOOKS_MESSAGES.answeredWith(status));
    } catch (error) {
      if (!(error instanceof WebhookSendError)) throw error;
      await this.#fail(delivery, null, error.message);
    }
  }

  /**
   * Records a failed attempt. After three days, or after a 410, the endpoint is paused and its owner is notified. A receiver that took other
   * messages meanwhile works: only this message is given up then.
   */
  async #fail(delivery: queries.DueDelivery, status: number | null, error: string): Promise<void> {
    const pause = PAUSES_SECONDS[Math.min(delivery.attempts, PAUSES_SECONDS.length) - 1] ?? PAUSES_SECONDS[0];
    // The pauses vary a little, so that messages that failed together are not repeated together.
    const pauseSeconds = pause * (0.9 + Math.random() / 5);
    const isLast = status === GONE || Date.now() + pauseSeconds * 1000 > Date.parse(delivery.createdAt) + GIVE_UP_AFTER_MS;
    await this.#database.transaction('system', async (transaction) => {
      const failure = { status, error, pauseSeconds: isLast ? undefined : pauseSeconds };
      const isCounted = await queries.markFailed(transaction, delivery, failure);
      if (!isCounted || !isLast) return;
      if (status !== GONE && (await queries.hasDelivered(transaction, delivery))) {
        // One mail a day is enough, because a receiver may refuse every message of a type.
        const webhook = await queries.findUnlessReported(transaction, delivery);
        if (webhook) await this.#mailAbout(transaction, webhook, GIVEN_UP_MAIL_KIND, WEBHOOK_MAIL_MESSAGES.givenUpSubject(webhook.name));
        return;
      }
      const paused = await queries.pauseFailing(transaction, delivery.endpointId);
      if (paused) await this.#mailAbout(transaction, paused, MAIL_KIND, WEBHOOK_MAIL_MESSAGES.subject(paused.name));
    });
  }

  async #mailAbout(transaction: Transaction, webhook: queries.PausedWebhook, documentKind: string, subject: string): Promise<void> {
    const { id, customerId, createdBy, creatorEmail } = webhook;
    const receivers = new Set([this.#settings.alertEmail(), ...(customerId !== null && creatorEmail ? [creatorEmail] : [])]);
    for (const to of receivers) {
      const notice = { documentKind, reference: { endpointId: id }, subject };
      await this.#mail.queueNotice(transaction, { ...notice, to, customerId, requestedBy: createdBy });
    }
  }
}

/** The mail about a paused webhook, in the current language. */
function pausedText({ name, url, customer, lastError }: queries.PausedWebhook, platformName: string): string {
  const paused = customer ? WEBHOOK_MAIL_MESSAGES.pausedOfCustomer(name, url, customer) : WEBHOOK_MAIL_MESSAGES.paused(name, url);
  const kept = customer ? WEBHOOK_MAIL_MESSAGES.keptOfCustomer : WEBHOOK_MAIL_MESSAGES.kept;
  return [[paused, lastError].filter(Boolean).join(' '), kept, platformName].join('\n\n');
}
