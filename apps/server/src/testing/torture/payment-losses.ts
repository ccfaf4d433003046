import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import { lossesOf } from './torture.ts';

const read = async <T>(database: Database, statement: ReturnType<typeof sql>) => (await database.read<T>('system', statement)) as T;
const list = (ids: readonly number[]) => sql`string_to_array(${ids.join(',')}, ',')::bigint[]`;

/** Adds invoices to pay, without discounts. Returns them as a payer sees them. */
export async function addInvoices(database: Database, customerId: number, count: number) {
  await database.transaction('system', ({ orm }) =>
    orm.execute(sql`insert into invoices (customer_id, document_number, document_date, due_date, batch_number, sales_cents, tax_cents, total_cents, discount_cents)
      select ${customerId}, 'TORTURE' || n, current_date - 1, current_date + 400, 'TORTURE', 10000 + n, 0, 10000 + n, 0 from generate_series(1, ${count}) n`),
  );
  return read<{ id: number; invoiceNumber: string; openCents: number; discountCents: number }[]>(
    database,
    sql`select json_agg(json_build_object('id', id, 'invoiceNumber', document_number, 'openCents', total_cents, 'discountCents', 0) order by id) as answer
        from invoices where customer_id = ${customerId} and document_number like 'TORTURE%'`,
  );
}

/** Counts what is under way: payments, plans, and notifications that the processor has not sent yet. */
export async function countUnderWay(database: Database): Promise<number> {
  // The runner waits ten minutes before it tries again what did not reach the processor; nobody waits for that here.
  await database.transaction('system', ({ orm }) =>
    orm.execute(sql`update planned_payments set next_try_at = now() where state = 'planned' and next_try_at > now()`),
  );
  const ours = await read<number>(
    database,
    sql`select (select count(*) from payments where payment_result = 2 and idempotency_key is not null)
      + (select count(*) from planned_payments where state in ('planned', 'running')) as answer`,
  );
  const { rows } = await database.engine.pool.query<{ count: string }>(
    `select count(*) from sandbox_processor.orders where state = 'waiting' or later_at is not null or (state not in ('open', 'waiting', 'closed')
       and announced_state is distinct from concat_ws(' ', state, nullif(refunded_cents, 0), nullif(disputed_cents, 0), nullif(is_disputed, false)))`,
  );
  return Number(ours) + Number(rows[0]?.count);
}

/** Counts the plans that were paid, also those whose money came back, by kind. */
export const countPaidPlans = (database: Database) =>
  read<{ scheduled: number; approval: number }>(
    database,
    sql`select json_build_object('scheduled', count(*) filter (where kind = 'scheduled'), 'approval', count(*) filter (where kind = 'approval')) as answer
        from planned_payments where state in ('paid', 'returned')`,
  );

/** Returns which of these invoices are open, with what is open of them. */
export const openInvoices = (database: Database, ids: readonly number[]) =>
  read<{ id: number; invoiceNumber: string; openCents: number; discountCents: number }[]>(
    database,
    sql`select coalesce(json_agg(json_build_object('id', id, 'invoiceNumber', document_number, 'openCents', open_cents, 'discountCents', 0) order by id), '[]') as answer
        from invoices where id = any(${list(ids)}) and open_cents > 0`,
  );

interface OurPayment {
  id: number;
  cartId: string;
  processorId: string | null;
  netCents: number;
  result: number;
  onAccountCents: number;
  settled: number;
  failed: number;
  events: string[];
}

