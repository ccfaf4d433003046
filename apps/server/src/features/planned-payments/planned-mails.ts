import { listPlannedPayments, type PlannedState } from '@yardage/contract/planned-payments';
import { withCustomer } from '@yardage/domain/customer-link';
import { formatDateMinute, formatDay } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { paymentStatusText } from '@yardage/domain/payment-status';
import { z } from 'zod';
import type { Database, Transaction } from '#server/database/database';
import type { Mails, WrittenNotice } from '#server/features/mail/mail.service';
import { findAccount, findPlanMailFacts, type PlanMailFacts } from './planned-mails.queries.ts';
import { PLANNED_MAIL_MESSAGES as MESSAGES } from './planned-payments.messages.ts';

const PLAN_KIND = 'planned-payment';
const RULE_KIND = 'autopay-stopped';
const LIMIT_KIND = 'approval-limit';
const planFacts = z.strictObject({ id: z.int(), event: z.enum(['announced', 'maker-left', 'approval', 'waiting', 'ended']) });
const ruleFacts = z.strictObject({ globalCustomerNumber: z.string(), reason: z.enum(['method-removed', 'maker-left', 'by-hand']) });
const limitFacts = z.strictObject({ person: z.string(), amountCents: z.int().nullable(), globalCustomerNumber: z.string() });

interface Brand {
  platformName: string;
  publicUrl: string;
}

/** Queues the mails about planned payments, each in the transaction of its cause. */
export interface PlannedMails {
  plan(
    transaction: Transaction,
    to: string,
    event: z.output<typeof planFacts>['event'],
    plan: { id: number; customerId: number },
  ): Promise<void>;
  ruleStopped(
    transaction: Transaction,
    to: string,
    customer: { customerId: number; globalCustomerNumber: string },
    reason: z.output<typeof ruleFacts>['reason'],
  ): Promise<void>;
  limitChanged(transaction: Transaction, to: string, customerId: number, facts: z.output<typeof limitFacts>): Promise<void>;
}

/** Declares how the mails are written, and returns what queues them. */
export function plannedMails(database: Database, mail: Mails, brandOf: () => Brand): PlannedMails {
  const declare: Mails['declareNotice'] = (kind, facts, writer) =>
    mail.declareNotice(kind, facts, writer, { codes: listPlannedPayments.access.anyOf });
  declare(PLAN_KIND, planFacts, async ({ id, event }) => {
    const plan = await findPlanMailFacts(database, id);
    if (!plan) throw new Error('the planned payment is gone');
    // The mail was delayed, and the plan has moved on or ended since. Another mail reports that.
    if (event !== 'ended' && !STATES_OF[event].includes(plan.state)) return undefined;
    // The maker has lost the permission to plan payments, or got it back, since the mail was queued.
    if ((event === 'announced' && !plan.isMakerAllowed) || (event === 'maker-left' && plan.isMakerAllowed)) return undefined;
    return WRITERS[event](plan, brandOf());
  });
  declare(RULE_KIND, ruleFacts, async ({ globalCustomerNumber, reason }, { customerId }) => {
    const brand = brandOf();
    return {
      subject: MESSAGES.ruleSubject,
      text: paragraphs(
        MESSAGES.ruleStopped[reason],
        linkTo(brand, '/payments/scheduled', globalCustomerNumber),
        MESSAGES.account((await findAccount(database, customerId)) ?? globalCustomerNumber),
        brand.platformName,
      ),
    };
  });
  declare(LIMIT_KIND, limitFacts, async ({ person, amountCents, globalCustomerNumber }, { customerId }) => {
    const brand = brandOf();
    return {
      subject: MESSAGES.limitSubject,
      text: paragraphs(
        amountCents === null ? MESSAGES.limitRemoved(person) : MESSAGES.limitSet(person, formatMoney(amountCents)),
        linkTo(brand, '/payments/approvals', globalCustomerNumber),
        MESSAGES.account((await findAccount(database, customerId)) ?? globalCustomerNumber),
        brand.platformName,
      ),
    };
  });
  const notify = (transaction: Transaction, documentKind: string, to: string, customerId: number, subject: string, reference: object) =>
    mail.queueNotice(transaction, { documentKind, reference: { ...reference }, to, subject, customerId, requestedBy: null });
  return {
    plan: (transaction, to, event, { id, customerId }) =>
      notify(transaction, PLAN_KIND, to, customerId, MESSAGES.queuedSubjects[event], { id, event }),
    ruleStopped: (transaction, to, { customerId, globalCustomerNumber }, reason) =>
      notify(transaction, RULE_KIND, to, customerId, MESSAGES.ruleSubject, { globalCustomerNumber, reason }),
    limitChanged: (transaction, to, customerId, facts) => notify(transaction, LIMIT_KIND, to, customerId, MESSAGES.limitSubject, facts),
  };
}

/** Returns the address of a page of the portal that opens with the customer selected. */
const linkTo = ({ publicUrl }: Brand, page: string, globalCustomerNumber: string): string =>
  `${publicUrl}${withCustomer(page, globalCustomerNumber)}`;

const paragraphs = (...texts: readonly (string | null)[]): string => texts.filter((each) => each !== null).join('\n\n');

/** The states of a plan in which what a mail says is still true. */
const STATES_OF: Record<'announced' | 'maker-left' | 'approval' | 'waiting', readonly PlannedState[]> = {
  announced: ['waiting', 'planned'],
  'maker-left': ['waiting', 'planned'],
  approval: ['waiting'],
  waiting: ['waiting'],
};

