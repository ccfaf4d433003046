import { MAX_TOKEN_LIFE_MS, type SignInSession } from '#server/adapters/identity/port';
import type { Database } from '#server/database/database';
import { lt, type SQL, sql } from '#server/database/drizzle';
import { endedSessions } from '#server/database/tables/operations';

/** Ends a session: its tokens are refused from now on, on every node. Tokens that the provider issues later are accepted again. */
export async function endSession(database: Database, { key, issuedAt }: SignInSession): Promise<void> {
  const now = new Date();
  // If the provider's clock is ahead of ours, the token was issued in our future.
  const endedAt = issuedAt > now ? issuedAt : now;
  const row = { key, endedAt, expiresAt: new Date(endedAt.getTime() + MAX_TOKEN_LIFE_MS) };
  await database.transaction('system', async ({ orm }) => {
    await orm.insert(endedSessions).values(row).onConflictDoUpdate({ target: endedSessions.key, set: row });
    await orm.delete(endedSessions).where(lt(endedSessions.expiresAt, now));
  });
}

/** Whether the session of a token has ended, as a condition of a larger statement. */
export function isSessionEnded({ key, issuedAt }: SignInSession): SQL {
  return sql`exists (select from ended_sessions e where e.key = ${key} and e.ended_at >= ${issuedAt.toISOString()}::timestamptz)`;
}
