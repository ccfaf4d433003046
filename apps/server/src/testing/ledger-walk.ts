import { DAY_MS } from '@yardage/domain/durations';
import { expect } from 'vitest';
import type { ledgerBooks } from './ledger-books.ts';

// A random history of one customer's ledger: its steps in the database, and the figures that the books must have afterwards.

/** Repeatable random numbers (mulberry32). */
export function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (most: number) => 1 + Math.floor(next() * most);
  const one = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  return { next, upTo, one };
}

interface Applied {
  id: number;
  invoice: Document;
  source: Document;
  cents: number;
  discount: number;
}
interface Document {
  id: number;
  total: number;
  isOver: boolean;
}

/** The figures that the books must have, computed by the simplest arithmetic. */
class LedgerModel {
  invoices: Document[] = [];
  credits: Document[] = [];
  payments: Document[] = [];
  pending: { id: number; invoice: Document; cents: number }[] = [];
  applied: Applied[] = [];

  readonly open = (invoice: Document) =>
    invoice.isOver
      ? 0
      : invoice.total -
        sum(
          this.applied.filter((each) => each.invoice === invoice),
          true,
        );
  readonly rest = (source: Document) =>
    source.isOver
      ? 0
      : source.total -
        sum(
          this.applied.filter((each) => each.source === source),
          false,
        );
  readonly underWay = (invoice: Document) =>
    this.pending.filter((each) => each.invoice === invoice).reduce((total, each) => total + each.cents, 0);
  openInvoices = () => this.invoices.filter((invoice) => this.open(invoice) - this.underWay(invoice) > 0);
  invoiced = () => this.invoices.reduce((total, invoice) => total + this.open(invoice), 0);
  unapplied = () => [...this.credits, ...this.payments].reduce((total, source) => total + this.rest(source), 0);
}
function sum(applied: readonly Applied[], withDiscount: boolean): number {
  return applied.reduce((total, each) => total + each.cents + (withDiscount ? each.discount : 0), 0);
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The name of the constraint that refused a statement; undefined if none did. */
export function constraintOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  );
}

