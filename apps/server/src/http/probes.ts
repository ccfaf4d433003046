import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';

const publicBecause = 'asked by the machine that runs the server';

/** `/healthz`: the process answers. `/readyz`: it can also reach its database. */
export function registerProbes(app: FastifyInstance, database: Database): void {
  const config = { publicBecause, isUnlimited: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    try {
      await database.ping();
      return { status: 'ready' };
    } catch (error) {
      throw new ApiError('service-unavailable', { cause: error });
    }
  });
}
