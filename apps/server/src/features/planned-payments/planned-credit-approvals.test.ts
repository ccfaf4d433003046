import { PERMISSIONS } from '@yardage/contract/permissions';
import { approvePayment, requestPaymentApproval, setApprovalLimit } from '@yardage/contract/planned-payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MailService } from '#server/features/mail/mail.service';
import { openPlanCredits, type PlanCredits, used } from '#server/testing/plan-credits';
import { ADMINISTRATOR, OWNER, openPlanDesk, PAYABLES, type PlanDesk } from '#server/testing/plan-desk';
import type { PayableInvoice } from '#server/testing/sample-payment';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { plannedMails } from './planned-mails.ts';

let app: TestApp;
let plans: PlanDesk;
let credits: PlanCredits;

beforeAll(async () => {
  app = await openTestApp();
  plans = await openPlanDesk(app);
  credits = openPlanCredits(app, plans);
});
afterAll(() => app?.close());
beforeEach(() => plans.clear());

const invoices = (count: number) => plans.invoicesToPlan(count) as Promise<[PayableInvoice, PayableInvoice]>;
type Used = ReturnType<typeof used>;

describe('APY-01 APY-07 approval of a payment with credits', () => {
  const limitTo = (cents: number) => app.call(setApprovalLimit, { as: ADMINISTRATOR, params: plans.params, body: { amount: cents / 100 } });
  const ask = async (of: readonly PayableInvoice[], agreed: readonly Used[]) =>
    app.call(requestPaymentApproval, {
      as: PAYABLES,
      params: plans.params,
      body: { ...plans.agreed(await plans.method(), of), credits: agreed },
    });
  const approve = (id: number) => app.call(approvePayment, { as: OWNER, params: { ...plans.params, id } });
  const mail = async (id: number, event: string) => {
    const writing = new MailService(app.database);
    plannedMails(app.database, writing, () => ({ platformName: 'Yardage', publicUrl: 'https://portal.test' }));
    const facts = {
      documentKind: 'planned-payment',
      documentReference: { id, event },
      recipientLanguage: null,
      recipientCodes: [PERMISSIONS.PAYMENTS_APPROVE],
    };
    const written = await writing.content(facts as never);
    return `${written?.subject}\n${written?.text}`;
  };

  it('is needed for what is charged above the limit, not for what credits cover', async () => {
    const [within, above] = await invoices(2);
    const own = await credits.add(8_000);
    await limitTo(within.openCents - 4_000);
    const methodId = await plans.method();
    expect((await credits.schedule(methodId, [within], [used(own, 4_000)])).body.state).toBe('planned');
    expect((await credits.schedule(methodId, [above], [used(own, 3_000)])).body.state).toBe('waiting');
  });

  it('shows credits and charge, in the mail, too, and applies both when it is given', async () => {
    const [only] = await invoices(1);
    const own = await credits.add(2_500);
    await limitTo(100);
    const { body } = await ask([only], [used(own)]);
    const charged = (only.openCents - 2_500) / 100;
    expect(body).toMatchObject({ state: 'waiting', amount: charged, creditAmount: 25, credits: [used(own)] });
    const text = await mail(body.id, 'approval');
    expect(text).toContain(`Please approve a payment of $${charged.toFixed(2)}`);
    expect(text).toContain('Credits of $25.00 are used besides.');
    expect(text).toContain(`Credits: ${own.creditNumber} ($25.00)`);
    expect((await approve(body.id)).body).toMatchObject({ state: 'paid', payment: { amount: charged, creditAmount: 25 } });
    expect(await credits.standing(own)).toEqual([2_500, 0, 0, 0]);
  });

  it('given after a credit was used by the supplier charges nothing, and says why', async () => {
    const [only] = await invoices(1);
    const own = await credits.add(2_500);
    await limitTo(100);
    const before = await credits.moved();
    const { body } = await ask([only], [used(own)]);
    await credits.books.apply(plans.today, { creditId: own.id }, await credits.books.invoice(plans.today, 5_000), 2_000);
    expect((await approve(body.id)).body).toMatchObject({ state: 'failed', endReason: 'credit-changed', payment: null });
    expect([await credits.moved(), await credits.standing(own)]).toEqual([before, [2_000, 0, 0, 500]]);
    expect(await mail(body.id, 'ended')).toContain('Less is left of its credits than was agreed.\n\nNothing was charged.');
  });

  it('asked for a payment that credits cover says so in its mail', async () => {
    const [only] = await invoices(1);
    const own = await credits.add(only.openCents);
    const { body } = await ask([only], [used(own)]);
    const text = await mail(body.id, 'approval');
    expect(text).toContain(`asks to pay $${(only.openCents / 100).toFixed(2)} for 1 invoice with credits.`);
    expect(text).not.toContain('besides');
    expect((await approve(body.id)).body).toMatchObject({ state: 'paid', payment: { amount: 0 } });
  });
});
