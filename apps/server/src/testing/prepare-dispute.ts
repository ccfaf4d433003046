import { sql } from '#server/database/drizzle';
import type { Prepare } from './prepared-sample.ts';

let made = 0;

/** An open dispute of an invoice, with a file; a new one for each call, because a line has one at a time. */
const dispute: Prepare = async (database, customerId) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string; file_id: string }>(
      `with opened as (
         insert into disputes (customer_id, invoice_id, ticket_id, line_number, reason, amount_cents)
         select i.customer_id, i.id, t.id, $2, 'other', 1 from invoices i join tickets t on t.invoice_id = i.id
         where i.customer_id = $1 and i.voided_on is null order by i.id desc limit 1 returning id, customer_id),
       entry as (
         insert into dispute_entries (customer_id, dispute_id, kind, author_name, is_staff, message)
         select customer_id, id, 'opened', 'Sam Sample', false, 'Sample' from opened returning id, dispute_id, customer_id)
       insert into dispute_files (customer_id, dispute_id, entry_id, file_name, content_type, content)
       select customer_id, dispute_id, id, 'sample.png', 'image/png', '\\x00' from entry returning dispute_id as id, id as file_id`,
      [customerId, 1000 + ++made],
    ),
  );
  return { params: { id: Number(rows[0]?.id), fileId: Number(rows[0]?.file_id) } };
};

/**
 * The body of a dispute about the first line of an undisputed ticket. The line number is the same for all customers, so it does not count
 * as a foreign key.
 */
const disputedLine: Prepare = async (database, customerId) => {
  const found = await database.read<{ documentNumber: string; ticketId: number; lineNumber: number }>(
    'system',
    sql`select json_build_object('documentNumber', i.document_number, 'ticketId', line.ticket_id, 'lineNumber', line.line_number) as answer
        from invoices i join tickets t on t.invoice_id = i.id join ticket_products line on line.ticket_id = t.id
        where i.customer_id = ${customerId} and i.voided_on is null and line.line_number = 1 and line.amount_cents > 100
          and not exists (select from disputes d where d.ticket_id = line.ticket_id and d.line_number = line.line_number)
        order by i.id desc, line.id limit 1`,
  );
  return { body: { ...found, reason: 'other', quantity: '', amount: 0.01, note: 'Sample' } };
};

/** Sample calls of the endpoints of disputes. */
export const DISPUTE_SAMPLES: Readonly<Record<string, Prepare>> = {
  'disputes.detail': dispute,
  'disputes.file': dispute,
  'disputes.open': disputedLine,
  'disputes.reply': dispute,
  'disputes.withdraw': async (...sample) => ({ ...(await dispute(...sample)), body: { version: 0 } }),
  'desk.dispute': dispute,
  'desk.dispute-file': dispute,
  'desk.close-dispute': async (...sample) => ({ ...(await dispute(...sample)), body: { version: 0 } }),
  'desk.answer-dispute': async (...sample) => ({ ...(await dispute(...sample)), body: { version: 0 } }),
};
