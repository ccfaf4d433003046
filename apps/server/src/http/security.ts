import { constants, type ZlibOptions } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import { HEADERS } from '@yardage/contract/headers';
import type { FastifyInstance } from 'fastify';
import type { IdentityPort } from '#server/adapters/identity/port';
import type { Config } from '#server/config';
import { ApiError } from './api-error.ts';
import { tokenOf } from './bearer-token.ts';
import { countedAddress } from './caller-address.ts';
import { registerPublicLimits } from './public-limits.ts';
import { sharedStore } from './rate-limit-store.ts';
import { securityHeaders } from './security-headers.ts';
import type { ServiceKeys } from './service-keys.ts';
import type { SharedCounts } from './shared-counts.ts';

/**
 * The lowest compression levels: they take a fifth of the time of gzip's default, and with zstd the result is smaller, too. A response that is
 * in memory is compressed in one call instead of a stream.
 */
export const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: 1400,
  encodings: ['zstd', 'br', 'gzip', 'identity'],
  syncThreshold: 512 * 1024,
  // The plugin passes the same options to gzip, which reads `level`, and to zstd, which reads `params`.
  zlibOptions: { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } } as ZlibOptions,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};

/** Headers, rate limits and compression for all responses. */
export async function registerSecurity(
  app: FastifyInstance,
  config: Config,
  { identity, serviceKeys, counts }: { identity: IdentityPort; serviceKeys: ServiceKeys; counts: SharedCounts },
): Promise<void> {
  let knownOrigins = identity.browserOrigins?.();
  let headers = securityHeaders(config, knownOrigins);
  app.addHook('onRequest', (_request, reply, done) => {
    // The provider's metadata, which name the origins, may arrive after the start.
    const origins = identity.browserOrigins?.();
    if (origins !== knownOrigins) {
      knownOrigins = origins;
      headers = securityHeaders(config, origins);
    }
    reply.headers(headers);
    done();
  });
  await app.register(rateLimit, {
    global: true,
    max: config.callsPerMinute,
    timeWindow: '1 minute',
    store: sharedStore(counts),
    // A user or machine has its own count once its token or key was verified. Until then, and for invalid ones, the address is counted.
    keyGenerator: (request) => {
      const token = tokenOf(request);
      const verified = token && identity.findVerified(token);
      if (verified) return `person ${verified.subject}`;
      return serviceKeys.rateLimitKeyOf(request.headers[HEADERS.serviceKey.toLowerCase()]) ?? countedAddress(request.ip);
    },
    allowList: (request) => request.routeOptions.config.isUnlimited === true,
    errorResponseBuilder: () => new ApiError('too-many-requests'),
  });
  registerPublicLimits(app, counts, config);
  await app.register(compress, COMPRESSION);
}