/** The mails in the current language. */
const WRITERS: Record<z.output<typeof planFacts>['event'], (plan: PlanMailFacts, brand: Brand) => WrittenNotice> = {
  announced: (plan, brand) => {
    const { amount, method } = paidOf(plan);
    const day = formatDay(plan.runOn);
    const facts = [amount, countOf(plan), day, method] as const;
    const link = linkTo(brand, '/payments/scheduled', plan.globalCustomerNumber);
    return {
      subject: MESSAGES.announcedSubject(amount, day),
      text: paragraphs(
        plan.state === 'waiting' ? MESSAGES.announcedWaiting(...facts) : MESSAGES.announced(...facts),
        besides(plan),
        listOf(plan),
        MESSAGES.lessIsPaid,
        MESSAGES.howToStop(link),
        MESSAGES.account(plan.account),
        brand.platformName,
      ),
    };
  },
  'maker-left': (plan, brand) => {
    const { amount, method } = paidOf(plan);
    const day = formatDay(plan.runOn);
    return {
      subject: MESSAGES.makerLeftSubject(amount, day),
      text: paragraphs(
        MESSAGES.makerLeft(amount, countOf(plan), day, method, plan.requestedBy),
        besides(plan),
        listOf(plan),
        MESSAGES.makerLeftHelp(linkTo(brand, '/payments/scheduled', plan.globalCustomerNumber)),
        MESSAGES.account(plan.account),
        brand.platformName,
      ),
    };
  },
  approval: (plan, brand) => {
    const { amount, method } = paidOf(plan);
    const link = linkTo(brand, '/payments/approvals', plan.globalCustomerNumber);
    return {
      subject: MESSAGES.approvalSubject(amount),
      text: paragraphs(
        MESSAGES.approval(plan.requestedBy, amount, countOf(plan), method),
        besides(plan),
        plan.kind === 'approval' ? null : MESSAGES.approvalOn(formatDay(plan.runOn)),
        listOf(plan),
        plan.expiresAt ? MESSAGES.approvalUntil(formatDateMinute(plan.expiresAt, plan.timeZone), link) : link,
        MESSAGES.account(plan.account),
        brand.platformName,
      ),
    };
  },
  waiting: (plan, brand) => {
    const { amount, method } = paidOf(plan);
    const link = linkTo(brand, '/payments/scheduled', plan.globalCustomerNumber);
    return {
      subject: MESSAGES.waitingSubject(amount),
      text: paragraphs(
        MESSAGES.waiting(amount, countOf(plan), formatDay(plan.runOn), method),
        besides(plan),
        listOf(plan),
        plan.expiresAt ? MESSAGES.waitingUntil(formatDateMinute(plan.expiresAt, plan.timeZone)) : null,
        MESSAGES.howToStop(link),
        MESSAGES.account(plan.account),
        brand.platformName,
      ),
    };
  },
  ended: (plan, brand) => {
    const { amount, method } = paidOf(plan);
    return {
      subject: MESSAGES.endedSubject(amount),
      text: paragraphs(
        MESSAGES.ended(amount, countOf(plan), method),
        plan.endReason ? MESSAGES.reasons[plan.endReason] : null,
        plan.endReason === 'by-hand' && plan.endedBy ? MESSAGES.stoppedBy(plan.endedBy) : null,
        plan.endReason === 'declined' && plan.note ? MESSAGES.declinedNote(plan.endedBy ?? '', plan.note) : null,
        plan.endReason === 'payment-failed' && plan.statusMessage ? MESSAGES.processorSays(paymentStatusText(plan.statusMessage)) : null,
        MESSAGES.nothingCharged,
        listOf(plan),
        MESSAGES.openInvoices(linkTo(brand, '/invoices', plan.globalCustomerNumber)),
        MESSAGES.account(plan.account),
        brand.platformName,
      ),
    };
  },
};

/** A longer list would hide what the mail says. */
const LISTED = 20;
const countOf = ({ invoices }: PlanMailFacts): string => MESSAGES.invoices(invoices.length);
const shortened = (names: readonly string[]): string => `${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ' …' : ''}`;
/** The invoices of a plan, and the credits that it uses. */
const listOf = ({ invoices, credits }: PlanMailFacts): string => {
  const used = credits.map(({ number, cents }) => MESSAGES.creditAmount(number, formatMoney(cents)));
  return [MESSAGES.invoiceList(shortened(invoices)), ...(used.length > 0 ? [MESSAGES.creditList(shortened(used))] : [])].join('\n');
};
const creditCents = ({ credits }: PlanMailFacts): number => credits.reduce((sum, { cents }) => sum + cents, 0);
/** The amount and the method as the mails name them: the method is charged, or credits cover everything. */
const paidOf = (plan: PlanMailFacts): { amount: string; method: string } =>
  plan.amountCents === 0 && plan.credits.length > 0
    ? { amount: formatMoney(creditCents(plan)), method: MESSAGES.credits }
    : { amount: formatMoney(plan.amountCents), method: plan.method };
/** A sentence about credits that are used besides what is charged; null if there are none. */
const besides = (plan: PlanMailFacts): string | null =>
  plan.amountCents > 0 && plan.credits.length > 0 ? MESSAGES.withCredits(formatMoney(creditCents(plan))) : null;
