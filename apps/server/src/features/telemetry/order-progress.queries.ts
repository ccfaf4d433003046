import { ORDER_STATUS } from '@yardage/domain/orders';
import { DELIVERED_STATUS } from '@yardage/domain/tickets';
import type { Transaction } from '#server/database/database';

const { toBeShipped, shipping, complete } = ORDER_STATUS;

/**
 * An order is shipping from its first load on. It is complete when all loads are delivered and are all that were ordered (the SQL function
 * `are_all_loads`, which also decides which load is the last one). A load that was rejected on the job does not count, because it has to
 * come again. Other statuses, such as cancelled, stay: people decide about those. With `reopens`, a complete order is shipping again if the
 * given loads had completed it. An order that people completed with less than was ordered stays complete. The caller has locked the orders.
 * Returns those that changed.
 */
export async function moveOrders({ client }: Transaction, ticketIds: readonly number[], { reopens = false } = {}): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `update orders set status_id = loads.status_id
     from (
       select o.id, ${allLoadsCame('not t.is_rejected')} as is_complete, ${allLoadsCame('(not t.is_rejected or t.id = any($1))')} as was_complete
       from orders o
         join (select t.id, t.order_id, t.status_id, t.quantity, is_rejected_load(t.id) as is_rejected from tickets t where not t.is_cancelled) t on t.order_id = o.id
       where o.id in (select order_id from tickets where id = any($1::bigint[])) group by o.id
     ) as counted
       cross join lateral (select counted.id, counted.was_complete, case when counted.is_complete then ${complete} else ${shipping} end as status_id) as loads
     where orders.id = loads.id and orders.status_id <> loads.status_id
       and (orders.status_id in (${toBeShipped}, ${shipping}) or ($2 and orders.status_id = ${complete} and loads.was_complete))
     returning orders.id::int`,
    [ticketIds, reopens],
  );
  return rows.map(({ id }) => id);
}

/** Whether all loads `t` of the order `o` came, counting only those that meet the condition `counts`. */
const allLoadsCame = (counts: string): string => `(bool_and(t.status_id = ${DELIVERED_STATUS} or t.is_rejected)
  and are_all_loads(count(*) filter (where ${counts}), sum(t.quantity) filter (where ${counts}), o.load_count, o.quantity_ordered))`;

/**
 * Applies the rule to the order of a load whose sign-off says something else than before: rejected, or received after all. A rejection that
 * arrives after the last truck left reopens the order, but only within a day of the ticket: of an older one the supplier decides.
 */
export async function moveOrderOfSignedLoad(transaction: Transaction, ticketId: number, isRejected: boolean): Promise<number[]> {
  const { rowCount } = await transaction.client.query(`select from tickets where id = $1 and ticketed_at > now() - interval '24 hours'`, [
    ticketId,
  ]);
  return moveOrders(transaction, [ticketId], { reopens: isRejected && rowCount === 1 });
}
