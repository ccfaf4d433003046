import { type CreditDetail, getCredit } from '@yardage/contract/credits';
import type { PaymentRequest } from '@yardage/contract/payments';
import { schedulePayment } from '@yardage/contract/planned-payments';
import { sql } from '#server/database/drizzle';
import { ledgerBooks } from './ledger-books.ts';
import { OWNER, PAYABLES, type PlanDesk } from './plan-desk.ts';
import { cardRequest, type PayableInvoice } from './sample-payment.ts';
import type { TestApp } from './test-app.ts';

export interface TestCredit {
  id: number;
  creditNumber: string;
  cents: number;
}

/** All of a credit, or a part of it, as requests name it. */
export const used = ({ creditNumber, cents }: TestCredit, part = cents) => ({ creditNumber, amount: part / 100 });
type Used = ReturnType<typeof used>;

export type PlanCredits = ReturnType<typeof openPlanCredits>;

/** Common steps of the tests of planned payments with credits. */
export function openPlanCredits(app: TestApp, plans: PlanDesk) {
  const books = ledgerBooks(app.database, plans.own.customerId);
  const credit = async ({ creditNumber }: TestCredit) =>
    (await app.call(getCredit, { as: OWNER, params: { ...plans.params, documentNumber: creditNumber } })).body as CreditDetail;
  return {
    books,
    credit,

    async add(cents: number): Promise<TestCredit> {
      const id = await books.credit(plans.today, cents);
      const creditNumber = await plans.read<string>(sql`select document_number as answer from credits where id = ${id}`);
      return { id, creditNumber, cents };
    },

    /** Applied, pending, promised and open, in cents. */
    async standing(of: TestCredit): Promise<number[]> {
      const { appliedAmount, pendingAmount, promisedAmount, openAmount } = await credit(of);
      return [appliedAmount, pendingAmount, promisedAmount, openAmount].map((amount) => Math.round(amount * 100));
    },

    schedule: (methodId: number, of: readonly PayableInvoice[], credits: readonly Used[], at = app) =>
      at.call(schedulePayment, {
        as: PAYABLES,
        params: plans.params,
        body: { ...plans.agreed(methodId, of), credits, runOn: plans.today },
      }),

    /** The request of a payment by hand that uses credits. */
    byHand: (of: readonly PayableInvoice[], credits: readonly Used[]): PaymentRequest => ({
      ...cardRequest(plans.own, of),
      credits: [...credits],
    }),

    invoice: ({ id }: PayableInvoice) =>
      plans.read<{ open: number; paid: number; credited: number }>(
        sql`select json_build_object('open', open_cents, 'paid', paid_cents - credited_cents, 'credited', credited_cents) as answer
            from invoices where id = ${id}`,
      ),

    /** How often the processor has moved money. */
    moved: async (): Promise<number> => Object.values(await plans.desk.processorBooks()).flat().length,
  };
}
