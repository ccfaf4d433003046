import { formatMoney } from '@yardage/domain/money';
import { PAYMENT_RESULTS } from '@yardage/domain/payment-status';
import type pg from 'pg';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, type Item, refer } from './resource-handler.ts';

/** What a payment or credit pays. */
export interface Application {
  invoiceKey: string;
  amountCents: number;
  discountCents: number;
  /** The day from which it counts. */
  on: string;
}

/** A payment or credit with what it pays. */
export interface Paying {
  item: Item;
  customerId: number;
  /** 1 if it counts, 2 while it is pending, 0 if it does not count. */
  result: 0 | 1 | 2;
  applications: readonly Application[];
}

/** The column of `payment_invoices` that names the document. */
export type PayingColumn = 'payment_id' | 'credit_id';

/** The day from which a stored application `a` counts: not before that of its document. */
const STORED_DAY: Record<PayingColumn, string> = {
  payment_id: 'a.applied_on',
  credit_id: 'greatest(a.applied_on, (select document_date from credits where id = a.credit_id))',
};

/**
 * Locks the invoices that the new versions name and those that the stored ones pay, in one order, as carts do. What is open of them, and
 * what payers apply to them, stays as it is until the versions are written.
 */
export async function lockApplied(client: pg.ClientBase, column: PayingColumn, paying: readonly Paying[]): Promise<void> {
  const named = paying.flatMap(({ item, applications }) => applications.map(({ invoiceKey }) => item.idOf('invoices', invoiceKey)));
  await client.query(
    `select id from invoices where id in (select unnest($1::bigint[]) union
       select invoice_id from payment_invoices where ${column} = any($2::bigint[]) and payment_result <> 0 and cart_payment_id is null)
     order by id for update`,
    [named, paying.filter(({ item }) => !item.isNew).map(({ item }) => item.id)],
  );
}

/**
 * Returns the credits with the supplier's own part of each amount. Payers also apply credits in the portal, and once that is posted in the
 * supplier's system, the amounts that it sends contain those uses. Call it after locking the invoices. While a payment that uses the credit on an
 * invoice is under way, it is unknown whether the amount contains that use, so a larger amount for that invoice has to wait.
 */
export async function findOwnParts<T extends Paying>(client: pg.ClientBase, credits: readonly T[]): Promise<{ own: T[]; faults: Fault[] }> {
  const known = credits.flatMap(({ item }) => (item.isNew ? [] : [item.id]));
  const { rows } = await client.query<{ credit: string; invoice: string; amount: string; result: number; is_used: boolean }>(
    `select a.credit_id as credit, a.invoice_id as invoice, a.amount_cents as amount, a.payment_result as result, a.cart_payment_id is not null as is_used
     from payment_invoices a left join payments p on p.id = a.cart_payment_id
     where a.credit_id = any($1::bigint[]) and a.payment_result <> 0 order by p.settled_at, a.id`,
    [known],
  );
  const faults: Fault[] = [];
  const own = credits.map((credit) => {
    const { item, applications } = credit;
    return {
      ...credit,
      applications: applications.map((application, place) => {
        const invoice = item.idOf('invoices', application.invoiceKey);
        const standing = rows.filter((row) => !item.isNew && Number(row.credit) === item.id && Number(row.invoice) === invoice);
        const stored = standing.filter((row) => !row.is_used).reduce((sum, { amount }) => sum + Number(amount), 0);
        const used = standing.filter((row) => row.is_used && row.result === PAYMENT_RESULTS.paid).map(({ amount }) => Number(amount));
        const amountCents = ownPartCents(application.amountCents, stored, used);
        if (amountCents > stored && standing.some(({ result }) => result === PAYMENT_RESULTS.pending)) {
          const dependsOn = [refer('invoices', application.invoiceKey, 'applications'), refer('credits', item.key, 'applications')];
          faults.push({ item, field: `applications.${place}.amount`, message: SUPPLY_MESSAGES.usedNow, dependsOn });
        }
        return { ...application, amountCents };
      }),
    };
  });
  return { own, faults };
}

