import { hashPassword } from '#server/adapters/identity/passwords';
import { members, users } from '#server/database/tables/accounts';
import { chatMessages, chatSessions } from '#server/database/tables/chats';
import { signInAccounts } from '#server/database/tables/operations';
import { orders, tickets } from '#server/database/tables/sales';
import { supportAttachments, supportTickets } from '#server/database/tables/service';
import { attachmentRows, supportRows } from './announcements-and-support.ts';
import { localDay } from './calendar.ts';
import { chatRows } from './chats.ts';
import { anchorDay, type Clock } from './clock.ts';
import { COMPANIES, OWN_JOBS } from './companies.ts';
import { type Customer, createCustomer } from './customers.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { type Ground, insertCustomers } from './make-ground.ts';
import { makeTrade } from './make-trade.ts';
import { memberRows, type UserRow, userRows } from './people.ts';
import type { Random } from './random.ts';
import type { Making, WorldWriter } from './world-writer.ts';

/** Writes the demo's companies, their people and all their orders. */
export async function makeDemoCompanies(making: Making, ground: Ground, random: Random, clock: Clock): Promise<void> {
  const { writer, numbers } = making;
  const customers = COMPANIES.flatMap((company) =>
    company.customers.map((plan) => createCustomer(numbers.next('customers'), company, plan, random, making.tiers)),
  );
  const people = userRows(numbers, DEMO_ACCOUNTS, ground.since);
  await writer.insert(users, people);
  await writer.insert(
    signInAccounts,
    await Promise.all(DEMO_ACCOUNTS.map(async ({ email }) => ({ email, passwordHash: await hashPassword(DEMO_PASSWORD) }))),
  );
  await insertCustomers(making, ground, customers);
  await writer.insert(members, memberRows(customers, people, numbers, random.fork('members'), new Date(clock.now)));
  const [showcase] = customers;
  const dealings: Dealings = { orders: [], tickets: [] };
  await makeTrade({ ...making, writer: noting(writer, showcase, dealings) }, ground.trucks, customers, clock, {
    jobNames: (customer) => (customer.plan.isShowcase ? OWN_JOBS : []),
    payerOf: (customer) => payerOf(customer, people),
    hasFixes: true,
  });
  await makeSupport(making, customers, people, clock);
  if (showcase) await makeChats(making, showcase, people, dealings, random.fork('chats'), clock);
}

/** A customer's orders and tickets. */
interface Dealings {
  orders: (typeof orders.$inferInsert)[];
  tickets: (typeof tickets.$inferInsert)[];
}

/** Wraps a writer and collects one customer's orders and tickets, which the chats refer to. */
function noting(writer: WorldWriter, customer: Customer | undefined, dealings: Dealings): WorldWriter {
  return {
    insert(table, rows) {
      const own = () => (rows as readonly { customerId: number }[]).filter(({ customerId }) => customerId === customer?.id);
      if (Object.is(table, orders)) dealings.orders.push(...(own() as Dealings['orders']));
      if (Object.is(table, tickets)) dealings.tickets.push(...(own() as Dealings['tickets']));
      return writer.insert(table, rows);
    },
  };
}

async function makeChats(
  { writer, numbers }: Making,
  customer: Customer,
  people: readonly UserRow[],
  dealings: Dealings,
  random: Random,
  clock: Clock,
): Promise<void> {
  const { now } = clock;
  const today = localDay(now, customer.source.timeZone);
  const rows = chatRows({ customer, people, ...dealings, now, today }, numbers, random);
  await writer.insert(chatSessions, rows.sessions);
  await writer.insert(chatMessages, rows.messages);
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

/** Returns the user who pays for the company; null if none of its people has an account. */
function payerOf({ company }: Customer, people: readonly UserRow[]): number | null {
  const accounts = company.accounts as readonly string[];
  const payer = accounts.find((email) => email.startsWith('payables')) ?? accounts[0];
  return people.find(({ email }) => email === payer)?.id ?? null;
}
