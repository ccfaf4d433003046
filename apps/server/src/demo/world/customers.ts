import type { Cents } from '@yardage/domain/money';
import { type Tier, type Tiers, tierOfSpend } from '@yardage/domain/rewards';
import type { customers } from '#server/database/tables/accounts';
import { type Day, yearOf } from './calendar.ts';
import { PRICE_LISTS, type PriceList } from './catalog.ts';
import type { CompanyPlan, CustomerPlan } from './companies.ts';
import type { Job } from './job.ts';
import type { Random } from './random.ts';
import { DATA_SOURCES, type DataSource } from './region.ts';
import { TOWNS } from './towns.ts';

/** A customer number while the world is being generated. */
export interface Customer {
  id: number;
  company: CompanyPlan;
  plan: CustomerPlan;
  source: DataSource;
  priceList: PriceList;
  jobs: Job[];
  random: Random;
  /** Sales invoiced so far, by the year of the document. */
  spendByYear: Map<number, Cents>;
  tiers: Tiers;
}

/** Creates a customer number without orders. */
export function createCustomer(id: number, company: CompanyPlan, plan: CustomerPlan, random: Random, tiers: Tiers): Customer {
  const source = DATA_SOURCES[plan.dataSource];
  const priceList = PRICE_LISTS.find((list) => list.id === source.id * 2 - (plan.isSmallAccount ? 0 : 1));
  if (!priceList) throw new Error(`no price list for ${source.name}`);
  return { id, company, plan, source, priceList, jobs: [], random: random.fork(plan.customerNumber), spendByYear: new Map(), tiers };
}

/** Returns whether a customer builds bridges and towers rather than houses. */
export function isBig({ plan }: Customer): boolean {
  return plan.yearlySales > 5_000_000;
}

/** Returns the reward tier on a day, determined by the previous year's spend. */
export function tierOn(customer: Customer, day: Day): Tier {
  return tierOfSpend(customer.spendByYear.get(yearOf(day) - 1) ?? 0, customer.tiers);
}

/** Returns a customer number as a table row. */
export function customerRow(customer: Customer, since: Date): typeof customers.$inferInsert {
  const { company, plan, source } = customer;
  const town = TOWNS[company.town];
  return {
    id: customer.id,
    dataSourceId: source.id,
    customerNumber: plan.customerNumber,
    globalCustomerNumber: globalNumber(customer),
    companyName: company.name,
    displayName: plan.displayName,
    email: company.email,
    phone: company.phone,
    addressLine1: company.addressLine1,
    city: company.town,
    stateId: town.stateId,
    zip: town.zips[0],
    taxRatePpm: company.taxRatePpm,
    priceListId: customer.priceList.id,
    since,
  };
}

/** Returns the number that is unique across all data sources. */
function globalNumber(customer: Customer): string {
  return `G${customer.source.id}${customer.plan.customerNumber}`;
}