/**
 * The supplier's own part of an amount for an invoice. `storedCents` is that of the stored version; `usedCents` is what payers applied, in the
 * order in which the supplier hears of it. If the amount is the stored part and the first of the uses, or none, the part has not changed.
 * Otherwise all uses count as posted.
 */
function ownPartCents(amountCents: number, storedCents: number, usedCents: readonly number[]): number {
  let postedCents = storedCents;
  if (amountCents === postedCents) return storedCents;
  for (const cents of usedCents) {
    postedCents += cents;
    if (amountCents === postedCents) return storedCents;
  }
  return Math.max(0, amountCents - (postedCents - storedCents));
}

/**
 * Returns faults for applications to invoices of other customers, to void ones, and of more than is open. Of several in a batch the first ones
 * fit; one that does not fit takes nothing from those after it.
 */
export async function findOverApplied(client: pg.ClientBase, column: PayingColumn, paying: readonly Paying[]): Promise<Fault[]> {
  const standings = await findStandings(client, column, paying);
  const taken = new Map<number, { cents: number; by: Item[] }>();
  return paying.flatMap(({ item, customerId, result, applications }): Fault[] => {
    const parts = applications.map(({ invoiceKey, amountCents, discountCents }) => {
      const invoice = item.idOf('invoices', invoiceKey);
      return {
        invoiceKey,
        invoice,
        cents: result === 0 ? 0 : amountCents + discountCents,
        earlier: taken.get(invoice) ?? { cents: 0, by: [] },
      };
    });
    const faults = parts.flatMap(({ invoiceKey, invoice, cents, earlier }, place): Fault[] => {
      const standing = standings.get(invoice);
      if (!standing) return [];
      const fault = { item, field: `applications.${place}.invoiceKey`, dependsOn: [refer('invoices', invoiceKey, 'applications')] };
      if (standing.customerId !== customerId) return [{ ...fault, message: SUPPLY_MESSAGES.otherCustomersInvoice }];
      if (cents === 0) return [];
      if (standing.isVoid) return [{ ...fault, message: SUPPLY_MESSAGES.voidInvoice }];
      const openCents = standing.openCents - earlier.cents;
      if (cents <= openCents) return [];
      const message = SUPPLY_MESSAGES.aboveOpen(formatMoney(Math.max(0, openCents)));
      const isBehind = cents <= standing.openCents;
      return [{ ...fault, field: `applications.${place}.amount`, message, ...(isBehind ? { waitsBehind: earlier.by } : {}) }];
    });
    if (faults.length > 0) return faults;
    for (const { invoice, cents, earlier } of parts) {
      if (cents > 0) taken.set(invoice, { cents: earlier.cents + cents, by: [...earlier.by, item] });
    }
    return [];
  });
}

interface Standing {
  customerId: number;
  isVoid: boolean;
  /** Without what the stored versions of the documents pay. */
  openCents: number;
}

/** Returns what is open of the invoices that the documents name. */
async function findStandings(client: pg.ClientBase, column: PayingColumn, paying: readonly Paying[]): Promise<Map<number, Standing>> {
  const named = paying.flatMap(({ item, applications }) => applications.map(({ invoiceKey }) => item.idOf('invoices', invoiceKey)));
  if (named.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; customer: string; is_void: boolean; open: string }>(
    `select i.id, i.customer_id as customer, i.voided_on is not null as is_void, i.total_cents - coalesce((
         select sum(a.amount_cents + a.discount_cents) from payment_invoices a where a.invoice_id = i.id and a.payment_result <> 0
           and (a.cart_payment_id is not null or a.${column} is null or a.${column} <> all($2::bigint[]))), 0) as open
     from invoices i where i.id = any($1::bigint[])`,
    [named, paying.filter(({ item }) => !item.isNew).map(({ item }) => item.id)],
  );
  return new Map(
    rows.map((row) => [Number(row.id), { customerId: Number(row.customer), isVoid: row.is_void, openCents: Number(row.open) }]),
  );
}

