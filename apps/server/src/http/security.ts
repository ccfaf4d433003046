import { hash } from 'node:crypto';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config';
import { ApiError } from './api-error.ts';
import { securityHeaders } from './security-headers.ts';

const COMPRESS_FROM_BYTES = 1400;

/** Headers, limits and compression that every answer gets. */
export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
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
    keyGenerator: ({ headers, ip }) => (headers.authorization ? hash('sha256', headers.authorization, 'base64url') : ip),
    allowList: (request) => request.routeOptions.config.isUnlimited === true,
    errorResponseBuilder: () => new ApiError('too-many-requests'),
  });
  await app.register(compress, { global: true, threshold: COMPRESS_FROM_BYTES, encodings: ['gzip', 'identity'] });
}
