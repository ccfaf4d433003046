import type { Answer, Input } from '@yardage/contract/endpoint';
import type { PlannedView } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type {
  ApprovalLimit,
  AutopayRule,
  addAutopayRule,
  countPlannedPayments,
  listPlannedPayments,
  PlannedPayment,
  requestPaymentApproval,
} from '@yardage/contract/planned-payments';
import type { removeSavedMethod } from '@yardage/contract/saved-methods';
import { addDays, dayAt } from '@yardage/domain/dates';
import { centsOf, formatMoney } from '@yardage/domain/money';
import { METHOD_OF_KIND } from '@yardage/domain/saved-methods';
import type { Transaction } from '#server/database/database';
import type { AreaServices } from '#server/features/area';
import { type AuditVerb, recordAudit } from '#server/features/audit/audit.queries';
import { type LockedInvoice, lockCredits, lockInvoices } from '#server/features/payments/payment-intents.queries';
import { assertMethodPermitted, creditsOf, type UsedCredit } from '#server/features/payments/payment-request';
import { REFUSAL_MESSAGES } from '#server/features/payments/payments.messages';
import { findChargeable } from '#server/features/saved-methods/saved-methods.queries';
import { type StopUses, unusable } from '#server/features/saved-methods/saved-methods.service';
import { JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import { fullName, type RequestContext, type Scope } from '#server/http/scope';
import { findApprovers, findLimit, findLimitCents, saveLimit } from './approvals.queries.ts';
import * as autopay from './autopay.queries.ts';
import { PLANNED_MESSAGES as MESSAGES } from './planned-payments.messages.ts';
import * as queries from './planned-payments.queries.ts';
import { coverPlan } from './planned-rules.ts';

/** How far ahead a payment can be planned. */
const MAX_DAYS_AHEAD = 366;
const MAX_RULES = 10;

type Agreed = Input<typeof requestPaymentApproval>['body'];

/** Payments that are made later: on a day, by a rule, or after a second person has approved them. */
export function plannedPaymentsService({
  database,
  records,
  paymentFlow,
  plannedRunner: runner,
  plannedMails: mails,
  savedMethods,
  partDiscount: rule,
}: AreaServices) {
  const todayOf = ({ timeZone }: Scope) => dayAt(new Date(), timeZone);
  const audit = (
    transaction: Transaction,
    { scope, requestId }: RequestContext,
    verb: AuditVerb<'payments'>,
    subject: string,
    detail: object,
  ) =>
    recordAudit(transaction, {
      userId: scope.userId,
      customerId: scope.customerId,
      action: `payments.${verb}`,
      subject,
      detail,
      requestId,
    });
  const find = async (transaction: Transaction, scope: Scope, id: number) => orNotFound(await queries.findPlanned(transaction, scope, id));

  const announce = ({ customerId, globalCustomerNumber }: Scope): void =>
    records.announceRecords([{ customerId, globalCustomerNumber, resource: 'plans', ids: [] }]);

  /** Changes plans in a transaction, and then announces it to open pages of the account. */
  const change = async <T>({ scope }: RequestContext, write: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const result = await database.transaction(scope, write);
    announce(scope);
    return result;
  };

  /** Refuses a method that was removed, cannot be charged on the day, or may not be used by the caller. */
  const assertMethod = async (transaction: Transaction, scope: Scope, id: number, day: string): Promise<void> => {
    if (!scope.permissions.has(PERMISSIONS.PAYMENTS_SAVED_METHODS)) throw new ApiError('permission-missing');
    const method = await findChargeable(transaction, scope, id, { today: day, processor: paymentFlow.processor });
    if (!method) throw new ApiError('not-found');
    if (method.problem) throw unusable(method.problem);
    assertMethodPermitted(scope, METHOD_OF_KIND[method.kind]);
  };

  /** Locks the invoices and checks that they can be planned, and that their total on the day is what the person saw. */
  const lockAgreedInvoices = async (
    transaction: Transaction,
    scope: Scope,
    body: Agreed,
    day: string,
  ): Promise<(LockedInvoice & { partCents: number | undefined })[]> => {
    const numbers = [...new Set(body.invoiceNumbers)];
    const parts = new Map(body.parts?.map(({ invoiceNumber, amount }) => [invoiceNumber, centsOf(amount)]));
    const wanted = numbers.map((documentNumber) => ({ documentNumber, partCents: parts.get(documentNumber) }));
    const locked = await lockInvoices(transaction, scope, wanted, { today: day, rule });
    if (locked.length < numbers.length) throw new ApiError('not-found', { detail: MESSAGES.invoiceNotFound });
    const covered = locked.filter((invoice) => invoice.openCents <= 0).map((invoice) => invoice.documentNumber);
    if (covered.length > 0) throw new ApiError('invoice-not-payable', { detail: MESSAGES.notPayable(covered.join(', ')) });
    const twice = await queries.findPlannedTwice(transaction, locked);
    if (twice.length > 0) throw new ApiError('conflict', { detail: MESSAGES.plannedTwice(twice.join(', ')) });
    if (locked.some(({ amountCents, discountCents }) => amountCents - discountCents <= 0)) {
      throw new ApiError('validation-failed', { fieldErrors: { totalAmountWithDiscount: [MESSAGES.nothingToPay] } });
    }
    const totalCents = locked.reduce((sum, { amountCents, discountCents }) => sum + amountCents - discountCents, 0);
    if (locked.some(({ amountCents, openCents }) => amountCents > openCents) || centsOf(body.totalAmountWithDiscount) !== totalCents) {
      throw new ApiError('cart-changed', { detail: MESSAGES.totalDiffers(formatMoney(totalCents)) });
    }
    return locked.map((invoice) => ({ ...invoice, partCents: parts.get(invoice.documentNumber) }));
  };

  /** Locks the credits, and checks that as much of each as the person wants to use is left. Call it after locking the invoices. */
  const lockAgreedCredits = async (transaction: Transaction, scope: Scope, body: Agreed): Promise<UsedCredit[]> => {
    const asked = new Map(creditsOf(body).map(({ creditNumber, amount }) => [creditNumber, centsOf(amount)]));
    if (asked.size === 0) return [];
    assertMethodPermitted(scope, 'Credit');
    if (asked.size < creditsOf(body).length) {
      throw new ApiError('validation-failed', { fieldErrors: { credits: [REFUSAL_MESSAGES.repeatedCredit] } });
    }
    const locked = await lockCredits(transaction, scope, [...asked.keys()]);
    if (locked.length < asked.size) throw new ApiError('not-found', { detail: REFUSAL_MESSAGES.creditNotFound });
    const used = locked.map((credit) => ({ ...credit, cents: asked.get(credit.documentNumber) ?? 0 }));
    const changed = used.filter(({ cents, usableCents }) => cents > usableCents);
    if (changed.length > 0) {
      const left = changed.map(({ documentNumber, usableCents }) => `${documentNumber}: ${formatMoney(Math.max(0, usableCents))}`);
      throw new ApiError('cart-changed', { detail: MESSAGES.creditsLeft(left.join(', ')) });
    }
    return used.map(({ id, cents }) => ({ id, cents }));
  };

  /** Locks what is to be paid and used, in the order of all payments: invoices, then credits. Returns it with what is left to charge. */
  const lockAgreed = async (transaction: Transaction, scope: Scope, body: Agreed, day: string) => {
    const invoices = await lockAgreedInvoices(transaction, scope, body, day);
    const credits = await lockAgreedCredits(transaction, scope, body);
    const covered = coverPlan(invoices, credits);
    if (!covered) throw new ApiError('validation-failed', { fieldErrors: { credits: [MESSAGES.creditsTooLarge] } });
    return { ...covered, credits };
  };

  /** Returns the addresses to ask for approval, or none if it needs no approval. The limit counts what is charged, as for a payment by hand. */
  const approversOf = async (transaction: Transaction, scope: Scope, chargedCents: number, isAsked: boolean): Promise<string[]> => {
    const limitCents = await findLimitCents(transaction, scope);
    if (!isAsked && (limitCents === undefined || chargedCents <= limitCents)) return [];
    const approvers = await findApprovers(transaction, scope);
    if (approvers.length === 0) throw new ApiError('conflict', { detail: MESSAGES.noApprover });
    return approvers;
  };

  /** Stores a plan. If it waits for a second person, those who may approve it get a mail. */
  const plan = async (
    context: RequestContext,
    body: Agreed,
    day: string,
    kind: 'scheduled' | 'approval',
    expiry: queries.NewPlan['expiresAt'],
  ): Promise<PlannedPayment> =>
    change(context, async (transaction) => {
      const { scope, caller } = context;
      await assertMethod(transaction, scope, body.methodId, day);
      const { invoices, credits, chargedCents } = await lockAgreed(transaction, scope, body, day);
      const approvers = await approversOf(transaction, scope, chargedCents, kind === 'approval');
      const waits = approvers.length > 0;
      const id = await queries.insertPlan(
        transaction,
        scope,
        {
          kind,
          state: waits ? 'waiting' : 'planned',
          runOn: day,
          methodId: body.methodId,
          payerEmail: caller.email,
          expiresAt: waits ? expiry : null,
        },
        invoices,
        credits,
      );
      for (const to of approvers) await mails.plan(transaction, to, 'approval', { id, customerId: scope.customerId });
      const verb = kind === 'approval' ? 'request-approval' : 'schedule';
      await audit(transaction, context, verb, String(id), {
        runOn: day,
        totalCents: chargedCents,
        invoices: body.invoiceNumbers,
        methodId: body.methodId,
        ...(body.credits && { credits: body.credits }),
      });
      return find(transaction, scope, id);
    });

  /** Sends the person who planned a payment a mail that it will not be made. */
  const mailMaker = async (transaction: Transaction, { customerId }: Scope, id: number): Promise<void> => {
    const to = await queries.findMaker(transaction, id);
    if (to) await mails.plan(transaction, to, 'ended', { id, customerId });
  };

  /**
   * Stops the plans and rules that use a removed method, and sends mails to those who planned them. Locks rules before their plans, in the
   * same order as `stopRule`, so that the two cannot deadlock.
   */
  const stopUses: StopUses = async (transaction, scope, methodId) => {
    const rules = await autopay.stopRules(transaction, scope, { methodId }, 'method-removed');
    const plans = await queries.stopPlansOf(transaction, scope, { methodId }, 'method-removed');
    for (const id of plans) await mailMaker(transaction, scope, id);
    for (const { payerEmail } of rules) await mails.ruleStopped(transaction, payerEmail, scope, 'method-removed');
    return { stoppedPayments: plans.length, stoppedRules: rules.length };
  };

  const rulesOf = (scope: Scope): Promise<AutopayRule[]> => autopay.listRules(database, scope, addDays(todayOf(scope), 1), rule);

  return {
    async list(scope: Scope, view: PlannedView): Promise<JsonText<Answer<typeof listPlannedPayments>>> {
      return new JsonText(await queries.listPlanned(database, scope, view));
    },

    async counts(scope: Scope): Promise<JsonText<Answer<typeof countPlannedPayments>>> {
      return new JsonText(await queries.countPlanned(database, scope));
    },

    async schedule(context: RequestContext, { runOn, ...body }: Agreed & { runOn: string }): Promise<PlannedPayment> {
      const today = todayOf(context.scope);
      const fault = runOn < today ? MESSAGES.dayPassed : runOn > addDays(today, MAX_DAYS_AHEAD) ? MESSAGES.dayTooFar(MAX_DAYS_AHEAD) : null;
      if (fault) throw new ApiError('validation-failed', { fieldErrors: { runOn: [fault] } });
      return plan(context, body, runOn, 'scheduled', queries.endOfDayOf(context.scope, runOn));
    },

    requestApproval: (context: RequestContext, body: Agreed): Promise<PlannedPayment> =>
      plan(context, body, todayOf(context.scope), 'approval', queries.IN_A_WEEK),

    /** Stops a payment that has not begun. If it is being started right now, waits for that, and refuses to stop it. */
    async stop(context: RequestContext, id: number): Promise<PlannedPayment> {
      const { scope } = context;
      return change(context, async (transaction) => {
        const locked = orNotFound(await queries.lockPlan(transaction, scope, id));
        if (locked.requestedBy !== scope.userId && !scope.permissions.has(PERMISSIONS.PAYMENTS_SCHEDULE)) {
          throw new ApiError('permission-missing', { detail: MESSAGES.notYours });
        }
        if (locked.state !== 'waiting' && locked.state !== 'planned') throw new ApiError('conflict', { detail: MESSAGES.begun });
        await queries.endPlan(transaction, id, { state: 'stopped', reason: 'by-hand', endedBy: scope.userId });
        await audit(transaction, context, 'stop-planned', String(id), {});
        if (locked.requestedBy !== scope.userId) await mailMaker(transaction, scope, id);
        return find(transaction, scope, id);
      });
    },

    /** Approves a payment. The row's lock makes only one of several decisions count. A payment that is due runs at once. */
    async approve(context: RequestContext, id: number): Promise<PlannedPayment> {
      const { scope } = context;
      await database.transaction(scope, async (transaction) => {
        await queries.approvePlan(transaction, scope, await lockToDecide(transaction, scope, id), todayOf(scope));
        await audit(transaction, context, 'approve', String(id), {});
      });
      // Announced with its outcome: the page of the person who approves waits for it.
      await runner.runDue(new Date(), id).finally(() => announce(scope));
      return database.transaction(scope, (transaction) => find(transaction, scope, id));
    },

    async decline(context: RequestContext, id: number, reason: string): Promise<PlannedPayment> {
      const { scope } = context;
      return change(context, async (transaction) => {
        await lockToDecide(transaction, scope, id);
        await queries.endPlan(transaction, id, { state: 'declined', reason: 'declined', endedBy: scope.userId, note: reason });
        await audit(transaction, context, 'decline', String(id), { reason });
        await mailMaker(transaction, scope, id);
        return find(transaction, scope, id);
      });
    },

    limit: (scope: Scope): Promise<ApprovalLimit> => database.transaction(scope, (transaction) => findLimit(transaction, scope)),

    /** Changes the limit and sends a mail to the others who may approve, so that nobody raises it unnoticed. */
    async setLimit(context: RequestContext, amount: number | null): Promise<ApprovalLimit> {
      const { scope, caller } = context;
      return change(context, async (transaction) => {
        const before = await findLimit(transaction, scope);
        if (before.amount === amount) return before;
        const amountCents = amount === null ? null : centsOf(amount);
        await saveLimit(transaction, scope, amountCents);
        await audit(transaction, context, 'set-approval-limit', scope.customerNumber, { before: before.amount, amount });
        const facts = { person: fullName(caller), amountCents, globalCustomerNumber: scope.globalCustomerNumber };
        for (const to of await findApprovers(transaction, scope)) await mails.limitChanged(transaction, to, scope.customerId, facts);
        return findLimit(transaction, scope);
      });
    },

    rules: rulesOf,

    async addRule(context: RequestContext, body: Input<typeof addAutopayRule>['body']): Promise<AutopayRule[]> {
      const { scope, caller } = context;
      if (body.monthCap < body.paymentCap) {
        throw new ApiError('validation-failed', { fieldErrors: { monthCap: [MESSAGES.monthCap] } });
      }
      await change(context, async (transaction) => {
        if ((await autopay.countRules(transaction, scope)) >= MAX_RULES) {
          throw new ApiError('conflict', { detail: MESSAGES.tooManyRules(MAX_RULES) });
        }
        await assertMethod(transaction, scope, body.methodId, todayOf(scope));
        const { methodId, timing, usesCredits = false } = body;
        if (usesCredits) assertMethodPermitted(scope, 'Credit');
        const id = await autopay.insertRule(transaction, {
          customerId: scope.customerId,
          methodId,
          timing,
          daysBefore: timing === 'days-before' ? body.daysBefore : 0,
          paymentCapCents: centsOf(body.paymentCap),
          monthCapCents: centsOf(body.monthCap),
          usesCredits,
          payerEmail: caller.email,
          createdBy: scope.userId,
        });
        await audit(transaction, context, 'add-autopay', String(id), body);
      });
      return rulesOf(scope);
    },

    /** Stops a rule and what it has planned. The person who made it gets a mail, unless they stopped it themselves. */
    async stopRule(context: RequestContext, id: number): Promise<AutopayRule[]> {
      const { scope, caller } = context;
      await change(context, async (transaction) => {
        const stopped = await autopay.stopRules(transaction, scope, { id }, 'by-hand');
        if (stopped.length === 0) throw new ApiError('not-found');
        const plans = await queries.stopPlansOf(transaction, scope, { ruleId: id }, 'rule-stopped');
        await audit(transaction, context, 'stop-autopay', String(id), { plans });
        for (const { payerEmail } of stopped) {
          if (payerEmail === caller.email) continue;
          await mails.ruleStopped(transaction, payerEmail, scope, 'by-hand');
          for (const plan of plans) await mailMaker(transaction, scope, plan);
        }
      });
      return rulesOf(scope);
    },

    /** Removes a saved method, and stops the plans and rules that use it. */
    async removeMethod({ scope, requestId }: RequestContext, id: number): Promise<Answer<typeof removeSavedMethod>> {
      const stopped = await savedMethods.remove(scope, id, stopUses, requestId);
      announce(scope);
      return stopped;
    },
  };
}

/** Locks a payment that waits for a decision of somebody else than the person who asked for it. */
async function lockToDecide(transaction: Transaction, scope: Scope, id: number): Promise<queries.LockedPlan> {
  const locked = orNotFound(await queries.lockPlan(transaction, scope, id));
  if (locked.requestedBy === scope.userId) throw new ApiError('approval-own');
  if (locked.state !== 'waiting' || locked.isExpired) throw new ApiError('conflict', { detail: MESSAGES.decided });
  return locked;
}
