import { type Cents, lineAmount } from '@yardage/domain/money';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { addMonths, type Day } from './calendar.ts';
import { type Product, productsOf } from './catalog.ts';
import { type Customer, tierOn } from './customers.ts';
import type { Job, Quote } from './job.ts';

/** A line of a ticket. */
export interface Line {
  product: Product;
  quantity: number;
  unitPrice: Cents;
  amount: Cents;
}

/** What determines a load's price besides its quantity. */
export interface PriceTerms {
  quote: Quote | null;
  product: Product;
  /** The day that determines the price. */
  shipDate: Day;
  /** The invoice date; its year determines the reward tier. */
  documentDay: Day;
  hasFiber: boolean;
  isPickedUp: boolean;
}

const SHORT_LOAD_BELOW_YARDS = 4;

/** Returns the job's quote if it is valid on the day. */
export function quoteInForce(job: Job, day: Day): Quote | null {
  const { quote } = job;
  if (!quote || day < quote.startDate) return null;
  return quote.terminationDate === null || day <= quote.terminationDate ? quote : null;
}

/** Returns the lines of a load: the product, its additives and its charges. */
export function priceLoad(customer: Customer, terms: PriceTerms, quantity: number): Line[] {
  const lines = [line(customer, terms, terms.product, quantity)];
  const charge = (number: string, count: number) => lines.push(line(customer, terms, chargeOf(customer, number), count));
  if (customer.source.orderType === ORDER_TYPE.concrete) {
    if (terms.hasFiber) charge('FIBER', quantity);
    if (['12', '01', '02'].includes(terms.shipDate.slice(5, 7))) charge('HOTWTR', quantity);
    if (quantity < SHORT_LOAD_BELOW_YARDS) charge('SHORTLD', 1);
    if (!terms.quote) charge('FUELCON', 1);
  }
  if (customer.source.orderType === ORDER_TYPE.aggregate && !terms.isPickedUp) charge('HAUL', quantity);
  if (customer.source.orderType === ORDER_TYPE.block && !terms.isPickedUp) charge('BOOM', 1);
  if (!tierOn(customer, terms.documentDay).isEnvironmentalChargeRemoved) {
    charge({ 1: 'ENVCON', 2: 'ENVAGG', 3: 'ENVBLK' }[customer.source.orderType], 1);
  }
  return lines;
}

function line(customer: Customer, { quote, shipDate }: PriceTerms, product: Product, quantity: number): Line {
  const unitPrice = quotedPrice(quote, product, shipDate) ?? customer.priceList.prices.get(product.id);
  if (unitPrice === undefined) throw new Error(`no price for ${product.number}`);
  return { product, quantity, unitPrice, amount: lineAmount(unitPrice, quantity) };
}

function quotedPrice(quote: Quote | null, product: Product, day: Day): Cents | undefined {
  const price = quote?.prices.get(product.id);
  if (!quote || price === undefined) return undefined;
  return price + (day >= addMonths(quote.startDate, 12) ? (quote.priceAdjustment ?? 0) : 0);
}

const charges = new Map<string, Product>();

function chargeOf(customer: Customer, number: string): Product {
  const key = `${customer.source.id} ${number}`;
  const product = charges.get(key) ?? productsOf(customer.source.id).find((candidate) => candidate.number === number);
  if (!product) throw new Error(`${customer.source.name} has no ${number}`);
  charges.set(key, product);
  return product;
}
