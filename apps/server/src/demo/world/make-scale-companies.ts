import { hashPassword } from '#server/adapters/identity/passwords';
import { members, users } from '#server/database/tables/accounts';
import { signInAccounts } from '#server/database/tables/operations';
import { localDay, yearOf } from './calendar.ts';
import { type Clock, workdays } from './clock.ts';
import type { CompanyPlan, CustomerPlan, PaymentHabit } from './companies.ts';
import { type Customer, createCustomer } from './customers.ts';
import { DEMO_PASSWORD } from './demo-accounts.ts';
import { type Ground, insertCustomers } from './make-ground.ts';
import { makeTrade } from './make-trade.ts';
import { companyName } from './names.ts';
import { memberRow, userRows } from './people.ts';
import type { Random } from './random.ts';
import { DATA_SOURCES, type DataSourceKey } from './region.ts';
import { type Making, partOf } from './world-writer.ts';

const CUSTOMERS_A_STEP = 50;
/** Tickets that each step adds to the large customer, and to the others together. */
const TICKETS_OF_THE_LARGE = 2_600;
const TICKETS_OF_OTHERS = 22_500;
/** Average price of a load in dollars: for the large customer with its expensive mixes, and for the others. */
const DOLLARS_A_LOAD_OF_THE_LARGE = 2_400;
const DOLLARS_A_LOAD = 1_280;
const TICKETS_AT_ONCE = 20_000;
const CUSTOMERS_OF_THE_ACCOUNT = 20;

/** An account that exists only in a larger world: Owner of the large customer and some others. */
const SCALE_ACCOUNT = {
  email: 'scale@example.com',
  roleName: 'Owner',
  firstName: 'Sasha',
  lastName: 'Caller',
  description: 'Large customer',
};

/** Adds companies for measuring, one of them with a tenth of all tickets. The demo's own companies stay unchanged. */
export async function makeScaleCompanies(making: Making, ground: Ground, random: Random, clock: Clock, scale: number): Promise<void> {
  const steps = Math.floor(scale) - 1;
  const years = yearsOfHistory(clock);
  const largePlan = plan(random, 0, 'concreteEast', (steps * TICKETS_OF_THE_LARGE * DOLLARS_A_LOAD_OF_THE_LARGE) / years, [4, 16]);
  const [large] = await addCompanies(
    partOf(making, 0, 0.1),
    ground,
    [{ plan: largePlan, name: 'Kestrelmoor Infrastructure Partners' }],
    random,
    clock,
  );
  const known: Customer[] = large ? [large] : [];
  for (let step = 0; step < steps; step++) {
    const part = partOf(making, 0.1 + (0.9 * step) / steps, 0.1 + (0.9 * (step + 1)) / steps);
    const own = random.fork(`step ${step}`);
    const plans = Array.from({ length: CUSTOMERS_A_STEP }, (_, index) => {
      const sales = ((TICKETS_OF_OTHERS * DOLLARS_A_LOAD) / CUSTOMERS_A_STEP / years) * -Math.log(1 - own.next());
      const place = step * CUSTOMERS_A_STEP + index + 1;
      return { plan: plan(own, place, own.pick(MOSTLY_CONCRETE), sales, [1, own.int(3, 14)]), name: companyName(own) };
    });
    known.push(...(await addCompanies(part, ground, plans, own, clock)));
  }
  await addAccount(making, known.slice(0, CUSTOMERS_OF_THE_ACCOUNT), random, clock);
}

const MOSTLY_CONCRETE: DataSourceKey[] = [
  'concreteEast',
  'concreteEast',
  'concreteEast',
  'concreteWest',
  'concreteWest',
  'concreteWest',
  'aggregates',
  'block',
];
const HABITS: PaymentHabit[] = ['by-the-tenth', 'next-month-end', 'at-once', 'late'];

function plan(
  random: Random,
  place: number,
  dataSource: DataSourceKey,
  yearlySales: number,
  loads: readonly [number, number],
): CustomerPlan {
  const customerNumber = String(50_000 + place);
  const displayName = `Account ${customerNumber}`;
  return { dataSource, customerNumber, displayName, yearlySales, loads, jobCount: 3, habit: random.pick(HABITS), startsAroundNow: [] };
}

async function addCompanies(
  making: Making,
  ground: Ground,
  plans: readonly { plan: CustomerPlan; name: string }[],
  random: Random,
  clock: Clock,
): Promise<Customer[]> {
  const customers = plans.map(({ plan: customerPlan, name }) => {
    const company: CompanyPlan = { ...ADDRESS, name, email: `office${customerPlan.customerNumber}@example.com`, customers: [customerPlan] };
    return createCustomer(making.numbers.next('customers'), company, { ...customerPlan, displayName: name }, random, making.tiers);
  });
  await insertCustomers(making, ground, customers);
  await makeTrade(making, ground.trucks, customers, clock, { jobNames: () => [], payerOf: () => null, ticketsAtOnce: TICKETS_AT_ONCE });
  return customers;
}

const ADDRESS = { phone: '4235550199', addressLine1: '500 Broad St', town: 'Chattanooga', taxRatePpm: 92_500, accounts: [] } as const;

async function addAccount({ writer, numbers }: Making, customers: readonly Customer[], random: Random, clock: Clock): Promise<void> {
  const now = new Date(clock.now);
  const [user] = userRows(numbers, [SCALE_ACCOUNT], now);
  if (!user) return;
  await writer.insert(users, [user]);
  await writer.insert(signInAccounts, [{ email: user.email, passwordHash: await hashPassword(DEMO_PASSWORD) }]);
  const rows = customers.map((customer, position) =>
    memberRow(customer, user, { userId: user.id, roleId: 1, position }, numbers, random, now),
  );
  await writer.insert(members, rows);
}

/** Returns how many years of work the history covers. */
function yearsOfHistory(clock: Clock): number {
  const today = localDay(clock.now, DATA_SOURCES.concreteEast.timeZone);
  return workdays(clock.historyStart, today) / workdays(`${yearOf(today) - 1}-01-01`, `${yearOf(today) - 1}-12-31`);
}
