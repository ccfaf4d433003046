import { createHash } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config';
import { ApiError } from './api-error.ts';

const COMPRESS_FROM_BYTES = 1400;

/** Headers, limits and compression that every answer gets. */
export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
  const issuerOrigin = originOf(config.oidc?.issuer);
  const { logoUrl, entryVideoUrl, bannerUrl } = config.branding;
  const mapOrigins = [...originOf(config.map.styleUrl), ...config.map.origins];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets style attributes; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...originOf(logoUrl), ...originOf(bannerUrl), ...mapOrigins],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:', ...originOf(entryVideoUrl)],
        workerSrc: ["'self'", 'blob:'],
        // Browsers of some years ago do not count the own origin's websocket among 'self'.
        connectSrc: [
          "'self'",
          ...issuerOrigin,
          ...mapOrigins,
          ...originOf(config.publicUrl).map((origin) => origin.replace(/^http/, 'ws')),
        ],
        ...(config.publicUrl.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  await app.register(rateLimit, {
    global: true,
    max: config.callsPerMinute,
    timeWindow: '1 minute',
    cache: 10_000,
    keyGenerator: ({ headers, ip }) =>
      headers.authorization ? createHash('sha256').update(headers.authorization).digest('base64url') : ip,
    allowList: (request) => request.routeOptions.config.isUnlimited === true,
    errorResponseBuilder: () => new ApiError('too-many-requests'),
  });
  await app.register(compress, { global: true, threshold: COMPRESS_FROM_BYTES, encodings: ['gzip', 'identity'] });
}

/** The origin of an absolute address, for a policy that lets it in; a path of our own needs none. */
function originOf(address: string | null | undefined): string[] {
  const origin = URL.parse(address ?? '')?.origin;
  return origin && origin !== 'null' ? [origin] : [];
}
