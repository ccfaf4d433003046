import type { Cents } from '@yardage/domain/money';
import { ORDER_TYPE } from '@yardage/domain/orders';
import type { quoteProducts, quotes } from '#server/database/tables/sales';
import { addDays, addMonths, type Day } from './calendar.ts';
import { type Product, productsOf } from './catalog.ts';
import type { Customer } from './customers.ts';
import type { Job, Quote } from './job.ts';
import { fullName, jobName, personName } from './names.ts';
import type { Numbers } from './numbers.ts';
import type { Random } from './random.ts';

interface QuoteRows {
  quotes: (typeof quotes.$inferInsert)[];
  quoteProducts: (typeof quoteProducts.$inferInsert)[];
}

/** The quotes of the first running jobs end this many days from today. */
const SOON_DAYS = [4, 11];
const TERMS = 'Net 30. Prices hold for the quantities given, plus or minus ten percent. Waiting beyond seven minutes a yard is charged.';

/** Creates quotes for a customer's jobs and for work not won yet. Stores each quote on its job. */
export function createQuotes(customer: Customer, numbers: Numbers, today: Day): QuoteRows {
  const random = customer.random.fork('quotes');
  const rows: QuoteRows = { quotes: [], quoteProducts: [] };
  const soon = customer.plan.isSmallAccount ? [] : [...SOON_DAYS];
  customer.jobs.forEach((job, index) => {
    if (customer.plan.isSmallAccount && random.chance(0.6)) return;
    const isRunning = index > 0 && job.from <= today && today <= job.to;
    const endsIn = isRunning ? soon.shift() : undefined;
    const terminationDate = index === 0 ? null : endsIn === undefined ? job.to : addDays(today, endsIn);
    const period = { startDate: addDays(job.from, -3), terminationDate };
    const isActive = terminationDate === null || terminationDate >= today;
    job.quote = addQuote(rows, customer, job, { ...period, isActive }, numbers, random);
  });
  for (let waiting = Math.min(3, Math.floor(customer.plan.jobCount / 3)); waiting > 0; waiting--) {
    const site = { ...random.pick(customer.jobs), name: jobName(random, customer.source.orderType) };
    const startDate = addDays(today, random.int(10, 40));
    addQuote(rows, customer, site, { startDate, terminationDate: addMonths(startDate, 9), isActive: null }, numbers, random);
  }
  return rows;
}

function addQuote(
  rows: QuoteRows,
  customer: Customer,
  job: Job,
  state: { startDate: Day; terminationDate: Day | null; isActive: boolean | null },
  numbers: Numbers,
  random: Random,
): Quote {
  const quoteNumber = `Q${numbers.next(`quote ${customer.source.id}`, 5001)}`;
  const id = numbers.next('quotes');
  const priceAdjustmentCents = random.maybe(0.5, () => random.pick([50, 100, 150]));
  rows.quotes.push({
    id,
    customerId: customer.id,
    quoteNumber,
    quoteName: job.name,
    quoteType: random.pick(['Commercial', 'Commercial', 'Public works', 'Residential']),
    quoteAddress: [job.address1, job.address2].filter(Boolean).join(', '),
    specJob: random.maybe(0.4, () => `SPEC ${random.digits(6)}`),
    plantId: job.plant.id,
    salesPersonName: fullName(personName(random)),
    quoteDate: addDays(state.startDate, -random.int(7, 30)),
    priceAdjustmentCents,
    terms: random.maybe(0.7, () => TERMS),
    ...state,
  });
  const prices = new Map<number, Cents>();
  for (const product of quoted(customer, job, random)) {
    const unitPriceCents = Math.round(((customer.priceList.prices.get(product.id) ?? product.listPrice) * random.int(88, 97)) / 100);
    prices.set(product.id, unitPriceCents);
    rows.quoteProducts.push({
      id: numbers.next('quote_products'),
      customerId: customer.id,
      quoteId: id,
      lineNumber: prices.size,
      productId: product.id,
      quantity: random.int(2, 60) * (customer.source.orderType === ORDER_TYPE.block ? 900 : 50),
      unitPriceCents,
    });
  }
  return {
    id,
    quoteNumber,
    startDate: state.startDate,
    terminationDate: state.terminationDate,
    prices,
    priceAdjustment: priceAdjustmentCents,
  };
}

/** The job's products, sometimes without one that is then sold from the price list, plus a few others. */
function quoted(customer: Customer, job: Job, random: Random): Product[] {
  const others = productsOf(customer.source.id).filter((product) => !product.isEnvironmentalCharge && !job.products.includes(product));
  const wanted = job.products.length > 2 && random.chance(0.3) ? job.products.slice(1) : job.products;
  return [...wanted, ...random.sample(others, random.int(1, 3))];
}
