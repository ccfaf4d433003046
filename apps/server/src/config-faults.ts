import { isSafeAddress } from '#server/adapters/safe-address';

// Faults of the settings that a schema of one setting cannot find.

type Given = Readonly<Record<string, string | undefined>>;

const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_AUDIENCE',
  'SMTP_URL',
  'MAIL_FROM',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SUBSCRIPTION_KEY',
] as const;

/** Settings that production requires, or that are only valid together. */
export function settingFaults(given: Given): string[] {
  const faults: string[] = [];
  if (given.ADDRESS_SEARCH === 'photon' && !given.ADDRESS_SEARCH_URL) faults.push('ADDRESS_SEARCH_URL: is required with photon');
  if (given.ADDRESS_SEARCH === 'azure-maps' && !given.ADDRESS_SEARCH_KEY) faults.push('ADDRESS_SEARCH_KEY: is required with azure-maps');
  if (Boolean(given.ASSISTANT_URL) !== Boolean(given.ASSISTANT_MODEL)) {
    faults.push('ASSISTANT_URL, ASSISTANT_MODEL: are set both or not at all');
  }
  if (given.ROUTING === 'osrm' && !given.ROUTING_URL) faults.push('ROUTING_URL: is required with osrm');
  if (given.ROUTING === 'azure-maps' && !given.ROUTING_KEY) faults.push('ROUTING_KEY: is required with azure-maps');
  if (given.MAP_STYLE_URL && given.MAP_TILES_FILE) faults.push('MAP_STYLE_URL, MAP_TILES_FILE: set one of them');
  if (given.PAYMENT_FIELDS === 'hosted' && given.STRIPE_SECRET_KEY && !given.STRIPE_PUBLISHABLE_KEY) {
    faults.push('STRIPE_PUBLISHABLE_KEY: is required with PAYMENT_FIELDS=hosted');
  }
  return [...faults, ...stripeFaults(given), ...(given.MODE === 'production' ? productionFaults(given) : demoFaults(given))];
}

/** A migration needs only the database. */
function productionFaults(given: Given): string[] {
  const required = given.ROLE === 'migrate' ? (['DATABASE_URL'] as const) : REQUIRED_IN_PRODUCTION;
  return [...required.filter((name) => !given[name]).map((name) => `${name}: is required in production`), ...unsafeAddresses(given)];
}

function demoFaults(given: Given): string[] {
  const faults: string[] = [];
  // The demo fills an empty database, which must not happen to the one of production because a setting was forgotten.
  if (given.DATABASE_URL && !given.MODE) {
    faults.push('MODE: is required with DATABASE_URL: production, or demo, which fills an empty database with invented customers');
  }
  const provider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_AUDIENCE'];
  if (provider.some((name) => given[name]) && !provider.every((name) => given[name])) {
    faults.push(`${provider.join(', ')}: are set all three or not at all`);
  }
  if (Boolean(given.STRIPE_SECRET_KEY) !== Boolean(given.STRIPE_WEBHOOK_SECRET)) {
    faults.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: are set both or not at all');
  }
  if (given.SMTP_URL && !given.MAIL_FROM) faults.push('MAIL_FROM: is required with SMTP_URL');
  return faults;
}

/**
 * Returns faults of addresses that need TLS. Without it, an attacker on the network could change the provider's answers and sign in as
 * anybody, or read card numbers on their way to Stripe or to the portal.
 */
function unsafeAddresses(given: Given): string[] {
  return ['PUBLIC_URL', 'OIDC_ISSUER', 'STRIPE_API_URL']
    .filter((name) => given[name] && !isSafeAddress(given[name]))
    .map((name) => `${name}: must be an https address in production, unless it is on this machine`);
}

/** How Stripe's keys begin. A secret key in the place of the one for browsers would be public from the first request on. */
const STRIPE_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
  STRIPE_PUBLISHABLE_KEY: ['pk_'],
};

function stripeFaults(given: Given): string[] {
  const faults = Object.entries(STRIPE_PREFIXES).flatMap(([name, prefixes]) => {
    const value = given[name];
    if (value === undefined || prefixes.some((prefix) => value.startsWith(prefix))) return [];
    return [`${name}: must begin with ${prefixes.join(' or ')}. Check whether two of Stripe's keys are exchanged.`];
  });
  const kinds = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].flatMap((key) => /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1] ?? []);
  if (new Set(kinds).size > 1)
    faults.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: one is for tests and one is live. Use two of one kind.');
  return faults;
}
