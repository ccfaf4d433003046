import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';

const publicBecause = 'asked by the machine that runs the server';
/** How long the result of a database check is cached for all callers. */
const READY_MS = 1_000;
/** Orchestrators and load balancers probe often, sometimes all from one address, so their limit is higher. */
const PROBES_PER_CALL = 10;

/** `/healthz`: the process responds. `/readyz`: it also reaches its database. */
export function registerProbes(app: FastifyInstance, database: Database, callsPerMinute: number): void {
  const checkDatabase = remembered(() => database.ping(), READY_MS);
  app.get('/healthz', { config: { publicBecause, isUnlimited: true, isUnlogged: true } }, async () => ({ status: 'ok' }));
  const rateLimit = { max: callsPerMinute * PROBES_PER_CALL, keyGenerator: ({ ip }: { ip: string }) => ip };
  app.get('/readyz', { config: { publicBecause, isUnlogged: true, rateLimit } }, async () => {
    try {
      await checkDatabase();
      return { status: 'ready' };
    } catch (error) {
      throw new ApiError('service-unavailable', { cause: error });
    }
  });
}

/** Runs a check once and shares its result with all callers until it is too old. */
function remembered(check: () => Promise<void>, forMs: number): () => Promise<void> {
  let current: Promise<void> | undefined;
  let endsAt = Number.POSITIVE_INFINITY;
  return () => {
    if (current && Date.now() < endsAt) return current;
    endsAt = Number.POSITIVE_INFINITY;
    current = check().finally(() => {
      endsAt = Date.now() + forMs;
    });
    return current;
  };
}
