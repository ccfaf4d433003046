import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { ONE_PIXEL } from '#server/testing/prepare-sign-off';

/** Who signs in the questions about sign-offs. */
export const SIGNERS = ['Dana Reyes', 'Marcus Whitlow'] as const;
const REJECTER = 'Ines Calder';

/**
 * Signs for most loads of the last days: of twelve, two are not signed for, one is rejected, and of one the rejection is corrected. Nobody
 * signs in the demo world.
 */
export async function addSignOffs(database: Database, customerId: number): Promise<void> {
  await database.transaction('system', async ({ client }) => {
    const { rows } = await client.query<{ id: string; place: number }>(
      `select t.id, (row_number() over (order by t.ticketed_at desc, t.id desc) - 1)::int % 12 as place from tickets t
       where t.customer_id = $1 and t.status_id >= 4 and not t.is_cancelled and t.ticketed_at > now() - interval '10 days'
         and not exists (select from ticket_sign_offs s where s.ticket_id = t.id)`,
      [customerId],
    );
    const sign = async (ticketId: string, receivedBy: string, isRejected: boolean, correctsId?: string) => {
      const { rows: stored } = await client.query<{ id: string }>(
        `insert into ticket_sign_offs (customer_id, ticket_id, client_key, corrects_id, is_rejected, reject_reason, received_by, signature, signed_by, signed_by_name, signed_at)
         select $1, t.id, $3, $4, $5, case when $5 then 'slump' end, $6, $7, (select min(id) from users), $6, least(now(), t.ticketed_at + interval '50 minutes')
         from tickets t where t.id = $2 returning id`,
        [customerId, ticketId, randomUUID(), correctsId ?? null, isRejected, receivedBy, ONE_PIXEL],
      );
      return stored[0]?.id;
    };
    for (const { id, place } of rows) {
      if (place === 2 || place === 7) continue;
      const isRejectedFirst = place === 4 || place === 9;
      const first = await sign(id, isRejectedFirst ? REJECTER : SIGNERS[place % 2 === 0 ? 0 : 1], isRejectedFirst);
      if (place === 9) await sign(id, SIGNERS[0], false, first);
    }
  });
}
