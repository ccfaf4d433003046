import type { PlannedEndReason, PlannedState } from '@yardage/contract/planned-payments';
import { dayAt } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { METHOD_OF_KIND } from '@yardage/domain/saved-methods';
import type { Logger } from 'pino';
import type { PartDiscountRule, PaymentBudget } from '#server/config';
import type { Database, Member, Transaction } from '#server/database/database';
import { recordAudit } from '#server/features/audit/audit.queries';
import { countTries } from '#server/features/payments/payment-attempts.queries';
import { FAILURES_COUNT_HOURS, pausedUntil } from '#server/features/payments/payment-budget';
import type { PaymentFlow } from '#server/features/payments/payment-flow.service';
import {
  insertIntent,
  type LockedInvoice,
  lockCredits,
  lockInvoices,
  type WantedInvoice,
} from '#server/features/payments/payment-intents.queries';
import { contentHash, type UsedCredit } from '#server/features/payments/payment-request';
import { type ChargeableMethod, findChargeable } from '#server/features/saved-methods/saved-methods.queries';
import type { RecordsAnnouncer } from '#server/hub/records-change';
import { findApprovers, findLimitCents, lockPaidCents } from './approvals.queries.ts';
import { AutopayPlanner } from './autopay-planner.service.ts';
import type { PlannedMails } from './planned-mails.ts';
import { endPlan } from './planned-payments.queries.ts';
import { coverPlan, limitCredits, netCents, reducedPart, totalOf } from './planned-rules.ts';
import * as runs from './planned-runs.queries.ts';

const REQUEST_ID = 'planned-payments';
const RUN_LIMIT = 20;
/** A payment that did not reach the processor is tried three times, ten minutes apart. Nothing was charged by the tries before. */
const MAX_TRIES = 3;
const RETRY_MINUTES = 10;
/** A plan that failed to start waits this long before it is started again. That does not count as a try. */
const FAILED_START_MINUTES = 1;
const APPROVAL_DAYS = 7;

interface RunnerParts {
  database: Database;
  flow: PaymentFlow;
  mails: PlannedMails;
  records: RecordsAnnouncer;
  log: Logger;
}

interface RunnerSettings {
  /** The hour of the day at the data source from which payments are made. */
  hour: number;
  budget: PaymentBudget;
  partDiscount: PartDiscountRule;
}

/** The result of opening a plan. Without a method, credits cover everything and nothing is charged. */
type Opened = { toCharge: Awaited<ReturnType<typeof insertIntent>>; method: ChargeableMethod | null } | NotOpened;
type NotOpened = { end: PlannedEndReason; state: PlannedState } | 'later';

/** A locked credit of a plan, with how much of it the run may use. */
interface PromisedCredit extends UsedCredit {
  documentNumber: string;
}

/**
 * Makes planned payments, each once: the plan becomes `running` in the transaction that stores its payment, and from there on the payment
 * itself survives crashes (decision 10). Any number of processes may do it at the same time.
 */
export class PlannedPaymentRunner {
  readonly #database: Database;
  readonly #flow: PaymentFlow;
  readonly #mails: PlannedMails;
  readonly #records: RecordsAnnouncer;
  readonly #log: Logger;
  readonly #settings: RunnerSettings;
  readonly #autopay: AutopayPlanner;

  constructor({ database, flow, mails, records, log }: RunnerParts, settings: RunnerSettings) {
    this.#database = database;
    this.#flow = flow;
    this.#mails = mails;
    this.#records = records;
    this.#log = log;
    this.#settings = settings;
    this.#autopay = new AutopayPlanner({ database, mails, log, announceChange: (changed) => this.#announceChange(changed) }, settings);
  }

