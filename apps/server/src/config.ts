import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Branding } from '@yardage/contract/public-config';
import type { Tiers } from '@yardage/domain/rewards';
import { z } from 'zod';
import { settingFaults } from './config-faults.ts';
import { isSupportUnset, readBranding, readLogo, readTiles } from './config-files.ts';
import { SECRET_SETTINGS, withSecretsOfFiles } from './config-secrets.ts';
import type { MapTilesFile } from './http/map-tiles.ts';
import {
  type OperationsConfig,
  operationsFaults,
  operationsOf,
  operationsSettings,
  postgresUrl,
  readGivenRetention,
} from './operations-config.ts';
import { readRewardTiers } from './reward-tiers.ts';

const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../..');

/** `none`: only paying all that is open earns the discount. `share`: a part earns its share. */
export type PartDiscountRule = 'none' | 'share';

/** Where cards and accounts are entered: in the portal's own form, or in the processor's fields, so that no number reaches this server. */
export type PaymentFields = 'typed' | 'hosted';

/** How many payments per day may fail, and how long the next one has to wait after that. */
export interface PaymentBudget {
  failuresPerUser: number;
  failuresPerAccount: number;
  /** The wait after the first failure over the budget; it doubles with each further one. */
  pauseSeconds: number;
  longestPauseSeconds: number;
}

/** All settings of the server, read once from the environment. */
export interface Config extends OperationsConfig {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  /** The URL that users open, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  /** An external OpenID provider; without it, the built-in one is used (demo only). */
  oidc: { issuer: string; clientId: string; audience: string; scope: string; isEmailTrusted: boolean } | undefined;
  smtp: { url: string; from: string } | undefined;
  payments: {
    /** How long a payment may take before the response says that it is pending. */
    timeoutMs: number;
    /** Without it, the demo's sandbox processor is used. */
    stripe: { secretKey: string; webhookSecret: string; apiUrl: string; publishableKey: string | undefined } | undefined;
    /** Whether cards and accounts are entered in the portal's own form, or in the processor's fields. */
    fields: PaymentFields;
    /** How many payments may fail before the next one has to wait. */
    budget: PaymentBudget;
    /** The hour of the day at the data source from which planned payments are made. */
    hour: number;
    /** What paying a part of an invoice earns of its discount. */
    partDiscount: PartDiscountRule;
    /** How the demo's sandbox processor behaves. */
    sandbox: { settleSeconds: number; latencyMs: number };
  };
  /** The source of address suggestions. */
  addressSearch: { kind: 'built-in' } | { kind: 'photon'; url: string } | { kind: 'azure-maps'; url: string; key: string };
  assistant: {
    /** The endpoint of a language model; without it, the built-in assistant is used. */
    model: { url: string; name: string; key: string | undefined } | undefined;
    /** How long the model may take to respond. */
    timeoutMs: number;
    /** Whether the assistant replies first in chats that wait for a dispatcher. */
    isInChats: boolean;
  };
  /** The source of truck routes and travel times. */
  routing: { kind: 'built-in' } | { kind: 'osrm'; url: string } | { kind: 'azure-maps'; url: string; key: string };
  map: {
    /** A map style on an external server; without it, the portal draws its own map. */
    styleUrl: string | null;
    /** A street map that this server serves itself. */
    tiles: MapTilesFile | undefined;
    /** Further servers that the style loads tiles, fonts or images from. */
    origins: string[];
  };
  webhooks: {
    /** Whether messages may go to private networks, and without encryption. */
    allowsPrivate: boolean;
    allowsHttp: boolean;
    timeoutMs: number;
    /** The secrets of webhooks are derived from it, and links that end alerts are signed with it. Without it, one is kept in the database. */
    signingKey: string | undefined;
    /** Receives mails about webhooks that keep failing and about mail that was refused for good. Defaults to the support address. */
    alertEmail: string | undefined;
  };
  /** A key that may post telemetry, besides the service keys that staff make. */
  telemetryKey: string | undefined;
  /** Tickets whose last delivery is older are not called live. */
  freshnessMinutes: number;
  /** Concrete older than this is marked on the pour board. */
  concreteAgeMinutes: number;
  /** Whether the simulator drives the demo's trucks. */
  isSimulated: boolean;
  /** Bearer token of `/metrics`; without it, the demo serves them to everybody and production not at all. */
  metricsToken: string | undefined;
  logLevel: string;
  /** How many proxies in front are trusted about the client's address. */
  trustedProxies: number;
  callsPerMinute: number;
  webRoot: string;
  branding: Branding;
  rewardTiers: Tiers;
  /** The logo on PDFs. */
  paperLogo: Buffer | undefined;
  buildLabel: string;
}

