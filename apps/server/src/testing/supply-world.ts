import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import { sampleRecord } from './supply-samples.ts';

/** A version of a record, for the data source that it belongs to. */
export interface Version {
  resource: SupplyResource;
  record: { key: string; updatedAt: string } & Record<string, unknown>;
}

/** A generator of numbers that can be repeated: the same seed gives the same ones. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the items in a random order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}

/**
 * Returns the versions of a small random world in the order in which its systems made them: customers that move, tickets that are corrected
 * and cancelled, invoices that are voided and written again, payments that come back and are replaced. Each version fits the ones before it.
 */
export function randomWorld(random: () => number): Version[] {
  const world = new RandomWorld(random);
  world.addCatalog();
  for (let customer = 1; customer <= 3; customer += 1) world.addCustomer(customer);
  return world.versions;
}

class RandomWorld {
  readonly versions: Version[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  addCatalog(): void {
    const shared = SUPPLY_RESOURCE_NAMES.slice(0, SUPPLY_RESOURCE_NAMES.indexOf('customers'));
    for (const resource of shared) this.#add(resource, sampleRecord[resource]());
    this.#add('products', sampleRecord.products({ key: 'FUEL', number: 'FUEL', kind: 'charge' }));
    this.#add('trucks', sampleRecord.trucks({ key: 'T2', number: '1102' }));
  }

  addCustomer(customer: number): void {
    const key = `C${customer}`;
    const numbers = { customerNumber: String(1000 + customer), globalCustomerNumber: `G${1000 + customer}` };
    this.#add('customers', sampleRecord.customers({ key, ...numbers }));
    const email = `ada${customer % 2}@ridge.example`;
    this.#add('members', sampleRecord.members({ key: `${key}-ada`, customerKey: key, email, position: customer }));
    this.#add('quotes', sampleRecord.quotes({ key: `Q${customer}`, customerKey: key }));
    for (let order = this.#some(3); order > 0; order -= 1) this.#addOrder(customer, `${customer}.${order}`);
    if (this.#isLucky(0.5)) this.#add('customers', sampleRecord.customers({ key, ...numbers, addressLine1: '9 New St' }));
  }

  #addOrder(customer: number, name: string): void {
    const order = { key: `O${name}`, customerKey: `C${customer}`, quoteKey: this.#isLucky(0.7) ? `Q${customer}` : null };
    this.#add('orders', sampleRecord.orders({ ...order, status: 'to-be-shipped' }));
    const ticketKeys: string[] = [];
    let sales = 0;
    for (let load = this.#some(4); load > 0; load -= 1) {
      const amount = this.#addLoad(customer, name, load);
      if (amount > 0) ticketKeys.push(`K${name}.${load}`);
      sales += amount;
    }
    this.#add('orders', sampleRecord.orders({ ...order, status: 'complete' }));
    if (ticketKeys.length > 0) this.#addBilling(`C${customer}`, name, ticketKeys, sales);
  }

  /** Returns the amount of the load; 0 if it was cancelled. */
  #addLoad(customer: number, orderName: string, load: number): number {
    const quantity = this.#some(10);
    const mix = { productKey: 'MIX', quantity, unitPrice: 150, amount: quantity * 150 };
    const fuel = { productKey: 'FUEL', quantity: 1, unitPrice: 18.5, amount: 18.5 };
    const ticket = {
      key: `K${orderName}.${load}`,
      customerKey: `C${customer}`,
      orderKey: `O${orderName}`,
      truckKey: this.#isLucky(0.5) ? 'T1' : 'T2',
      number: String(load),
      loadNumber: load,
      quantity,
      tax: 10,
    };
    this.#add('tickets', sampleRecord.tickets({ ...ticket, lines: [mix], status: 'ticketed' }));
    if (this.#isLucky(0.2)) {
      this.#add('tickets', sampleRecord.tickets({ ...ticket, lines: [mix], status: 'ticketed', isCancelled: true }));
      return 0;
    }
    const lines = this.#isLucky(0.5) ? [mix, fuel] : [mix];
    const times = { status: 'finished', finishedAt: '2026-01-06T13:00:00Z', leaveJobAt: '2026-01-06T13:10:00Z' } as const;
    this.#add('tickets', sampleRecord.tickets({ ...ticket, lines, ...times }));
    return lines.reduce((sum, { amount }) => sum + amount, 0);
  }

  #addBilling(customerKey: string, orderName: string, ticketKeys: string[], sales: number): void {
    const total = sales + 10;
    const invoice = { customerKey, orderKey: `O${orderName}`, ticketKeys, sales, tax: 10, total, discount: 0 };
    let invoiceKey = `I${orderName}`;
    this.#add('invoices', sampleRecord.invoices({ key: invoiceKey, number: invoiceKey, ...invoice }));
    if (this.#isLucky(0.3)) {
      const voided = { voidedOn: '2026-01-08', voidReason: 'Wrong job' };
      this.#add('invoices', sampleRecord.invoices({ key: invoiceKey, number: invoiceKey, ...invoice, ...voided }));
      invoiceKey = `J${orderName}`;
      this.#add('invoices', sampleRecord.invoices({ key: invoiceKey, number: invoiceKey, ...invoice }));
    }
    const pay = (name: string, amount: number, more = {}) => {
      const key = `${name}${orderName}`;
      const payment = { key, customerKey, amount, receiptNumber: key, applications: [{ invoiceKey, amount }], ...more };
      this.#add('payments', sampleRecord.payments(payment));
    };
    if (this.#isLucky(0.5)) {
      const key = `R${orderName}`;
      const applications = [{ invoiceKey, amount: 50, on: '2026-01-09' }];
      this.#add(
        'credits',
        sampleRecord.credits({ key, customerKey, number: key, invoiceKey, sales: 50, tax: 0, total: 50, lines: [], applications }),
      );
      pay('Y', total - 50);
    } else {
      pay('Y', total);
      pay('Y', total, { status: 'returned', returnedAt: '2026-01-15T12:00:00Z' });
      pay('Z', total);
    }
  }

  /** Adds a version that is newer than all before it. */
  #add(resource: SupplyResource, record: { key: string }): void {
    const updatedAt = new Date(Date.parse('2026-03-01T00:00:00Z') + this.versions.length * 60_000).toISOString();
    this.versions.push({ resource, record: { ...record, updatedAt } });
  }

  #some(most: number): number {
    return 1 + Math.floor(this.#random() * most);
  }

  #isLucky(chance: number): boolean {
    return this.#random() < chance;
  }
}
