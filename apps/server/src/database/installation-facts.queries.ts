import type { Database } from './database.ts';
import { eq } from './drizzle.ts';
import { installationFacts } from './tables/operations.ts';

/** The fact that the demo's world is in the database. */
export const DEMO_WORLD_FACT = 'demo.world';

/** Whether the demo filled the database with invented customers and staff. */
export async function hasDemoWorld(database: Database): Promise<boolean> {
  return database.transaction('system', async ({ orm }) => {
    const found = await orm
      .select({ key: installationFacts.key })
      .from(installationFacts)
      .where(eq(installationFacts.key, DEMO_WORLD_FACT));
    return found.length > 0;
  });
}

/** Returns a fact about this installation. Creates and stores it the first time. */
export async function findOrCreateFact<T>(database: Database, key: string, create: () => Promise<T>): Promise<T> {
  const find = () =>
    database.transaction(
      'system',
      async ({ orm }) => (await orm.select().from(installationFacts).where(eq(installationFacts.key, key)))[0],
    );
  const known = await find();
  if (known) return known.value as T;
  const created = await create();
  await database.transaction('system', ({ orm }) => orm.insert(installationFacts).values({ key, value: created }).onConflictDoNothing());
  return (await find())?.value as T;
}
