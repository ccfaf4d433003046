import type { PlannedEndReason } from '@yardage/contract/planned-payments';
import type { Logger } from 'pino';
import type { PartDiscountRule } from '#server/config';
import type { Database, Member, Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import { type LockedInvoice, lockInvoices } from '#server/features/payments/payment-intents.queries';
import type { UsedCredit } from '#server/features/payments/payment-request';
import { findApprovers, findLimitCents } from './approvals.queries.ts';
import { type DueRule, findDueRules, lockRuleInvoices, lockUsableCredits, monthCents, stopRules } from './autopay.queries.ts';
import type { PlannedMails } from './planned-mails.ts';
import { endOfDayOf, findPlannedTwice, insertPlan, type PlannedInvoice } from './planned-payments.queries.ts';
import { divideDay, fitCaps, netCents } from './planned-rules.ts';

interface PlannerParts {
  database: Database;
  mails: PlannedMails;
  log: Logger;
  /** Makes open pages load plans, cart and credits again. */
  announceChange: (changed: readonly { customerId: number; globalCustomerNumber: string }[]) => void;
}

interface PlannerSettings {
  /** The hour of the day at the data source from which the next day is planned. */
  hour: number;
  partDiscount: PartDiscountRule;
}

/** Plans what rules of autopay pay on the next day. Any number of processes may do it at the same time. */
export class AutopayPlanner {
  readonly #database: Database;
  readonly #mails: PlannedMails;
  readonly #log: Logger;
  readonly #announceChange: PlannerParts['announceChange'];
  readonly #settings: PlannerSettings;

  constructor({ database, mails, log, announceChange }: PlannerParts, settings: PlannerSettings) {
    this.#database = database;
    this.#mails = mails;
    this.#log = log;
    this.#announceChange = announceChange;
    this.#settings = settings;
  }

  /** Plans what rules pay tomorrow. If one fails, the others are planned nevertheless. */
  async planDueRules(now: Date): Promise<void> {
    let failure: unknown;
    for (const rule of await findDueRules(this.#database, now, this.#settings)) {
      await this.#plan(rule).catch((error: unknown) => {
        failure ??= error;
        this.#log.error({ err: error, rule: rule.id }, 'autopay could not plan a payment');
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Plans what a rule pays tomorrow. A second process that plans the same day finds the rule taken or the day planned. */
  async #plan(rule: DueRule): Promise<void> {
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
    // Stored as stopped now and not tomorrow, so that the mail arrives while a person can still pay these invoices with their discount.
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
}
