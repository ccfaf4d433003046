import type pg from 'pg';

/** Adds the last entry of each dispute that a statement closed. The message is the number of the credit, or empty for a void invoice. */
const ENTRIES = `insert into dispute_entries (customer_id, dispute_id, kind, author_name, is_staff, message)
  select customer_id, id, 'closed', '', true, document_number from closed`;

/** A line of a credit that names a ticket. */
interface NamedTicket {
  creditId: number;
  ticketId: number;
  productId: number | null;
}

/** Returns the tickets that known credits name. */
export async function findNamedTickets(client: pg.ClientBase, creditIds: readonly number[]): Promise<NamedTicket[]> {
  if (creditIds.length === 0) return [];
  const { rows } = await client.query<{ named: NamedTicket[] | null }>(
    `select json_agg(json_build_object('creditId', credit_id, 'ticketId', ticket_id, 'productId', product_id)) as named from credit_lines
     where credit_id = any($1::bigint[]) and ticket_id is not null`,
    [creditIds],
  );
  return rows[0]?.named ?? [];
}

/**
 * Closes the disputes that arriving credits settle. A line of a credit that names the disputed ticket, and its product if it names one,
 * settles the dispute whatever was answered, unless an earlier version of the credit had that line: then the dispute is about what is left.
 * A credit that names no ticket settles those that were promised a credit, oldest first, as far as it goes; so does any credit for a dispute
 * of the whole invoice. Of credits that arrive together, the next one goes on where the one before ends.
 */
export async function closeCredited(
  client: pg.ClientBase,
  creditIds: readonly number[],
  namedBefore: readonly NamedTicket[],
): Promise<void> {
  await client.query(
    `with arrived as (
       select k.id, k.customer_id, k.invoice_id, k.document_number, k.total_cents,
         exists (select from credit_lines line where line.credit_id = k.id and line.ticket_id is not null) as names_tickets
       from credits k where k.id = any($1::bigint[]) and k.voided_on is null and k.invoice_id is not null),
     named as (
       select d.id, arrived.id as credit_id from arrived join disputes d on d.invoice_id = arrived.invoice_id and d.customer_id = arrived.customer_id
       where d.state in ('open', 'answered') and exists (select from credit_lines line where line.credit_id = arrived.id
         and line.ticket_id = d.ticket_id and (line.product_id is null or line.product_id = d.product_id)
         and not exists (select from json_to_recordset($2::json) as before("creditId" bigint, "ticketId" bigint, "productId" bigint)
           where before."creditId" = line.credit_id and before."ticketId" = line.ticket_id and before."productId" is not distinct from line.product_id))),
     giving as (
       select arrived.*, sum(arrived.total_cents) over (partition by arrived.invoice_id, arrived.names_tickets order by arrived.id) as given
       from arrived where not exists (select from disputes settled where settled.credit_id = arrived.id)),
     promised as (
       select d.id, giving.id as credit_id, giving.total_cents, giving.given,
         sum(d.amount_cents) over (partition by giving.id order by d.id) - d.amount_cents as promised_before
       from giving join disputes d on d.invoice_id = giving.invoice_id and d.customer_id = giving.customer_id
       where d.state = 'answered' and d.outcome = 'credit-promised' and (d.ticket_id is null or not giving.names_tickets)),
     closing as (
       select id, max(credit_id) as credit_id
       from (select id, credit_id from named union select id, credit_id from promised where promised_before >= given - total_cents and promised_before < given) as found
       group by id),
     closed as (
       update disputes d set state = 'closed', credit_id = closing.credit_id, version = d.version + 1, modified_at = now()
       from closing join arrived on arrived.id = closing.credit_id
       where d.id = closing.id and d.state in ('open', 'answered')
       returning d.id, d.customer_id, arrived.document_number)
     ${ENTRIES}`,
    [creditIds, JSON.stringify(namedBefore)],
  );
}

/** Closes the disputes of invoices that became void: nothing of them is owed any more. */
export async function closeVoided(client: pg.ClientBase, invoiceIds: readonly number[]): Promise<void> {
  await client.query(
    `with closed as (
       update disputes d set state = 'closed', version = d.version + 1, modified_at = now()
       from invoices i where i.id = d.invoice_id and i.id = any($1::bigint[]) and i.voided_on is not null and d.state in ('open', 'answered')
       returning d.id, d.customer_id, '' as document_number)
     ${ENTRIES}`,
    [invoiceIds],
  );
}
