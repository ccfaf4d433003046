import { createServer } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { HealthSource } from '#server/database/database-watch';
import { ApiError } from './api-error.ts';
import type { Draining } from './draining.ts';

const publicBecause = 'asked by the machine that runs the server';
/** Orchestrators and load balancers probe often, sometimes all from one address, so their limit is higher. */
const PROBES_PER_CALL = 10;

/** `/healthz`: the process responds. `/readyz`: its database answers and accepts writes, and it is not stopping. Neither ever waits. */
export function registerProbes(app: FastifyInstance, watch: HealthSource, draining: Draining, callsPerMinute: number): void {
  app.get('/healthz', { config: { publicBecause, isUnlimited: true, isUnlogged: true } }, async () => ({ status: 'ok' }));
  const rateLimit = { max: callsPerMinute * PROBES_PER_CALL, keyGenerator: ({ ip }: { ip: string }) => ip };
  app.get('/readyz', { config: { publicBecause, isUnlogged: true, rateLimit } }, async () => {
    const { isAnswering, isWritable } = watch.health;
    if (!isAnswering || !isWritable || draining.isDraining) throw new ApiError('service-unavailable');
    return { status: 'ready' };
  });
}

const OPERATORS_PATHS = /^\/(healthz|readyz|metrics)(\?|$)/;

/** The server of a process that only works in the background: it answers the operator, and nobody else. */
export function probesOnly(requestTimeoutMs: number): FastifyServerFactory {
  return (handler) => {
    const server = createServer((request, response) => {
      if (OPERATORS_PATHS.test(request.url ?? '')) return handler(request, response);
      response.writeHead(404, { 'content-type': 'text/plain', connection: 'close' });
      response.end('This process works in the background.');
    });
    server.requestTimeout = requestTimeoutMs;
    return server;
  };
}
