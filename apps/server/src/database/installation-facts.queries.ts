import type { Database } from './database.ts';
import { eq, sql } from './drizzle.ts';
import { installationFacts } from './tables/operations.ts';

/** The name of the fact that the database contains the demo world. */
export const DEMO_WORLD_FACT = 'demo.world';

/** Whether the demo filled the database with invented customers and staff. */
export async function hasDemoWorld(database: Database): Promise<boolean> {
  return (await findFact(database, DEMO_WORLD_FACT)) !== undefined;
}

/** Returns a fact about this installation. Creates and stores it the first time. */
export async function findOrCreateFact<T>(database: Database, key: string, create: () => Promise<T>): Promise<T> {
  const known = await findFact<T>(database, key);
  if (known !== undefined) return known;
  const created = await create();
  await database.transaction('system', ({ orm }) => orm.insert(installationFacts).values({ key, value: created }).onConflictDoNothing());
  return (await findFact<T>(database, key)) as T;
}

/** Returns a fact about this installation, if it is known. */
export async function findFact<T>(database: Database, key: string): Promise<T | undefined> {
  return database.transaction('system', async ({ orm }) => {
    const [found] = await orm.select().from(installationFacts).where(eq(installationFacts.key, key));
    return found?.value as T | undefined;
  });
}

/** Stores a fact about this installation, or replaces its value. */
export async function noteFact(database: Database, key: string, value: object): Promise<void> {
  await database.transaction('system', ({ orm }) =>
    orm
      .insert(installationFacts)
      .values({ key, value })
      .onConflictDoUpdate({ target: installationFacts.key, set: { value: sql`excluded.value` } }),
  );
}
