import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { IdentityPort } from '#server/adapters/identity/port';
import type { Config } from '#server/config';
import { ApiError } from './api-error.ts';
import { tokenOf } from './bearer-token.ts';
import { securityHeaders } from './security-headers.ts';

const COMPRESS_FROM_BYTES = 1400;

/** Headers, limits and compression that every answer gets. */
export async function registerSecurity(app: FastifyInstance, config: Config, identity: IdentityPort): Promise<void> {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await app.register(rateLimit, {
    global: true,
    max: config.callsPerMinute,
    timeWindow: '1 minute',
    cache: 10_000,
    // A person has a count of his own once his token was found good; until then, and with made-up ones, the address is counted.
    keyGenerator: (request) => {
      const token = tokenOf(request);
      const known = token && identity.recall(token);
      return known ? `person ${known.subject}` : request.ip;
    },
    allowList: (request) => request.routeOptions.config.isUnlimited === true,
    errorResponseBuilder: () => new ApiError('too-many-requests'),
  });
  await app.register(compress, { global: true, threshold: COMPRESS_FROM_BYTES, encodings: ['gzip', 'identity'] });
}