  /**
   * Does everything that is due: plans what autopay pays tomorrow, sends announcements, makes payments, and updates plans whose payments have
   * ended. If a part fails, the others are done nevertheless; then the round fails, so that its metric shows it.
   */
  async round(now = new Date()): Promise<void> {
    const parts = [() => this.#autopay.planDueRules(now), () => this.#announce(now), () => this.#runAll(now), () => this.#settle(now)];
    const failures: unknown[] = [];
    for (const part of parts) await part().catch((error: unknown) => failures.push(error));
    for (const error of failures.slice(1)) this.#log.error({ err: error }, 'a part of the planned payments failed');
    if (failures.length > 0) throw failures[0];
  }

  /** Sends the mails about payments that will be made tomorrow. */
  async #announce(now: Date): Promise<void> {
    const { hour } = this.#settings;
    await this.#each(await runs.findToAnnounce(this.#database, now, hour), 'a planned payment was not announced', (id) =>
      this.#database.transaction('system', async (transaction) => {
        const plan = await runs.claimToAnnounce(transaction, id, now, hour);
        if (plan) await this.#mailAbout(transaction, plan, plan.hasMakerLeft ? 'maker-left' : 'announced');
      }),
    );
  }

  /**
   * Makes a payment that is due now because a person asked for it. Never throws: the request is stored and the payment may already be made,
   * so a later round does what failed here.
   */
  async runDue(now: Date, id: number): Promise<void> {
    await this.#runAll(now, id).catch(() => undefined);
    await this.#settle(now, id).catch(() => undefined);
  }

  /** Makes the payments that are due, or the one with the id. One that fails to start waits, so that it does not hold up those after the limit. */
  async #runAll(now: Date, id?: number): Promise<void> {
    const { hour } = this.#settings;
    const due = await runs.findDue(this.#database, now, hour, RUN_LIMIT, id);
    const ids = due.map((plan) => plan.id);
    await this.#each(ids, 'a planned payment was not started', async (dueId) => {
      try {
        // Read again: the payments before it may have taken minutes, and its maker may have left since.
        const [plan] = await runs.findDue(this.#database, now, hour, 1, dueId);
        if (plan) await this.#run(plan, now);
      } catch (error) {
        const until = new Date(now.getTime() + FAILED_START_MINUTES * MINUTE_MS);
        // Without the database it cannot wait, and neither can any other be made.
        await this.#database.transaction('system', (transaction) => runs.delayPlan(transaction, dueId, until)).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Updates plans whose payments have ended, and ends plans that cannot be made any more; or only the one with the id. */
  async #settle(now: Date, id?: number): Promise<void> {
    const changed: runs.PlanToMail[] = [];
    const settle = (overId: number) =>
      this.#database.transaction('system', async (transaction) => {
        const settled = await runs.settleRun(transaction, overId, now, MAX_TRIES, RETRY_MINUTES);
        const ended = settled ?? (await runs.expirePlan(transaction, overId, now)) ?? (await runs.endIdlePlan(transaction, overId, now));
        if (ended && (!settled || settled.hasFailed)) await this.#mailAbout(transaction, ended, 'ended');
        return ended;
      });
    try {
      await this.#each(await runs.findOver(this.#database, now, id), 'a planned payment was not ended', async (overId) => {
        const plan = await settle(overId);
        if (plan) changed.push(plan);
      });
    } finally {
      this.#announceChange(changed);
    }
  }

  /** Does something for each plan. If one fails, the others are done nevertheless; then the first failure is thrown. */
  async #each(ids: readonly number[], failed: string, work: (id: number) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    for (const id of ids) {
      await work(id).catch((error: unknown) => {
        failures.push(error);
        this.#log.error({ err: error, plannedPayment: id }, failed);
      });
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Sends a mail about a plan to its maker; to those who may approve payments if the maker has left or may not plan payments any more. */
  async #mailAbout(transaction: Transaction, plan: runs.PlanToMail, event: 'announced' | 'maker-left' | 'ended'): Promise<void> {
    const recipients = plan.hasMakerLeft ? await findApprovers(transaction, actorOf(plan)) : [plan.payerEmail];
    for (const to of recipients) await this.#mails.plan(transaction, to, event, plan);
  }

  /** Makes open pages load plans, cart and credits again. Call it after the change is committed. */
  #announceChange(changed: readonly { customerId: number; globalCustomerNumber: string }[]): void {
    this.#records.announceRecords(
      changed.map(({ customerId, globalCustomerNumber }) => ({ customerId, globalCustomerNumber, resource: 'plans', ids: [] })),
    );
  }

  /** Makes one payment: opens the plan in a transaction as its maker, and charges after the commit. */
  async #run(due: runs.DuePlan, now: Date): Promise<void> {
    const actor = actorOf(due);
    const opened = await this.#database.transaction(actor, async (transaction): Promise<Opened> => {
      const plan = await runs.lockToRun(transaction, actor, due.id);
      if (!plan) return 'later';
      const result = await this.#open(transaction, plan, due, now);
      if (result !== 'later' && 'end' in result) {
        await endPlan(transaction, plan.id, { state: result.state, reason: result.end, endedBy: null });
        await this.#mailAbout(transaction, { ...due, hasMakerLeft: result.end === 'maker-left' }, 'ended');
      }
      return result;
    });
    // If there is a payment, the flow announces the change itself when the outcome is known.
    if (opened === 'later' || !('toCharge' in opened)) return this.#announceChange([due]);
    const { toCharge, method } = opened;
    const { customerNumber, payerEmail } = due;
    await this.#flow.pay({ ...toCharge, customerNumber, payerEmail, requestId: REQUEST_ID }, method);
  }

  /** Computes what is left to pay and stores the payment, or says why there is none. Never charges more than was announced. */
  async #open(transaction: Transaction, plan: runs.RunningPlan, due: runs.DuePlan, now: Date): Promise<Opened> {
    if (!due.isMakerAllowed) return stopped('maker-left');
    if (plan.isRuleStopped) return stopped('rule-stopped');
    const today = dayAt(now, due.timeZone);
    const actor = actorOf(due);
    const announced = new Map(plan.invoices.map((line) => [line.documentNumber, line.amountCents]));
    const isDearer = (invoice: LockedInvoice) => netCents(invoice) > (announced.get(invoice.documentNumber) ?? 0);
    const rest = await this.#lockRest(transaction, actor, plan, today);
    const dearer = rest.filter(isDearer);
    // Another payment under way suspends the discount of its invoice. Such an invoice must not stop the others, whose discounts may end today.
    const underWay = dearer.length > 0 ? await runs.findPending(transaction, plan.id) : new Set<string>();
    if (dearer.some(({ documentNumber }) => !underWay.has(documentNumber))) return { end: 'amount-changed', state: 'failed' };
    const left = rest.filter((invoice) => !isDearer(invoice));
    if (left.length === 0) return this.#endPaid(transaction, plan.id, now);
    // Less is left to pay than was agreed if an invoice was paid meanwhile. Then less is charged, and less of the credits may be needed.
    const credits = limitCredits(await this.#lockPromised(transaction, actor, plan), totalOf(left));
    const covered = coverPlan(left, credits);
    // No invoice costs more than agreed, so only a credit that shrank can make the charge larger.
    if (!covered || covered.chargedCents > plan.amountCents) return { end: 'credit-changed', state: 'failed' };
    const method = covered.chargedCents > 0 ? await this.#prepareCharge(transaction, plan, due, covered.chargedCents, today) : null;
    if (method === 'later' || (method && 'end' in method)) return method;
    const toCharge = await insertIntent(transaction, actor, covered.lines, {
      contentHash: contentHash(actor, {
        metadata: { invoices: left.map(asPaymentInvoice) },
        credits: credits.map(({ documentNumber, cents }) => ({ creditNumber: documentNumber, amount: cents / 100 })),
      }),
      method: method ? METHOD_OF_KIND[method.kind] : 'Credit',
      sourceName: this.#flow.sourceName,
      processor: method ? this.#flow.processor : null,
      payerEmail: due.payerEmail,
      payerPhone: '',
      today,
      leaseSeconds: this.#flow.leaseSeconds,
    });
    await runs.markRunning(transaction, plan.id, toCharge.id);
    await recordAudit(transaction, {
      ...actor,
      action: 'payments.initiate',
      subject: toCharge.cartId,
      detail: {
        plannedPayment: plan.id,
        kind: plan.kind,
        amountCents: toCharge.amountCents,
        invoices: left.map((each) => each.documentNumber),
        ...(credits.length > 0 && { credits: credits.map(({ documentNumber, cents }) => ({ documentNumber, cents })) }),
      },
      requestId: REQUEST_ID,
    });
    return { toCharge, method };
  }

  /** Returns the method to charge; or why nothing is charged now: the method, the approval limit, or too many failures. */
  async #prepareCharge(
    transaction: Transaction,
    plan: runs.RunningPlan,
    due: runs.DuePlan,
    chargedCents: number,
    today: string,
  ): Promise<ChargeableMethod | NotOpened> {
    const actor = actorOf(due);
    const method = await findChargeable(transaction, actor, plan.methodId, { today, processor: this.#flow.processor });
    if (!method) return stopped('method-removed');
    if (method.problem) return { end: method.problem === 'expired' ? 'method-expired' : 'method-unusable', state: 'failed' };
    const limitCents = await findLimitCents(transaction, actor);
    // What the maker paid alone within a day counts, as it does for a payment by hand.
    const isAboveLimit =
      !plan.isApproved && limitCents !== undefined && chargedCents + (await lockPaidCents(transaction, actor)) > limitCents;
    if (isAboveLimit) return this.#askApproval(transaction, due, actor);
    const until = pausedUntil(await countTries(transaction, FAILURES_COUNT_HOURS), this.#settings.budget, new Date());
    if (!until) return method;
    await runs.delayPlan(transaction, plan.id, until);
    return 'later';
  }

  /** Locks the credits of a plan, after its invoices, and returns what is left of what was agreed of each. */
  async #lockPromised(transaction: Transaction, actor: Member, { id, credits }: runs.RunningPlan): Promise<PromisedCredit[]> {
    const numbers = credits.map(({ documentNumber }) => documentNumber);
    const locked = new Map((await lockCredits(transaction, actor, numbers, id)).map((credit) => [credit.documentNumber, credit]));
    return credits.flatMap(({ documentNumber, cents }) => {
      const credit = locked.get(documentNumber);
      return credit ? [{ id: credit.id, documentNumber, cents: Math.max(0, Math.min(cents, credit.usableCents)) }] : [];
    });
  }

  /** Makes a plan wait for a second person, and sends mails to those who may approve it and to its maker. Ends it if nobody may. */
  async #askApproval(transaction: Transaction, due: runs.DuePlan, actor: Member): Promise<NotOpened> {
    const approvers = await findApprovers(transaction, actor);
    if (approvers.length === 0) return stopped('no-approver');
    await runs.markWaiting(transaction, due.id, APPROVAL_DAYS);
    for (const to of approvers) await this.#mails.plan(transaction, to, 'approval', due);
    await this.#mails.plan(transaction, due.payerEmail, 'waiting', due);
    return 'later';
  }

  /** Ends a plan with nothing left to pay. While another payment of its invoices may still fail, the plan is tried again later. */
  async #endPaid(transaction: Transaction, id: number, now: Date): Promise<Opened> {
    if ((await runs.findPending(transaction, id)).size > 0) {
      await runs.delayPlan(transaction, id, new Date(now.getTime() + RETRY_MINUTES * MINUTE_MS));
      return 'later';
    }
    return stopped((await runs.findHeldBack(transaction, id)).size > 0 ? 'disputed' : 'paid-meanwhile');
  }

  /**
   * Locks the invoices of a plan and returns what is left to pay of them, without what disputes hold back. A part that exceeds the rest
   * becomes the rest.
   */
  async #lockRest(transaction: Transaction, actor: Member, { id, invoices }: runs.RunningPlan, today: string): Promise<LockedInvoice[]> {
    const lock = (wanted: readonly WantedInvoice[]) =>
      lockInvoices(transaction, actor, wanted, { today, rule: this.#settings.partDiscount });
    const locked = await lock(invoices);
    const heldBack = await runs.findHeldBack(transaction, id);
    const planned = new Map(invoices.map((line) => [line.documentNumber, line]));
    const reduced = new Map(
      locked.flatMap((invoice) => {
        const { documentNumber } = invoice;
        const partCents = reducedPart(invoice, planned.get(documentNumber), heldBack.get(documentNumber));
        return partCents === undefined ? [] : [[documentNumber, { documentNumber, partCents }]];
      }),
    );
    const wanted = [...reduced.values()].filter(({ partCents }) => partCents > 0);
    const rests = wanted.length > 0 ? await lock(wanted) : [];
    const kept = locked.filter(({ documentNumber }) => !reduced.has(documentNumber));
    return [...kept, ...rests].filter((invoice) => netCents(invoice) > 0);
  }
}

/** A planned payment is made as the person who asked for it. */
const actorOf = ({ customerId, requestedBy: userId }: Pick<runs.DuePlan, 'customerId' | 'requestedBy'>): Member => ({ customerId, userId });

const stopped = (end: PlannedEndReason): NotOpened => ({ end, state: 'stopped' });

const asPaymentInvoice = (invoice: LockedInvoice) => ({
  invoiceNumber: invoice.documentNumber,
  invoiceAmount: invoice.amountCents / 100,
  discountAmount: invoice.discountCents / 100,
  amountWithDiscount: netCents(invoice) / 100,
  strStatusMessage: '',
  ...(invoice.amountCents < invoice.openCents && { openAmount: invoice.openCents / 100 }),
});
