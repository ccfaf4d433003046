import { hashPassword } from '#server/adapters/identity/passwords';
import { contacts, customerContacts, customers as customersTable, dataSources, members, users } from '#server/database/tables/accounts';
import { plants, priceListItems, priceLists, products, trucks } from '#server/database/tables/catalog';
import { signInAccounts } from '#server/database/tables/operations';
import { announcements, supportTickets } from '#server/database/tables/service';
import { atLocalTime } from './calendar.ts';
import { catalogRows } from './catalog.ts';
import { anchorDay, type Clock } from './clock.ts';
import { COMPANIES, OWN_JOBS } from './companies.ts';
import { createCustomer, type Customer, customerRow } from './customers.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts';
import { createTrucks, type Truck } from './fleet.ts';
import { makeTrade } from './make-trade.ts';
import { type ContactRow, contactRows, customerContactRows, memberRows, type UserRow, userRows } from './people.ts';
import type { Random } from './random.ts';
import { DATA_SOURCES, PLANTS } from './region.ts';
import { announcementRows, supportRows } from './service.ts';
import { TOWNS } from './towns.ts';
import type { Making } from './world-writer.ts';

/** What everybody in the world shares. */
export interface Ground {
  trucks: Truck[];
  contacts: ContactRow[];
  since: Date;
}

/** Data sources, plants, catalog, trucks and the supplier's people. */
export async function makeGround({ writer, numbers }: Making, random: Random, clock: Clock): Promise<Ground> {
  await writer.insert(
    dataSources,
    Object.values(DATA_SOURCES).map(({ orderType: _, ...row }) => row),
  );
  await writer.insert(
    plants,
    PLANTS.map(({ town, truckCount: _, ...row }) => ({ ...row, city: town, stateId: TOWNS[town].stateId, zip: TOWNS[town].zips[0] })),
  );
  const catalog = catalogRows(clock.historyStart);
  await writer.insert(products, catalog.products);
  await writer.insert(priceLists, catalog.priceLists);
  await writer.insert(priceListItems, catalog.priceListItems);
  const ground = {
    trucks: createTrucks(random.fork('trucks')),
    contacts: contactRows(numbers, random.fork('contacts')),
    since: new Date(atLocalTime(clock.historyStart, 9 * 60, DATA_SOURCES.concreteEast.timeZone)),
  };
  await writer.insert(trucks, ground.trucks);
  await writer.insert(contacts, ground.contacts);
  await writer.insert(announcements, announcementRows(numbers, anchorDay(new Date(clock.now))));
  return ground;
}

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
  });
  const today = anchorDay(new Date(clock.now));
  for (const customer of customers.filter(({ plan }) => plan.yearlySales > 0)) {
    const count = customer.plan.isShowcase ? 7 : customer.plan.isSmallAccount ? 0 : 3;
    await writer.insert(supportTickets, supportRows(customer, payerOf(customer, people), count, numbers, today));
  }
}

/** Customer numbers and who looks after them; nobody where nothing happens. */
export async function insertCustomers({ writer }: Making, ground: Ground, customers: readonly Customer[]): Promise<void> {
  await writer.insert(
    customersTable,
    customers.map((customer) => customerRow(customer, ground.since)),
  );
  const active = customers.filter(({ plan }) => plan.yearlySales > 0);
  await writer.insert(
    customerContacts,
    active.flatMap((customer) => customerContactRows(customer, ground.contacts)),
  );
}

/** The company's own payer, where one of its people has an account. */
function payerOf({ company }: Customer, people: readonly UserRow[]): number | null {
  const accounts = company.accounts as readonly string[];
  const payer = accounts.find((email) => email.startsWith('payables')) ?? accounts[0];
  return people.find(({ email }) => email === payer)?.id ?? null;
}
