import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database';
import { sql } from '#server/database/drizzle';
import type { Prepare } from './prepared-sample.ts';

/** Creates a chat of a user for a customer number: pending, or joined by the staff member `agent`. */
export async function addChat(database: Database, customerId: number, email: string, options: { agent?: string } = {}): Promise<string> {
  const id = randomUUID();
  await database.transaction('system', async ({ orm }) => {
    await orm.execute(sql`
      insert into chat_sessions (id, customer_id, user_id, category, status_id, job_address, agent_id, agent_name, last_sequence, last_message)
      select ${id}::uuid, ${customerId}, u.id, 1, ${options.agent ? 2 : 1},
        '{"street":"1 Sample St","city":"Hixson","state":"TN","zip":"37343","latitude":null,"longitude":null}'::jsonb, agent.id, agent.first_name || ' ' || agent.last_name, 1, 'Chat started.'
      from users u left join users agent on agent.email = ${options.agent ?? null} where u.email = ${email}`);
    await orm.execute(sql`
      insert into chat_messages (customer_id, session_id, sequence, type_id, sender_type, sender_name, message)
      select customer_id, id, 1, 4, 1, 'Dispatch', 'Chat started.' from chat_sessions where id = ${id}::uuid`);
  });
  return id;
}

/** A chat of the caller. */
const chat: Prepare = async (database, customerId, email) => ({ params: { sessionId: await addChat(database, customerId, email) } });
/** A chat that the calling staff member has joined or can join. */
const deskChat =
  ({ isActive }: { isActive: boolean }): Prepare =>
  async (database, customerId, email) => ({
    params: { sessionId: await addChat(database, customerId, 'owner@example.com', isActive ? { agent: email } : {}) },
  });

export const CHAT_SAMPLES: Readonly<Record<string, Prepare>> = {
  'chat.start': async () => ({
    body: {
      context: { jobAddress: { street: '1 Sample St', city: 'Hixson', state: 'TN', zip: '37343', latitude: null, longitude: null } },
    },
  }),
  'chat.send': chat,
  'chat.end': chat,
  'chat.session': chat,
  'chat.messages': chat,
  'chat.read': chat,
  'desk.chat': deskChat({ isActive: false }),
  'desk.chat-messages': deskChat({ isActive: false }),
  'desk.chat-join': deskChat({ isActive: false }),
  'desk.chat-send': deskChat({ isActive: true }),
  'desk.chat-hand-back': deskChat({ isActive: true }),
  'desk.chat-transfer': async (database, customerId, email) => {
    const colleague = email === 'dispatcher@example.com' ? 'desk@example.com' : 'dispatcher@example.com';
    const userId = Number(await database.read('system', sql`select id as answer from users where email = ${colleague}`));
    return { ...(await deskChat({ isActive: true })(database, customerId, email)), body: { userId } };
  },
  'desk.chat-end': deskChat({ isActive: true }),
  'desk.chat-read': deskChat({ isActive: true }),
};