/** Starts on a day and makes random steps, each at the time that `advance` has reached. */
export function ledgerWalk(books: ReturnType<typeof ledgerBooks>, seed: number, startsOn: string) {
  const random = randomOf(seed);
  const model = new LedgerModel();
  let time = Date.parse(`${startsOn}T12:00:00Z`);
  /** Mostly today; sometimes earlier, also in a month that is closed. */
  const someDay = () => dayOf(time - (random.next() < 0.25 ? random.upTo(45) * DAY_MS : 0));
  const apply = async (source: Document, kind: 'paymentId' | 'creditId') => {
    const invoice = random.one(model.openInvoices());
    const isTaken = invoice && model.applied.some((each) => each.source === source && each.invoice === invoice);
    if (!invoice || isTaken || model.rest(source) === 0) return;
    const open = model.open(invoice) - model.underWay(invoice);
    const amount = Math.min(random.upTo(open), model.rest(source));
    const discount = kind === 'paymentId' && open > amount && random.next() < 0.3 ? random.upTo(open - amount) : 0;
    const given = kind === 'paymentId' ? { paymentId: source.id } : { creditId: source.id };
    const id = await books.apply(someDay(), given, invoice.id, amount, discount);
    model.applied.push({ id, invoice, source, cents: amount, discount });
  };
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const total = random.upTo(500_000);
      model.invoices.push({ id: await books.invoice(someDay(), total), total, isOver: false });
    },
    async () => {
      const total = random.upTo(60_000);
      model.credits.push({ id: await books.credit(someDay(), total), total, isOver: false });
    },
    async () => {
      const total = random.upTo(700_000);
      const payment = { id: await books.receipt(someDay(), total), total, isOver: false };
      model.payments.push(payment);
      for (let count = random.upTo(3); count > 0; count--) await apply(payment, 'paymentId');
    },
    async () => {
      const payment = random.one(model.payments.filter((each) => model.rest(each) > 0));
      if (payment) await apply(payment, 'paymentId');
    },
    async () => {
      const credit = random.one(model.credits.filter((each) => model.rest(each) > 0));
      if (credit) await apply(credit, 'creditId');
    },
    async () => {
      const taken = random.one(model.applied);
      if (!taken) return;
      await books.takeBack(someDay(), taken.id);
      model.applied = model.applied.filter((each) => each !== taken);
    },
    async () => {
      const payment = random.one(model.payments.filter(({ isOver }) => !isOver));
      if (!payment || random.next() < 0.5) return;
      await books.returnPayment(someDay(), payment.id);
      payment.isOver = true;
      model.applied = model.applied.filter((each) => each.source !== payment);
    },
    async () => {
      const invoice = random.one(
        model.invoices.filter((each) => !each.isOver && model.open(each) === each.total && model.underWay(each) === 0),
      );
      if (!invoice || random.next() < 0.6) return;
      await books.voidInvoice(someDay(), invoice.id);
      invoice.isOver = true;
    },
    async () => {
      const credit = random.one(model.credits.filter((each) => !each.isOver && model.rest(each) === each.total));
      if (!credit || random.next() < 0.6) return;
      await books.voidCredit(someDay(), credit.id);
      credit.isOver = true;
    },
    async () => {
      const invoice = random.one(model.invoices.filter(({ isOver }) => !isOver));
      if (!invoice) return;
      const covered = invoice.total - model.open(invoice) + model.underWay(invoice);
      invoice.total = covered + random.upTo(300_000);
      await books.correctInvoice(someDay(), invoice.id, invoice.total);
    },
    async () => {
      const invoice = random.one(model.openInvoices());
      if (!invoice) return;
      const amount = model.open(invoice) - model.underWay(invoice);
      model.pending.push({ id: await books.pending(dayOf(time), invoice.id, amount), invoice, cents: amount });
    },
    async () => {
      const payment = random.one(model.pending);
      if (!payment) return;
      model.pending = model.pending.filter((each) => each !== payment);
      if (random.next() < 0.3) return books.fail(dayOf(time), payment.id);
      await books.settle(dayOf(time), payment.id);
      const source = { id: payment.id, total: payment.cents, isOver: false };
      model.payments.push(source);
      const id = await books.applicationOf(payment.id);
      return model.applied.push({ id, invoice: payment.invoice, source, cents: payment.cents, discount: 0 });
    },
    // What exceeds a document is refused, and leaves no trace.
    async () => {
      const invoice = random.one(model.openInvoices());
      const payment = random.one(
        model.payments.filter((each) => !each.isOver && !model.applied.some((one) => one.source === each && one.invoice === invoice)),
      );
      if (!invoice || !payment) return;
      const tooMuch = Math.max(model.open(invoice) - model.underWay(invoice), model.rest(payment)) + 1;
      expect(['not_overpaid', 'payment_not_overapplied']).toContain(
        await constraintOf(books.apply(dayOf(time), { paymentId: payment.id }, invoice.id, tooMuch)),
      );
    },
    async () => {
      const invoice = random.one(model.invoices.filter((each) => !each.isOver && model.open(each) < each.total));
      if (invoice) expect(await constraintOf(books.voidInvoice(dayOf(time), invoice.id))).toBe('void_has_no_applications');
      const gone = random.one(model.invoices.filter(({ isOver }) => isOver));
      const credit = random.one(model.credits.filter((each) => model.rest(each) > 0));
      if (gone && credit)
        expect(await constraintOf(books.apply(dayOf(time), { creditId: credit.id }, gone.id, 1))).toBe('void_has_no_applications');
    },
  ];
  return {
    model,
    today: () => dayOf(time),
    /** Lets up to three days pass, or none. */
    advance: () => {
      time += random.next() < 0.6 ? random.upTo(3) * DAY_MS : 0;
    },
    step: () => random.one(steps)?.(),
  };
}