const wholeNumber = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).default(fallback);

const httpUrl = () => z.url({ protocol: /^https?$/ });
const trueOrFalse = () => z.enum(['true', 'false']).default('false');

/** A key that is sent in a header, which cannot carry every character. */
const secret = (min: number) =>
  z
    .string()
    .min(min)
    .regex(/^[\x20-\x7e]*$/, 'Use letters, digits and signs.');
const stripeKey = secret(8).regex(/^\S*$/, 'Use letters, digits and signs without spaces.');

/** One address, or `Name <address>`. */
const SENDER_PATTERN = /^(?:[^<>]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** Whether an address has nothing after its host: pages, links and the sign-in expect the portal at the root of its host. */
function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return /^\/*$/.test(pathname) && [search, hash, username, password].every((part) => part === '');
}

const environmentSchema = z.object({
  ...operationsSettings,
  MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(4000, 0, 65_535),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isOrigin, 'Use a host of its own, as https://portal.example.com, without a path, query or login.')
    .optional(),
  DATA_DIR: z.string().min(1).default(resolve(REPOSITORY_ROOT, '.data')),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(10, 3, 200),
  OIDC_ISSUER: httpUrl().optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_AUDIENCE: z.string().min(1).optional(),
  OIDC_TRUST_EMAIL: trueOrFalse(),
  OIDC_SCOPE: z.string().min(1).default('openid profile email offline_access'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(SENDER_PATTERN, 'Use an address as portal@example.com, or Name <portal@example.com>.').optional(),
  PAYMENT_TIMEOUT_SECONDS: wholeNumber(20, 1, 60),
  PART_PAYMENT_DISCOUNT: z.enum(['none', 'share']).default('none'),
  PAYMENT_FAILURES_PER_USER: wholeNumber(5, 1, 1_000_000),
  PAYMENT_FAILURES_PER_ACCOUNT: wholeNumber(20, 1, 1_000_000),
  PAYMENT_PAUSE_SECONDS: wholeNumber(60, 1, 86_400),
  PAYMENT_LONGEST_PAUSE_SECONDS: wholeNumber(900, 1, 86_400),
  PAYMENT_HOUR: wholeNumber(8, 0, 23),
  STRIPE_SECRET_KEY: stripeKey.optional(),
  STRIPE_WEBHOOK_SECRET: stripeKey.optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey.optional(),
  PAYMENT_FIELDS: z.enum(['typed', 'hosted']).default('typed'),
  STRIPE_API_URL: httpUrl().default('https://api.stripe.com'),
  SANDBOX_SETTLE_SECONDS: wholeNumber(45, 0, 86_400),
  SANDBOX_LATENCY_MS: wholeNumber(400, 0, 10_000),
  ADDRESS_SEARCH: z.enum(['built-in', 'photon', 'azure-maps']).default('built-in'),
  ADDRESS_SEARCH_URL: httpUrl().optional(),
  ADDRESS_SEARCH_KEY: secret(1).optional(),
  ASSISTANT_URL: httpUrl().optional(),
  ASSISTANT_MODEL: z.string().min(1).optional(),
  ASSISTANT_KEY: secret(1).optional(),
  ASSISTANT_TIMEOUT_SECONDS: wholeNumber(30, 1, 300),
  ASSISTANT_IN_CHATS: z.enum(['on', 'off']).default('on'),
  ROUTING: z.enum(['built-in', 'osrm', 'azure-maps']).default('built-in'),
  ROUTING_URL: httpUrl().optional(),
  ROUTING_KEY: secret(1).optional(),
  MAP_STYLE_URL: httpUrl().optional(),
  MAP_TILES_FILE: z.string().min(1).optional(),
  MAP_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(httpUrl()))
    .optional(),
  TELEMETRY_KEY: secret(16).optional(),
  WEBHOOK_ALLOW_PRIVATE: trueOrFalse(),
  WEBHOOK_ALLOW_HTTP: trueOrFalse(),
  WEBHOOK_TIMEOUT_SECONDS: wholeNumber(10, 1, 30),
  WEBHOOK_SIGNING_KEY: z.string().min(32).optional(),
  WEBHOOK_ALERT_EMAIL: z.email().optional(),
  SIMULATOR: z.enum(['on', 'off']).default('on'),
  FRESHNESS_TICKETS_MINUTES: wholeNumber(30, 1, 100_000),
  CONCRETE_AGE_MINUTES: wholeNumber(90, 10, 1_000),
  METRICS_TOKEN: secret(16).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  TRUSTED_PROXIES: wholeNumber(0, 0, 10),
  CALLS_PER_MINUTE: wholeNumber(600, 1, 1_000_000),
  BRANDING_FILE: z.string().min(1).optional(),
  PAPER_LOGO_FILE: z.string().min(1).optional(),
  REWARDS_FILE: z.string().min(1).optional(),
  WEB_ROOT: z.string().min(1).default(resolve(REPOSITORY_ROOT, 'apps/web/dist')),
  BUILD_LABEL: z.string().min(1).default('Production Beta 0.707'),
});

/** The environment after validation. */
type Environment = z.output<typeof environmentSchema>;

/** Lists all faults of the environment in one message, for the person who starts the server. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** This setting is not trimmed: the secrets of webhooks are derived from it, so trimming a space now would change those in use. */
const KEPT_AS_GIVEN = 'WEBHOOK_SIGNING_KEY';

/** Returns the settings that are not empty. Files and secrets often end with a line break, which belongs to no value. */
function givenSettings(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const settings = Object.entries(environment).map(([name, value = '']) => [name, name === KEPT_AS_GIVEN ? value : value.trim()] as const);
  return Object.fromEntries(settings.filter(([, value]) => value !== ''));
}

function schemaFaults({ error }: z.ZodSafeParseResult<unknown>): string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

/** Reads the environment. Throws one error that lists all faults. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = [];
  const given = givenSettings(withSecretsOfFiles(environment, SECRET_SETTINGS, faults));
  const parsed = environmentSchema.safeParse(given);
  faults.push(...schemaFaults(parsed), ...settingFaults(given), ...operationsFaults(given));
  const branding = readBranding(given.BRANDING_FILE, given.MODE === 'production' ? 'production' : 'demo', faults);
  const paperLogo = readLogo(given.PAPER_LOGO_FILE, faults);
  const rewardTiers = readRewardTiers(given.REWARDS_FILE, faults);
  const tiles = readTiles(given.MAP_TILES_FILE, faults);
  if (!parsed.success || faults.length > 0) {
    throw new ConfigurationError(`The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  const env = parsed.data;
  return {
    ...operationsOf(env, env.MODE),
    mode: env.MODE,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    oidc: oidcOf(env),
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    payments: {
      timeoutMs: env.PAYMENT_TIMEOUT_SECONDS * 1000,
      stripe:
        env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
          ? {
              secretKey: env.STRIPE_SECRET_KEY,
              webhookSecret: env.STRIPE_WEBHOOK_SECRET,
              apiUrl: env.STRIPE_API_URL.replace(/\/+$/, ''),
              publishableKey: env.STRIPE_PUBLISHABLE_KEY,
            }
          : undefined,
      fields: env.PAYMENT_FIELDS,
      budget: {
        failuresPerUser: env.PAYMENT_FAILURES_PER_USER,
        failuresPerAccount: env.PAYMENT_FAILURES_PER_ACCOUNT,
        pauseSeconds: env.PAYMENT_PAUSE_SECONDS,
        longestPauseSeconds: env.PAYMENT_LONGEST_PAUSE_SECONDS,
      },
      hour: env.PAYMENT_HOUR,
      partDiscount: env.PART_PAYMENT_DISCOUNT,
      sandbox: { settleSeconds: env.SANDBOX_SETTLE_SECONDS, latencyMs: env.SANDBOX_LATENCY_MS },
    },
    addressSearch: addressSearchOf(env),
    assistant: assistantOf(env),
    routing: routingOf(env),
    map: { styleUrl: env.MAP_STYLE_URL ?? null, tiles, origins: (env.MAP_ORIGINS ?? []).map((address) => new URL(address).origin) },
    webhooks: {
      allowsPrivate: env.WEBHOOK_ALLOW_PRIVATE === 'true',
      allowsHttp: env.WEBHOOK_ALLOW_HTTP === 'true',
      timeoutMs: env.WEBHOOK_TIMEOUT_SECONDS * 1000,
      signingKey: env.WEBHOOK_SIGNING_KEY,
      alertEmail: env.WEBHOOK_ALERT_EMAIL,
    },
    telemetryKey: env.TELEMETRY_KEY ?? (env.MODE === 'demo' ? randomUUID() : undefined),
    freshnessMinutes: env.FRESHNESS_TICKETS_MINUTES,
    concreteAgeMinutes: env.CONCRETE_AGE_MINUTES,
    isSimulated: env.SIMULATOR === 'on' && env.MODE === 'demo',
    metricsToken: env.METRICS_TOKEN,
    // In a terminal, the demo's own few lines should stay readable.
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'production' ? 'info' : 'warn'),
    trustedProxies: env.TRUSTED_PROXIES,
    callsPerMinute: env.CALLS_PER_MINUTE,
    webRoot: resolve(env.WEB_ROOT),
    branding,
    rewardTiers,
    paperLogo,
    buildLabel: env.BUILD_LABEL,
  };
}

/**
 * Returns the address for notices to operators: WEBHOOK_ALERT_EMAIL, else the support address, or MAIL_FROM if the support address is not set.
 */
export function alertAddress({ webhooks, smtp }: Pick<Config, 'webhooks' | 'smtp'>, branding: Pick<Branding, 'supportEmail'>): string {
  const sender = smtp && (/<([^<>]+)>/.exec(smtp.from)?.[1] ?? smtp.from);
  return webhooks.alertEmail ?? (isSupportUnset(branding) && sender ? sender : branding.supportEmail);
}

/** The settings of a command that works on the database. */
export interface CommandSettings extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** Whether the environment names an external provider that users sign in at. */
  hasOutsideSignIn: boolean;
  /** Only the times that the environment sets; no defaults. */
  retention: Partial<OperationsConfig['retention']>;
}