/** Compares our books with the processor's, and both with what payers were told. */
export async function compareBooks(
  database: Database,
  { invoiceIds, acknowledged }: { invoiceIds: readonly number[]; acknowledged: ReadonlySet<string> },
): Promise<{ payments: number; charges: number; losses: string[] }> {
  const ours = await read<OurPayment[]>(
    database,
    sql`select coalesce(json_agg(json_build_object('id', p.id, 'cartId', p.cart_id, 'processorId', p.payment_id, 'result', p.payment_result,
          'netCents', case when p.payment_result = 1 then p.amount_cents else 0 end, 'onAccountCents', p.on_account_cents,
          'events', (select coalesce(json_agg(e.type order by e.sequence), '[]') from events e where e.data ->> 'cartId' = p.cart_id))), '[]') as answer
        from payments p where p.idempotency_key is not null`,
  );
  const { rows: theirs } = await database.engine.pool.query<{ payment_id: string; cart_id: string; net: number; charges: number }>(
    `select o.payment_id, o.reference as cart_id, coalesce(sum(e.amount_cents), 0)::float8 as net, (count(*) filter (where e.amount_cents > 0))::int as charges
     from sandbox_processor.orders o left join sandbox_processor.entries e using (payment_id) group by 1, 2`,
  );
  const byCart = new Map(ours.map((payment) => [payment.cartId, payment]));
  const theirNet = Map.groupBy(theirs, ({ cart_id }) => cart_id);
  const netOf = (cartId: string) => (theirNet.get(cartId) ?? []).reduce((sum, { net }) => sum + net, 0);
  const ledger = await read<{ overpaid: string[]; open: string[]; wrongSums: string[]; journal: string[] }>(
    database,
    sql`select json_build_object(
      'overpaid', (select coalesce(json_agg(document_number), '[]') from invoices where paid_cents > total_cents),
      'open', (select coalesce(json_agg(document_number || ' ' || open_cents), '[]') from invoices where id = any(${list(invoiceIds)}) and open_cents <> 0),
      'wrongSums', (select coalesce(json_agg(i.document_number), '[]') from invoices i where i.id = any(${list(invoiceIds)}) and i.paid_cents <>
        (select coalesce(sum(a.amount_cents + a.discount_cents), 0) from payment_invoices a where a.invoice_id = i.id and a.payment_result = 1)),
      'journal', (select coalesce(json_agg(i.document_number), '[]') from invoices i where i.id = any(${list(invoiceIds)}) and i.open_cents <>
        (select coalesce(sum(l.invoice_cents), 0) from ledger_entries l where l.invoice_id = i.id))) as answer`,
  );
  const states = await read<{ plans: string[]; reviews: string[] }>(
    database,
    sql`select json_build_object(
      'plans', (select coalesce(json_agg(id || ' ' || state), '[]') from planned_payments where state in ('waiting', 'planned', 'running')),
      'reviews', (select coalesce(json_agg(p.cart_id || ' ' || r.detail), '[]') from payment_reviews r join payments p on p.id = r.payment_id
        where r.reason = 'disagreed')) as answer`,
  );
  return {
    payments: ours.length,
    charges: theirs.reduce((sum, { charges }) => sum + charges, 0),
    losses: [
      ...lossesOf(
        'payments whose money differs at the processor',
        ours
          .filter(({ cartId, netCents }) => netOf(cartId) !== netCents)
          .map(({ cartId, netCents }) => `${cartId} ${netCents}/${netOf(cartId)}`),
      ),
      ...lossesOf(
        'charges that we do not know',
        theirs.filter(({ charges, payment_id, cart_id }) => charges > 0 && byCart.get(cart_id)?.processorId !== payment_id),
      ),
      ...lossesOf(
        'orders that were charged twice',
        theirs.filter(({ charges }) => charges > 1),
      ),
      ...lossesOf(
        'payments still under way',
        ours.filter(({ result }) => result === 2).map(({ cartId }) => cartId),
      ),
      ...lossesOf(
        'payments with more than their invoices took',
        ours.filter(({ onAccountCents }) => onAccountCents !== 0).map(({ cartId }) => cartId),
      ),
      ...lossesOf(
        'payments that were told as paid and are unknown',
        [...acknowledged].filter((cartId) => !wasPaid(byCart.get(cartId))),
      ),
      ...lossesOf(
        'payments whose events are lost or doubled',
        ours.filter((payment) => !hasRightEvents(payment)),
      ),
      ...lossesOf('payments about which the books disagreed', states.reviews),
      ...lossesOf('plans without an end', states.plans),
      ...lossesOf('invoices over-paid', ledger.overpaid),
      ...lossesOf('invoices left open', ledger.open),
      ...lossesOf('invoices whose sums are wrong', ledger.wrongSums),
      ...lossesOf('invoices whose journal is wrong', ledger.journal),
    ],
  };
}

const wasPaid = (payment: OurPayment | undefined) => payment?.events.includes('payment.settled') ?? false;

/** A payment ends once. What was settled can come back later. */
function hasRightEvents({ events, result }: OurPayment): boolean {
  const [first, ...later] = events;
  if (first === 'payment.settled') {
    return new Set(later).size === later.length && !later.includes('payment.settled') && !later.includes('payment.failed');
  }
  return result !== 1 && later.length === 0 && (first === 'payment.failed' || first === 'payment.returned');
}
