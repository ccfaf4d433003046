import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';

const followOf = async (database: Database, customerId: number, email: string) => {
  const { rows } = await database.transaction('system', ({ client }) =>
    client.query<{ id: string }>(
      `insert into alert_follows (customer_id, user_id, job, types) select $1, id, gen_random_uuid()::text, '{arrived}' from users where email = $2
       returning id`,
      [customerId, email],
    ),
  );
  return { params: { followId: Number(rows[0]?.id) } };
};

/** Sample calls of the endpoints of alerts. */
export const ALERT_SAMPLES = {
  'alerts.follow-delivery': async (database: Database, customerId: number) => ({
    params: { orderId: Number(await database.read('system', sql`select max(id) as answer from orders where customer_id = ${customerId}`)) },
  }),
  'alerts.unfollow': followOf,
  'alerts.change-follow': followOf,
};
