import { FAILED_CODES, PAID_CODE, PAYMENT_RESULTS, STORED_STATUS } from '@yardage/domain/payment-status';
import type { Logger } from 'pino';
import {
  type ChargeRequest,
  type ChargeState,
  type HostedMeans,
  type PaymentPort,
  ProcessorRefusedError,
  ProcessorUnreachableError,
  type SavedMeans,
  type TypedMeans,
} from '#server/adapters/payments/port';
import type { Database, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import { noteReleases } from '#server/features/supply/staging.queries';
import type { RecordsAnnouncer, RecordsChange } from '#server/hub/records-change';
import * as queries from './payment-endings.queries.ts';
import { recordPaymentEvent } from './payment-events.queries.ts';
import { noteReservation } from './payment-intents.queries.ts';
import type { MailPayer } from './payment-mails.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import { insertReturn } from './payment-returns.queries.ts';
import { recordMoneyBack } from './payment-returns.service.ts';
import { requestReview } from './payment-reviews.queries.ts';

/** Used in place of a request id in audit entries of the completer. */
const COMPLETER = 'payment-completer';
const CLAIM_LIMIT = 20;
const CLAIM_LEASE_SECONDS = 30;
/** Keeps the completer from asking too early. If a charge starts after the lease, the completer has closed the payment, so nothing is charged. */
const LEASE_MARGIN_SECONDS = 3;
const FIND_STATE_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_SECONDS = 1;
const MAX_PAUSE_SECONDS = 300;

/** A payment that is stored but not charged yet. */
export interface OpenPayment extends Omit<ChargeRequest, 'kind'> {
  id: number;
  requestId: string;
}

type EndState = Extract<ChargeState, { state: 'paid' | 'failed' }>;

/**
 * In which request the processor was asked, and when, by the database's clock. Without a time, the answer is never older than a recorded one.
 */
interface Asked {
  requestId?: string;
  askedAt?: string;
}

interface PaymentFlowParts {
  database: Database;
  /** The first processor takes new payments. Former ones are only asked about the payments that they took. */
  ports: readonly [PaymentPort, ...PaymentPort[]];
  log: Logger;
  metrics: PaymentMetrics;
  timeoutMs: number;
  mailPayer: MailPayer;
  records: RecordsAnnouncer;
}

/**
 * Charges payments in steps: reserve at the processor, store its id, charge, record the outcome. The process may die after any step.
 * `resolveDue` completes what is left, and any process may run it at any time.
 */
export class PaymentFlow {
  readonly #database: Database;
  readonly #port: PaymentPort;
  readonly #ports: ReadonlyMap<string, PaymentPort>;
  readonly #log: Logger;
  readonly #metrics: PaymentMetrics;
  readonly #timeoutMs: number;
  readonly #mailPayer: MailPayer;
  readonly #records: RecordsAnnouncer;
  readonly #underWay = new Map<number, Promise<void>>();

  constructor({ database, ports, log, metrics, timeoutMs, mailPayer, records }: PaymentFlowParts) {
    this.#database = database;
    this.#port = ports[0];
    this.#ports = new Map(ports.map((port) => [port.name, port]));
    this.#log = log;
    this.#metrics = metrics;
    this.#timeoutMs = timeoutMs;
    this.#mailPayer = mailPayer;
    this.#records = records;
  }

  /** How long a payment may be in progress before the completer asks for its outcome. */
  get leaseSeconds(): number {
    return this.#timeoutMs / 1000 + LEASE_MARGIN_SECONDS;
  }

  get sourceName(): string {
    return this.#port.sourceName;
  }

  /** The processor of new payments. */
  get processor(): string {
    return this.#port.name;
  }

  /** Returns the processor that a payment was made with. Payments without one were made with the configured processor. */
  #portOf(name: string | null): PaymentPort {
    const port = name === null ? this.#port : this.#ports.get(name);
    if (!port) throw new ProcessorUnreachableError(`the processor ${name} is not configured`);
    return port;
  }

  /**
   * Charges a payment that was just stored; without means, credits cover all of it. Resolves when the outcome is known or the time is up. Errors
   * of the processor become an outcome and are not thrown.
   */
  async pay(payment: OpenPayment, means: TypedMeans | HostedMeans | SavedMeans | null): Promise<void> {
    const work = means ? this.#charge(payment, means) : this.#record(payment.id, { state: 'paid' }, payment);
    this.#underWay.set(payment.id, work);
    try {
      await work;
    } finally {
      this.#underWay.delete(payment.id);
    }
  }

  /** Waits for a payment that this process is charging right now. */
  async waitForCharge(id: number): Promise<void> {
    await this.#underWay.get(id)?.catch(() => {});
  }

  async #charge(payment: OpenPayment, means: TypedMeans | HostedMeans | SavedMeans): Promise<void> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const { id, idempotencyKey } = payment;
    let processorPaymentId: string;
    try {
      const saved = 'token' in means ? { savedToken: means.token } : {};
      processorPaymentId = await this.#port.reserve({ ...payment, kind: means.kind, ...saved }, signal);
    } catch (error) {
      // No card was sent, so nothing can have been charged.
      this.#log.warn({ err: error, cartId: payment.cartId }, 'payment processor not reached');
      return this.#record(id, this.#failure(error), payment);
    }
    const askedAt = await this.#database.transaction('system', (transaction) => noteReservation(transaction, id, processorPaymentId));
    if (askedAt === undefined) return;
    try {
      const charged =
        'token' in means
          ? await this.#port.chargeSaved(processorPaymentId, idempotencyKey, means, signal)
          : await this.#port.charge(processorPaymentId, idempotencyKey, means, signal);
      await this.#record(id, charged, { requestId: payment.requestId, askedAt });
    } catch (error) {
      if (error instanceof ProcessorRefusedError) return this.#record(id, this.#failure(error), payment);
      this.#log.warn({ err: error, cartId: payment.cartId }, 'payment without a known end');
      await this.#keepPending(id, STORED_STATUS.waitingForProcessor);
    }
  }

  /** Asks for the outcome of every payment that is due. Returns how many were due. */
  async resolveDue(): Promise<number> {
    const due = await this.#database.transaction('system', (transaction) =>
      queries.claimUnresolved(transaction, CLAIM_LIMIT, CLAIM_LEASE_SECONDS),
    );
    for (const payment of due) await this.#resolve(payment);
    return due.length;
  }

  async #resolve({ id, processorPaymentId, processor, tries }: queries.UnresolvedPayment): Promise<void> {
    if (!processorPaymentId) return this.#endUnsent(id);
    const pauseSeconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** tries, MAX_PAUSE_SECONDS);
    try {
      const port = this.#portOf(processor);
      const askedAt = await this.#clock();
      const signal = AbortSignal.timeout(FIND_STATE_TIMEOUT_MS);
      const seen = await port.findState(processorPaymentId, signal);
      const state = seen.state === 'open' ? await port.close(processorPaymentId, signal) : seen;
      if (state.state === 'paid' || state.state === 'failed') return await this.#record(id, state, { askedAt });
      const message = state.state === 'pending' ? state.message : undefined;
      await this.#database.transaction('system', (transaction) => queries.postpone(transaction, id, message, pauseSeconds));
    } catch (error) {
      this.#log.warn({ err: error, processorPaymentId }, 'the end of a payment could not be asked for');
      await this.#database.transaction('system', (transaction) => queries.postpone(transaction, id, undefined, pauseSeconds));
    }
  }

  /**
   * Handles a notification of the processor. It only triggers a lookup of the current state, so the order of notifications does not matter.
   */
  async handleNotification(headers: Readonly<Record<string, unknown>>, body: Buffer): Promise<void> {
    const port = [...this.#ports.values()].find(({ signatureHeader }) => signatureHeader in headers) ?? this.#port;
    const processorPaymentId = port.readNotification(headers, body);
    if (!processorPaymentId) return;
    const sender = { name: port.name, isConfigured: port === this.#port };
    const id = await this.#database.transaction('system', (transaction) =>
      queries.findByProcessorId(transaction, processorPaymentId, sender),
    );
    if (id === undefined) return;
    const askedAt = await this.#clock();
    const state = await port.findState(processorPaymentId, AbortSignal.timeout(FIND_STATE_TIMEOUT_MS));
    if (state.state === 'paid' || state.state === 'failed') await this.#record(id, state, { askedAt });
  }

  /**
   * Asks the processor now how a payment stands, and records it. Returns false if the payment never reached the processor. Throws if it does
   * not answer.
   */
  async ask(id: number): Promise<boolean> {
    const made = await this.#database.transaction('system', (transaction) => queries.findProcessorId(transaction, id));
    if (!made) return false;
    const askedAt = await this.#clock();
    const state = await this.#portOf(made.processor).findState(made.processorPaymentId, AbortSignal.timeout(FIND_STATE_TIMEOUT_MS));
    // An open order is left to the completer, which closes it first.
    if (state.state === 'paid' || state.state === 'failed') await this.#record(id, state, { askedAt });
    else await this.#database.transaction('system', (transaction) => queries.postpone(transaction, id, undefined, 0));
    return true;
  }

  /** Returns the database's clock, which all processes share. Read it before the processor is asked. */
  #clock(): Promise<string> {
    return this.#database.transaction('system', queries.readClock);
  }

  /** Returns the number of payments whose outcome is unknown. */
  async countUnresolved(): Promise<number> {
    return this.#database.transaction('system', queries.countUnresolved);
  }

  /** Returns how long the oldest card payment has been without a known outcome, in seconds. */
  async oldestOpenCardSeconds(): Promise<number> {
    return this.#database.transaction('system', queries.oldestOpenCardSeconds);
  }

  /**
   * Ends a payment that was read without an id at the processor. The id is stored before the card is sent, so nothing was charged, and from
   * now on nothing will be. If a slow process has stored the id since it was read, the payment goes on, and is asked for when it is due again.
   */
  async #endUnsent(id: number): Promise<void> {
    const ending = { paymentResult: PAYMENT_RESULTS.unpaid, statusCode: FAILED_CODES.notReached, statusMessage: STORED_STATUS.notReached };
    const { ended, change } = await this.#database.transaction('system', async (transaction) => {
      const ended = await queries.recordEnding(transaction, id, ending, { isUnsent: true });
      if (ended) {
        await this.#recordEnded(transaction, id, ended, 'failed', ending, COMPLETER);
        await noteReleases(transaction, id);
      }
      return { ended, change: ended ? await queries.findChange(transaction, id) : [] };
    });
    this.#records.announceRecords(change);
    if (ended) this.#metrics.ended('failed', ended.method);
  }

  /** Keeps a payment pending, to ask for its outcome later. Announces it, because open lists must not offer its invoices any more. */
  async #keepPending(id: number, message: string): Promise<void> {
    const change = await this.#database.transaction('system', async (transaction) => {
      await queries.postpone(transaction, id, message, FIRST_PAUSE_SECONDS);
      return queries.findChange(transaction, id);
    });
    this.#records.announceRecords(change);
  }

  /** Records what the processor answered about a payment: its end, or that it is still pending. */
  async #record(id: number, state: ChargeState, asked: Asked): Promise<void> {
    if (state.state === 'open' || state.state === 'pending') {
      return this.#keepPending(id, state.state === 'pending' ? state.message : STORED_STATUS.waitingForProcessor);
    }
    const ending =
      state.state === 'paid'
        ? { paymentResult: PAYMENT_RESULTS.paid, statusCode: PAID_CODE, statusMessage: STORED_STATUS.approved }
        : { paymentResult: PAYMENT_RESULTS.unpaid, statusCode: state.statusCode, statusMessage: state.message };
    const { ended, result, change } = await this.#database.transaction('system', (transaction) =>
      this.#recordIn(transaction, id, state, ending, asked),
    );
    this.#records.announceRecords(change);
    if (ended) this.#metrics.ended(state.state, ended.method);
    else if (result !== ending.paymentResult) {
      this.#metrics.disagreed();
      this.#log.error({ id, ours: result, theirs: state.state }, 'the processor and our books disagree about a payment');
    }
  }

  /**
   * Records an ending, money that went back, and a review if the processor and our books disagree. An answer that is older than the recorded one
   * changes nothing.
   */
  async #recordIn(
    transaction: Transaction,
    id: number,
    state: EndState,
    ending: queries.Ending,
    { requestId = COMPLETER, askedAt }: Asked,
  ): Promise<{ ended: queries.EndedPayment | undefined; result: number | undefined; change: RecordsChange[] }> {
    const isLatest = askedAt === undefined || (await queries.noteAnswer(transaction, id, askedAt));
    const payment = isLatest ? await queries.recordEnding(transaction, id, ending) : undefined;
    if (payment) await this.#recordEnded(transaction, id, payment, state.state, ending, requestId);
    const back = isLatest && state.state === 'paid' ? state.back : undefined;
    const hasMoved = back ? await recordMoneyBack(transaction, id, back, { mailPayer: this.#mailPayer, requestId }) : false;
    if (hasMoved || payment) await noteReleases(transaction, id);
    const change = payment || hasMoved ? await queries.findChange(transaction, id) : [];
    if (payment) return { ended: payment, result: ending.paymentResult, change };
    const ours = await queries.findResult(transaction, id);
    // A payment that came back was paid, so both sides agree. An older answer cannot know that the bank has returned it since.
    const wasPaid = ours.hasComeBack || (!isLatest && ours.isReturned);
    const isAgreed = ours.paymentResult === ending.paymentResult || (state.state === 'paid' && wasPaid);
    if (!isAgreed) await requestReview(transaction, id, 'disagreed', ending.statusMessage);
    return { ended: undefined, result: isAgreed ? ending.paymentResult : ours.paymentResult, change };
  }

  /** Records what follows from a payment's new result: audit entry, return, event, mail. */
  async #recordEnded(
    transaction: Transaction,
    id: number,
    { customerId, cartId, returned }: queries.EndedPayment,
    state: 'paid' | 'failed',
    { statusCode, statusMessage }: queries.Ending,
    requestId: string,
  ): Promise<void> {
    const detail = { statusCode, statusMessage };
    await recordAudit(transaction, { userId: null, customerId, action: `payments.${state}`, subject: cartId, detail, requestId });
    if (returned) await insertReturn(transaction, { ...returned, paymentId: id, kind: 'returned' });
    await recordPaymentEvent(transaction, id);
    if (state === 'paid') await this.#mailPayer(transaction, id, 'receipt');
    else if (statusCode === FAILED_CODES.returned) await this.#mailPayer(transaction, id, 'returned');
  }

  #failure(error: unknown): ChargeState {
    return error instanceof ProcessorRefusedError
      ? { state: 'failed', statusCode: FAILED_CODES.refused, message: error.message }
      : { state: 'failed', statusCode: FAILED_CODES.notReached, message: STORED_STATUS.notReached };
  }
}
