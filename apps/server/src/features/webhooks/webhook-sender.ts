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
/** Longer than a message may take, so that only a dead process loses its claim. */
const LEASE_SECONDS = 60;
const AT_ONCE = 20;
/** A slow receiver must not keep all senders busy. */
const AT_ONCE_PER_ENDPOINT = 4;
const MAIL_KIND = 'webhook-paused';

export interface SenderSettings {
  /** The mail address that is notified when a webhook is paused. */
  alertEmail(): string;
  platformName(): string;
  signingKey(): Promise<string>;
  /** Called when all messages of a round are sent and more may wait. */
  onFree?(): void;
}

/** Sends events to webhooks: makes deliveries from the feed, tries each until it arrives, and pauses endpoints that keep failing. */
export class WebhookSender {
  readonly #database: Database;
  readonly #port: WebhookPort;
  readonly #mail: Mails;
  readonly #log: Logger;
  readonly #settings: SenderSettings;
  readonly #underWay = new Map<number, { endpointId: number; work: Promise<void> }>();
  #isBehind = false;

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
  }

  /** Starts what is due, and does not wait for it. */
  async round(): Promise<void> {
    await placeEvents(this.#database);
    await queries.makeDeliveries(this.#database);
    const free = AT_ONCE - this.#underWay.size;
    if (free <= 0) return;
    const claim = { limit: free, perEndpoint: AT_ONCE_PER_ENDPOINT, underWay: this.#countUnderWay(), leaseSeconds: LEASE_SECONDS };
    const due = await this.#database.transaction('system', (transaction) => queries.claimDue(transaction, claim));
    this.#isBehind = due.length >= AT_ONCE_PER_ENDPOINT;
    for (const delivery of due) {
      const work = this.#deliver(delivery)
        .catch((error) => this.#log.error({ err: error, delivery: delivery.id }, 'webhook delivery failed'))
        .finally(() => {
          this.#underWay.delete(delivery.id);
          if (this.#isBehind && this.#underWay.size === 0) this.#settings.onFree?.();
        });
      this.#underWay.set(delivery.id, { endpointId: delivery.endpointId, work });
    }
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
    const { url, publicId, secretVersion, hasPreviousSecret } = delivery;
    const body = JSON.stringify(event);
    const key = await this.#settings.signingKey();
    const versions = hasPreviousSecret ? [secretVersion, secretVersion - 1] : [secretVersion];
    const signatures = signedHeaders(
      event.id,
      new Date(),
      body,
      versions.map((version) => secretOf(key, publicId, version)),
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

  /** Records a failed attempt. After three days, or after a 410, the endpoint is paused and its owner is notified. */
  async #fail(delivery: queries.DueDelivery, status: number | null, error: string): Promise<void> {
    const pause = PAUSES_SECONDS[Math.min(delivery.attempts, PAUSES_SECONDS.length) - 1] ?? PAUSES_SECONDS[0];
    // Spread, so that messages that failed together are not repeated together.
    const pauseSeconds = pause * (0.9 + Math.random() / 5);
    const isLast = status === GONE || Date.now() + pauseSeconds * 1000 > Date.parse(delivery.createdAt) + GIVE_UP_AFTER_MS;
    await this.#record(delivery, { status, error, pauseSeconds: isLast ? undefined : pauseSeconds }, isLast);
  }

  async #record(delivery: queries.DueDelivery, failure: queries.Failure, mustPause = false): Promise<void> {
    await this.#database.transaction('system', async (transaction) => {
      await queries.markFailed(transaction, delivery, failure);
      const paused = mustPause ? await queries.pauseFailing(transaction, delivery.endpointId) : undefined;
      if (paused) await this.#tell(transaction, paused);
    });
  }

  async #tell(transaction: Transaction, { id, name, customerId, createdBy, creatorEmail }: queries.PausedWebhook): Promise<void> {
    const receivers = new Set([this.#settings.alertEmail(), ...(customerId !== null && creatorEmail ? [creatorEmail] : [])]);
    for (const to of receivers) {
      const notice = { documentKind: MAIL_KIND, reference: { endpointId: id }, subject: WEBHOOK_MAIL_MESSAGES.subject(name) };
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