const GIVEN = `json_to_recordset($1::json) as given(document bigint, customer bigint, invoice bigint, amount bigint, discount bigint, result smallint,
  applied_on date, updated_at timestamptz)`;

function givenRows(paying: readonly Paying[]): string {
  return JSON.stringify(
    paying.flatMap(({ item, customerId, result, applications }) =>
      applications.map(({ invoiceKey, amountCents, discountCents, on }) => ({
        document: item.id,
        customer: customerId,
        invoice: item.idOf('invoices', invoiceKey),
        amount: amountCents,
        discount: discountCents,
        result,
        applied_on: on,
        updated_at: item.record.updatedAt,
      })),
    ),
  );
}

/**
 * Takes back the applications that the new versions do not have, and on their own day those that have another day. Runs before the documents
 * change. What payers applied in the portal stays: the supplier's system may not know of it yet.
 */
export async function takeBack(client: pg.ClientBase, column: PayingColumn, paying: readonly Paying[]): Promise<void> {
  const known = paying.filter(({ item }) => !item.isNew);
  if (known.length === 0) return;
  const same = `select from ${GIVEN} where given.document = a.${column} and given.invoice = a.invoice_id and given.amount = a.amount_cents
    and given.discount = a.discount_cents`;
  await client.query(
    `update payment_invoices a set payment_result = 0,
       reversed_on = case when exists (${same}) then a.applied_on else ledger_day(a.customer_id, document.updated_at) end
     from json_to_recordset($2::json) as document(id bigint, updated_at timestamptz)
     where a.${column} = document.id and a.payment_result <> 0 and a.cart_payment_id is null
       and not exists (${same} and (given.applied_on = ${STORED_DAY[column]} or given.result = 0))`,
    [givenRows(known), JSON.stringify(known.map(({ item }) => ({ id: item.id, updated_at: item.record.updatedAt })))],
  );
}

/** Adds the applications that the new versions have and the stored ones have not. Runs after the documents changed. */
export async function apply(client: pg.ClientBase, column: PayingColumn, paying: readonly Paying[]): Promise<void> {
  await client.query(
    `insert into payment_invoices (${column}, invoice_id, customer_id, amount_cents, discount_cents, payment_result, applied_on)
     select given.document, given.invoice, given.customer, given.amount, given.discount, given.result, given.applied_on from ${GIVEN}
     where given.amount + given.discount > 0 and not exists (select from payment_invoices a where a.${column} = given.document
       and a.invoice_id = given.invoice and (a.payment_result <> 0 or given.result = 0) and a.cart_payment_id is null)
     order by given.invoice, given.document`,
    [givenRows(paying)],
  );
}

/** Credits whose new version is void, or too small for what payers applied in the portal and for its own applications. */
export async function findUsedCredits(
  client: pg.ClientBase,
  credits: readonly (Paying & { totalCents: number; isVoid: boolean })[],
): Promise<Fault[]> {
  const known = credits.filter(({ item }) => !item.isNew);
  if (known.length === 0) return [];
  const { rows } = await client.query<{ credit: string; used: string }>(
    `select credit_id as credit, sum(amount_cents) as used from payment_invoices
     where credit_id = any($1::bigint[]) and payment_result <> 0 and cart_payment_id is not null group by credit_id`,
    [known.map(({ item }) => item.id)],
  );
  const usedBy = new Map(rows.map(({ credit, used }) => [Number(credit), Number(used)]));
  return known.flatMap(({ item, applications, totalCents, isVoid }): Fault[] => {
    const used = usedBy.get(item.id);
    if (used === undefined) return [];
    // Free again when the payment that used it fails or comes back.
    const dependsOn = [refer('credits', item.key, 'applications')];
    if (isVoid) return [{ item, field: 'voidedOn', message: SUPPLY_MESSAGES.paidVoid, dependsOn }];
    const isTooSmall = applications.reduce((sum, { amountCents }) => sum + amountCents, used) > totalCents;
    return isTooSmall ? [{ item, field: 'total', message: SUPPLY_MESSAGES.usedByPayers, dependsOn }] : [];
  });
}
