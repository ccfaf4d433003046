import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';

/** A PNG of one pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const SIGNATURE = `data:image/png;base64,${ONE_PIXEL.toString('base64')}`;

/** Returns a delivered ticket of the customer that nobody has signed for. */
export async function unsignedTicket(
  database: Database,
  customerId: number,
  statusId = 6,
  direction: 'asc' | 'desc' = 'desc',
): Promise<number> {
  return Number(
    await database.read(
      'system',
      sql`select t.id as answer from tickets t where t.customer_id = ${customerId} and t.status_id = ${statusId} and not t.is_cancelled
          and not exists (select from ticket_sign_offs s where s.ticket_id = t.id) order by t.id ${sql.raw(direction)} limit 1`,
    ),
  );
}

/** Adds an entry with a photo to the oldest delivered ticket: generated requests sign for the newest ones meanwhile. */
async function addSignOff(database: Database, customerId: number) {
  const ticketId = await unsignedTicket(database, customerId, 6, 'asc');
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string; photo_id: string }>(
      `with entry as (
         insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, received_by, signature, signed_by, signed_by_name, signed_at)
         select $1, $2, $3, false, 'Sam Sample', $4, min(id), 'Sam Sample', now() from users returning id),
       photo as (
         insert into ticket_sign_off_photos (customer_id, sign_off_id, file_name, content_type, content, preview)
         select $1, id, 'sample.png', 'image/png', $4, $4 from entry returning id)
       select entry.id, photo.id as photo_id from entry, photo`,
      [customerId, ticketId, randomUUID(), ONE_PIXEL],
    ),
  );
  return { params: { ticketId, signOffId: Number(rows[0]?.id), photoId: Number(rows[0]?.photo_id) } };
}

/** Sample calls of the endpoints of sign-offs. */
export const SIGN_OFF_SAMPLES = {
  'sign-offs.create': async (database: Database, customerId: number) => ({
    params: { ticketId: await unsignedTicket(database, customerId) },
    body: { clientKey: randomUUID(), isRejected: 'false', receivedBy: 'Sam Sample', signature: SIGNATURE },
  }),
  'sign-offs.signature': addSignOff,
  'sign-offs.photo': addSignOff,
  'supply.sign-off-signature': addSignOff,
  'supply.sign-off-photo': addSignOff,
};
