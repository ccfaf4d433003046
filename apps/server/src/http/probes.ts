import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database/database';
import { ApiError } from './api-error.ts';
import { countedAddress } from './caller-address.ts';
import type { Draining } from './draining.ts';
import { publicRoute } from './public-route.ts';
import { BARE_HEADERS } from './security-headers.ts';

const publicBecause = 'asked by the machine that runs the server';
/** Orchestrators and load balancers probe often, sometimes all from one address, so their limit is this many times the ordinary one. */
const PROBES_PER_CALL = 10;

/** `/healthz`: the process responds. `/readyz`: its database answers and accepts writes, and it is not stopping. Neither ever waits. */
export function registerProbes(app: FastifyInstance, { engine }: Database, draining: Draining, callsPerMinute: number): void {
  app.get('/healthz', publicRoute(publicBecause), async () => ({ status: 'ok' }));
  const rateLimit = { max: callsPerMinute * PROBES_PER_CALL, keyGenerator: ({ ip }: { ip: string }) => countedAddress(ip) };
  app.get('/readyz', { config: { publicBecause, isUnlogged: true, isProbe: true, rateLimit } }, async () => {
    const { isAnswering, isWritable } = engine.watch.health;
    if (!isAnswering || !isWritable || draining.isDraining) throw new ApiError('service-unavailable');
    return { status: 'ready' };
  });
}

const OPERATORS_PATHS = /^\/(healthz|readyz|metrics)(\?|$)/;

/** Answers only probes and metrics over the network, for processes with background work only. `inject` still reaches every route. */
export function answerOnlyProbes({ server }: FastifyInstance): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (OPERATORS_PATHS.test(request.url ?? '')) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    response.writeHead(404, { ...BARE_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end('This process works in the background.');
  });
}
