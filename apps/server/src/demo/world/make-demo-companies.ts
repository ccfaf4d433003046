import { hashPassword } from '#server/adapters/identity/passwords';
import { members, users } from '#server/database/tables/accounts';
import { signInAccounts } from '#server/database/tables/operations';
import { supportAttachments, supportTickets } from '#server/database/tables/service';
import { anchorDay, type Clock } from './clock.ts';
import { COMPANIES, OWN_JOBS } from './companies.ts';
import { type Customer, createCustomer } from './customers.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { type Ground, insertCustomers } from './make-ground.ts';
import { makeTrade } from './make-trade.ts';
import { memberRows, type UserRow, userRows } from './people.ts';
import type { Random } from './random.ts';
import { attachmentRows, supportRows } from './service.ts';
import type { Making } from './world-writer.ts';

/** The demo's own companies, their people and everything they ever ordered. */
export async function makeDemoCompanies(making: Making, ground: Ground, random: Random, clock: Clock): Promise<void> {
  const { writer, numbers } = making;
  const customers = COMPANIES.flatMap((company) =>
    company.customers.map((plan) => createCustomer(numbers.next('customers'), company, plan, random)),
  );
  const people = userRows(numbers, DEMO_ACCOUNTS, ground.since);
  await writer.insert(users, people);
  await writer.insert(
    signInAccounts,
    await Promise.all(DEMO_ACCOUNTS.map(async ({ email }) => ({ email, passwordHash: await hashPassword(DEMO_PASSWORD) }))),
  );
  await insertCustomers(making, ground, customers);
  await writer.insert(members, memberRows(customers, people, numbers, random.fork('members'), new Date(clock.now)));
  await makeTrade(making, ground.trucks, customers, clock, {
    jobNames: (customer) => (customer.plan.isShowcase ? OWN_JOBS : []),
    payerOf: (customer) => payerOf(customer, people),
    hasFixes: true,
  });
  await makeSupport(making, customers, people, clock);
}

async function makeSupport(
  { writer, numbers }: Making,
  customers: readonly Customer[],
  people: readonly UserRow[],
  clock: Clock,
): Promise<void> {
  const today = anchorDay(new Date(clock.now));
  const rows = customers.flatMap((customer) => supportRows(customer, payerOf(customer, people), requestsOf(customer), numbers, today));
  await writer.insert(supportTickets, rows);
  await writer.insert(supportAttachments, attachmentRows(rows, numbers));
}

function requestsOf({ plan }: Customer): number {
  if (plan.yearlySales === 0 || plan.isSmallAccount) return 0;
  return plan.isShowcase ? 7 : 3;
}

/** The company's own payer, where one of its people has an account. */
function payerOf({ company }: Customer, people: readonly UserRow[]): number | null {
  const accounts = company.accounts as readonly string[];
  const payer = accounts.find((email) => email.startsWith('payables')) ?? accounts[0];
  return people.find(({ email }) => email === payer)?.id ?? null;
}
