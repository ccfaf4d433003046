import type { PlannedEndReason, PlannedState } from '@yardage/contract/planned-payments';
import { dayAt } from '@yardage/domain/dates';
import { MINUTE_MS } from '@yardage/domain/durations';
import { METHOD_OF_KIND } from '@yardage/domain/saved-methods';
import type { Logger } from 'pino';
import type { PartDiscountRule, PaymentBudget } from '#server/config';
import type { Database, Member, Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
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
import { type DueRule, findDueRules, lockRuleInvoices, lockUsableCredits, monthCents, stopRules } from './autopay.queries.ts';
import type { PlannedMails } from './planned-mails.ts';
import { endOfDayOf, endPlan, findPlannedTwice, insertPlan, type PlannedInvoice } from './planned-payments.queries.ts';
import { coverPlan, divideDay, fitCaps, limitCredits, netCents, reducedPart, totalOf } from './planned-rules.ts';
import * as runs from './planned-runs.queries.ts';

const REQUEST_ID = 'planned-payments';
const RUN_LIMIT = 20;
/** A payment that did not reach the processor is tried three times, ten minutes apart. Nothing was charged by the tries before. */
const MAX_TRIES = 3;
const RETRY_MINUTES = 10;
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

  constructor({ database, flow, mails, records, log }: RunnerParts, settings: RunnerSettings) {
    this.#database = database;
    this.#flow = flow;
    this.#mails = mails;
    this.#records = records;
    this.#log = log;
    this.#settings = settings;
  }

  /**
   * Does everything that is due: plans what autopay pays tomorrow, sends announcements, makes payments, and updates plans whose payments have
   * ended. If a part fails, the others are done nevertheless; then the round fails, so that its metric shows it.
   */
  async round(now = new Date()): Promise<void> {
    const parts = [() => this.#planDueRules(now), () => this.#announce(now), () => this.#makeDue(now), () => this.#settle(now)];
    const failures: unknown[] = [];
    for (const part of parts) await part().catch((error: unknown) => failures.push(error));
    for (const error of failures.slice(1)) this.#log.error({ err: error }, 'a part of the planned payments failed');
    if (failures.length > 0) throw failures[0];
  }

  /** Plans what rules pay tomorrow. If one fails, the others are planned nevertheless. */
  async #planDueRules(now: Date): Promise<void> {
    let failure: unknown;
    for (const rule of await findDueRules(this.#database, now, this.#settings)) {
      await this.#planAutopay(rule).catch((error: unknown) => {
        failure ??= error;
        this.#log.error({ err: error, rule: rule.id }, 'autopay could not plan a payment');
      });
    }
    if (failure !== undefined) throw failure;
  }

  async #makeDue(now: Date): Promise<void> {
    const failure = await this.#runAll(now);
    if (failure !== undefined) throw failure;
  }

  /** Sends the mails about payments that will be made tomorrow. */
  async #announce(now: Date): Promise<void> {
    await this.#database.transaction('system', async (transaction) => {
      const plans = await runs.claimToAnnounce(transaction, now, this.#settings.hour);
      for (const plan of plans) await this.#mailAbout(transaction, plan, plan.hasMakerLeft ? 'maker-left' : 'announced');
    });
  }

  /** Makes a payment that is due now, because a person asked for it. One that fails to start is made by the next round. */
  async runDue(now: Date, id: number): Promise<void> {
    await this.#runAll(now, id);
    await this.#settle(now);
  }

  /** Makes the payments that are due, or the one with the id. If one fails to start, the others are made nevertheless. Returns the first failure. */
  async #runAll(now: Date, id?: number): Promise<unknown> {
    const { hour } = this.#settings;
    let failure: unknown;
    for (const due of await runs.findDue(this.#database, now, hour, RUN_LIMIT, id)) {
      try {
        // Read again: the payments before it may have taken minutes, and its maker may have left since.
        const [plan] = await runs.findDue(this.#database, now, hour, 1, due.id);
        if (plan) await this.#run(plan, now);
      } catch (error) {
        failure ??= error;
        this.#log.error({ err: error, plannedPayment: due.id }, 'a planned payment was not started');
      }
    }
    return failure;
  }

  /** Updates plans whose payments have ended, and ends plans that cannot be made any more. */
  async #settle(now: Date): Promise<void> {
    const changed = await this.#database.transaction('system', async (transaction) => {
      const settled = await runs.settleRuns(transaction, now, MAX_TRIES, RETRY_MINUTES);
      const ended = [...(await runs.expirePlans(transaction, now)), ...(await runs.endIdlePlans(transaction, now))];
      for (const plan of [...settled.filter(({ hasFailed }) => hasFailed), ...ended]) await this.#mailAbout(transaction, plan, 'ended');
      return [...settled, ...ended];
    });
    this.#announceChange(changed);
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
    const left = await this.#lockRest(transaction, actor, plan, today);
    if (left.length === 0) return this.#endPaid(transaction, plan.id, now);
    if (left.some((invoice) => netCents(invoice) > (announced.get(invoice.documentNumber) ?? 0))) {
      return { end: 'amount-changed', state: 'failed' };
    }
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
    if (await runs.hasPending(transaction, id)) {
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

  /** Locks the invoices that a rule pays tomorrow, the most urgent first. None if the rule is stopped or another process has it. */
  async #lockForRule(transaction: Transaction, actor: Member, rule: DueRule): Promise<PlannedInvoice[]> {
    const wanted = (await lockRuleInvoices(transaction, rule, this.#settings.partDiscount)) ?? [];
    if (wanted.length === 0) return [];
    const locked = await lockInvoices(transaction, actor, wanted, { today: rule.runOn, rule: this.#settings.partDiscount });
    // Another rule, or a person, may have planned one before it was locked.
    const taken = new Set(await findPlannedTwice(transaction, locked));
    // And an invoice may have been paid since the rule's invoices were read.
    const isFree = (invoice: LockedInvoice) => !taken.has(invoice.documentNumber) && invoice.openCents > 0 && netCents(invoice) > 0;
    const free = new Map(locked.filter(isFree).map((each) => [each.documentNumber, each]));
    return wanted.flatMap(({ documentNumber, partCents }) => {
      const invoice = free.get(documentNumber);
      return invoice ? { ...invoice, partCents } : [];
    });
  }

  /** Plans what a rule pays tomorrow. A second process that plans the same day finds the rule taken or the day planned. */
  async #planAutopay(rule: DueRule): Promise<void> {
    const actor = { customerId: rule.customerId, userId: rule.createdBy };
    if (!rule.isMakerAllowed) {
      await this.#database.transaction(actor, async (transaction) => {
        if ((await stopRules(transaction, actor, { id: rule.id }, 'maker-left')).length === 0) return;
        for (const to of await findApprovers(transaction, actor)) await this.#mails.ruleStopped(transaction, to, rule, 'maker-left');
      });
      this.#announceChange([rule]);
      return;
    }
    const plan = () => this.#database.transaction(actor, (transaction) => this.#planFor(transaction, actor, rule));
    await plan().catch((error) => {
      if (!isViolation(error, 'unique')) throw error;
    });
    this.#announceChange([rule]);
  }

  async #planFor(transaction: Transaction, actor: Member, rule: DueRule): Promise<void> {
    const inOrder = await this.#lockForRule(transaction, actor, rule);
    if (inOrder.length === 0) return;
    const open = rule.usesCredits ? await lockUsableCredits(transaction, actor) : [];
    // The caps limit what is charged. What credits cover comes on top of it.
    const room = Math.max(0, Math.min(rule.paymentCapCents, rule.monthCapCents - (await monthCents(transaction, rule))));
    const { fitting, leftOut } = fitCaps(inOrder, room + open.reduce((sum, { cents }) => sum + cents, 0), netCents);
    const { runOn, methodId, payerEmail, customerId } = rule;
    const shared = { kind: 'autopay' as const, runOn, ruleId: rule.id, methodId, payerEmail };
    const endAtOnce = async (
      endReason: PlannedEndReason,
      invoices: readonly LockedInvoice[],
      used: readonly UsedCredit[],
      part = 1,
    ): Promise<void> => {
      const id = await insertPlan(transaction, actor, { ...shared, part, state: 'stopped', endReason, expiresAt: null }, invoices, used);
      await this.#mails.plan(transaction, payerEmail, 'ended', { id, customerId });
    };
    // Ended now and not tomorrow: the mail arrives while a person can still pay these invoices with their discount.
    if (leftOut.length > 0) await endAtOnce('over-cap', leftOut, []);
    if (fitting.length === 0) return;
    const parts = divideDay(fitting, open);
    const limitCents = await findLimitCents(transaction, actor);
    // The limit counts all parts together, because they are one day's payment.
    const needsApproval = limitCents !== undefined && parts.reduce((sum, { chargedCents }) => sum + chargedCents, 0) > limitCents;
    const approvers = needsApproval ? await findApprovers(transaction, actor) : [];
    for (const [index, { invoices, credits }] of parts.entries()) {
      const plan = { ...shared, part: index + 1 };
      if (!needsApproval) {
        await insertPlan(transaction, actor, { ...plan, state: 'planned', expiresAt: null }, invoices, credits);
      } else if (approvers.length === 0) {
        await endAtOnce('no-approver', invoices, credits, plan.part);
      } else {
        const waiting = { ...plan, state: 'waiting' as const, expiresAt: endOfDayOf(actor, runOn) };
        const id = await insertPlan(transaction, actor, waiting, invoices, credits);
        for (const to of approvers) await this.#mails.plan(transaction, to, 'approval', { id, customerId });
      }
    }
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
