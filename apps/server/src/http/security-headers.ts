import type { Config } from '#server/config';

const YEAR_SECONDS = 31_536_000;

/**
 * What pages may ask the browser for. Photos come through file fields and places from the map, so that camera, microphone and
 * location stay closed; the entry video plays by itself and answers can be copied.
 */
const PERMISSIONS_POLICY = [
  ...['autoplay', 'clipboard-write', 'fullscreen'].map((feature) => `${feature}=(self)`),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ');

/** What every answer tells the browser it may do with it: the same for all, so written once. */
export function securityHeaders(config: Config): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter of old browsers does more harm than good.
    'x-xss-protection': '0',
    ...(isSecure(config) ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}

function contentSecurityPolicy(config: Config): string {
  const { logoUrl, entryVideoUrl, bannerUrl } = config.branding;
  const mapOrigins = [...originOf(config.map.styleUrl), ...config.map.origins];
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'"],
    // The component library sets style attributes; scripts stay strict.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...originOf(logoUrl), ...originOf(bannerUrl), ...mapOrigins],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...originOf(entryVideoUrl)],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': [
      "'self'",
      ...originOf(config.oidc?.issuer),
      ...mapOrigins,
      // Browsers of some years ago do not count the own origin's websocket among 'self'.
      ...originOf(config.publicUrl).map((origin) => origin.replace(/^http/, 'ws')),
    ],
    ...(isSecure(config) ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl.startsWith('https:');
}

/** The origin of an absolute address, for a policy that lets it in; a path of our own needs none. */
function originOf(address: string | null | undefined): string[] {
  const origin = URL.parse(address ?? '')?.origin;
  return origin && origin !== 'null' ? [origin] : [];
}
