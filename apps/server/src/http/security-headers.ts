import type { Config } from '#server/config';
import { BROWSER_REPORTS_GROUP, BROWSER_REPORTS_PATH } from './browser-reports.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * The browser features that pages may use. Photos come from file fields and places from the map, so camera, microphone and location are
 * off. The entry video plays automatically, and the assistant's replies can be copied.
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

/** The headers of answers that no page shows: those of a process that is starting, or that only does background work. */
export const BARE_HEADERS = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/**
 * Returns the security headers of every response. They depend on the configuration and on `signInOrigins` only: the servers besides the issuer
 * that browsers need for the sign-in.
 */
export function securityHeaders(config: Config, signInOrigins: readonly string[] = []): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(config, signInOrigins),
    // Stripe's fields open the payer's bank in a window of its own, which has to report back.
    'cross-origin-opener-policy': isStripeInPage(config) ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The XSS filter of old browsers does more harm than good.
    'x-xss-protection': '0',
    ...(isSecure(config)
      ? {
          'strict-transport-security': transportSecurity(config),
          'reporting-endpoints': `${BROWSER_REPORTS_GROUP}="${BROWSER_REPORTS_PATH}"`,
        }
      : {}),
  };
}

function transportSecurity({ isHstsForSubdomains }: Config): string {
  return `max-age=${YEAR_SECONDS}${isHstsForSubdomains ? '; includeSubDomains' : ''}`;
}

function contentSecurityPolicy(config: Config, signInOrigins: readonly string[]): string {
  const { logoUrl, entryVideoUrl, bannerUrl } = config.branding;
  const mapOrigins = [...cspOriginOf(config.map.styleUrl), ...config.map.origins];
  const stripe = isStripeInPage(config) ? STRIPE_SOURCES : NO_SOURCES;
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...stripe.scripts],
    ...(stripe.frames.length > 0 ? { 'frame-src': ["'self'", ...stripe.frames] } : {}),
    // The component library sets style attributes; scripts stay strict.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...cspOriginOf(logoUrl), ...cspOriginOf(bannerUrl), ...mapOrigins],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...cspOriginOf(entryVideoUrl)],
    'worker-src': ["'self'", 'blob:'],
    'connect-src': [
      "'self'",
      ...cspOriginOf(config.oidc?.issuer),
      ...signInOrigins,
      ...mapOrigins,
      ...stripe.connections,
      // Older browsers do not include the websocket of the same origin in 'self'.
      ...cspOriginOf(config.publicUrl).map((origin) => origin.replace(/^http/, 'ws')),
    ],
    'report-uri': [BROWSER_REPORTS_PATH],
    // Browsers that know `report-to` ignore `report-uri`, and report to it over https only.
    ...(isSecure(config) ? { 'upgrade-insecure-requests': [], 'report-to': [BROWSER_REPORTS_GROUP] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

/** What a page with Stripe's own fields loads. */
const STRIPE_SOURCES = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};
const NO_SOURCES: typeof STRIPE_SOURCES = { scripts: [], frames: [], connections: [] };

/** Whether cards are entered in Stripe's own fields, inside our pages. */
function isStripeInPage({ payments: { fields, stripe } }: Config): boolean {
  return fields === 'hosted' && stripe !== undefined;
}

function isSecure({ publicUrl }: Config): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns the origin of an absolute URL for the policy; a path on this server needs none. */
function cspOriginOf(address: string | null | undefined): string[] {
  const origin = URL.parse(address ?? '')?.origin;
  return origin && origin !== 'null' ? [origin] : [];
}