/** Reads the settings of a command. Settings that only the server needs may be missing. */
export function readCommandSettings(environment: Record<string, string | undefined> = process.env): CommandSettings {
  const faults: string[] = [];
  // The person who runs a command may be unable to read the server's other secrets.
  const given = givenSettings(withSecretsOfFiles(environment, ['DATABASE_URL'], faults));
  const parsed = environmentSchema
    .pick({ DATABASE_URL: true, DATA_DIR: true, OIDC_ISSUER: true })
    .extend(operationsSettings)
    .safeParse(given);
  faults.push(...schemaFaults(parsed));
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(faults.join('\n'));
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, OIDC_ISSUER: issuer } = parsed.data;
  return { databaseUrl, dataDir, hasOutsideSignIn: issuer !== undefined, retention: readGivenRetention(given) };
}

function oidcOf(env: Environment): Config['oidc'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience, OIDC_SCOPE: scope } = env;
  if (!issuer || !clientId || !audience) return undefined;
  return { issuer, clientId, audience, scope, isEmailTrusted: env.OIDC_TRUST_EMAIL === 'true' };
}

function addressSearchOf(env: Environment): Config['addressSearch'] {
  const { ADDRESS_SEARCH: kind, ADDRESS_SEARCH_URL: url, ADDRESS_SEARCH_KEY: key } = env;
  if (kind === 'photon') return { kind, url: url ?? '' };
  if (kind === 'azure-maps') return { kind, url: url ?? 'https://atlas.microsoft.com', key: key ?? '' };
  return { kind };
}

function assistantOf(env: Environment): Config['assistant'] {
  const { ASSISTANT_URL: url, ASSISTANT_MODEL: name, ASSISTANT_KEY: key } = env;
  return {
    model: url && name ? { url, name, key } : undefined,
    timeoutMs: env.ASSISTANT_TIMEOUT_SECONDS * 1000,
    isInChats: env.ASSISTANT_IN_CHATS === 'on',
  };
}

function routingOf({ ROUTING: kind, ROUTING_URL: url, ROUTING_KEY: key }: Environment): Config['routing'] {
  if (kind === 'osrm') return { kind, url: url ?? '' };
  if (kind === 'azure-maps') return { kind, url: url ?? 'https://atlas.microsoft.com', key: key ?? '' };
  return { kind };
}
