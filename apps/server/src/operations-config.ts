import { resolve } from 'node:path';
import { z } from 'zod';
import type { TracesConfig } from './tracing.ts';

/** What a process does. `all` does everything, for small installations and the demo. */
export type Role = 'all' | 'web' | 'worker' | 'migrate';

/** How many days something is kept; 0 keeps it for ever. */
export interface RetentionDays {
  audit: number;
  mails: number;
  chats: number;
  positions: number;
  arrivals: number;
  shares: number;
  events: number;
  alerts: number;
  rejectedRegistrations: number;
  paymentAttempts: number;
}

/** How a process is run and stopped. */
export interface OperationsConfig {
  role: Role;
  /** The login that owns the tables, if it is not the one of DATABASE_URL. Only migrations use it. */
  databaseOwnerUrl: string | undefined;
  stop: {
    /** How long requests are still accepted after readiness turned false, so that proxies notice. */
    delayMs: number;
    /** How long requests and jobs under way may take to finish. */
    limitMs: number;
  };
  /** The subscription key of the API gateway that pages get from `/config.json`. */
  subscriptionKey: string;
  /** Older keys that are still accepted, for pages that were opened before the key changed. */
  formerSubscriptionKeys: readonly string[];
  /** Calls of one service key per minute. */
  serviceCallsPerMinute: number;
  /** Calls of endpoints without sign-in per day, from one address; its network may make four times as many. */
  publicCallsPerDay: number;
  /** Whether browsers have to use https for the subdomains of the portal's host, too. */
  isHstsForSubdomains: boolean;
  retention: RetentionDays;
  /** A folder that all web processes share, for the files of the web app's builds. */
  webAssetsDir: string | undefined;
  /** Undefined while traces are off. */
  traces: TracesConfig | undefined;
}

const days = (fallback: number) => z.coerce.number().int().min(0).max(36_500).default(fallback);
const calls = (fallback: number) => z.coerce.number().int().min(1).max(100_000_000).default(fallback);
const seconds = (max: number) => z.coerce.number().int().min(0).max(max);

export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'Use an address as postgresql://user:password@host:port/name.');

/** Keys that a header can carry, because pages send them in one. Spaces around the commas are not part of a key. */
const SUBSCRIPTION_KEY = '[!-+\\--~\u00a1-\u00ff][ -+\\--~\u00a1-\u00ff]{6,}[!-+\\--~\u00a1-\u00ff]';
const SUBSCRIPTION_KEYS = new RegExp(`^${SUBSCRIPTION_KEY}(\\s*,\\s*${SUBSCRIPTION_KEY})*$`, 'u');

export const operationsSettings = {
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  STOP_DELAY_SECONDS: seconds(600).optional(),
  STOP_LIMIT_SECONDS: seconds(3600).default(90),
  SUBSCRIPTION_KEY: z
    .string()
    .regex(SUBSCRIPTION_KEYS, 'Use a key of at least 8 letters, digits or signs on one line, or several with commas between them.')
    .default('yardage-demo-key'),
  SERVICE_CALLS_PER_MINUTE: calls(30_000),
  PUBLIC_CALLS_PER_DAY: calls(6_000),
  HSTS_SUBDOMAINS: z.enum(['true', 'false']).default('true'),
  TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  WEB_ASSETS_DIR: z.string().min(1).optional(),
  RETENTION_AUDIT_DAYS: days(2_555),
  RETENTION_MAIL_DAYS: days(365),
  RETENTION_CHAT_DAYS: days(1_095),
  RETENTION_POSITION_DAYS: days(30),
  RETENTION_ARRIVAL_DAYS: days(400),
  RETENTION_SHARE_DAYS: days(90),
  RETENTION_EVENT_DAYS: days(90),
  RETENTION_ALERT_DAYS: days(90),
  RETENTION_REGISTRATION_DAYS: days(180),
  RETENTION_PAYMENT_ATTEMPT_DAYS: days(90),
};

const operationsSchema = z.object(operationsSettings);

/** The default of STOP_DELAY_SECONDS in production. No proxy probes the demo's readiness, so the demo stops without a delay. */
const PRODUCTION_DELAY_SECONDS = 5;

export function operationsOf(env: z.output<typeof operationsSchema>, mode: 'demo' | 'production'): OperationsConfig {
  const [subscriptionKey = '', ...formerSubscriptionKeys] = env.SUBSCRIPTION_KEY.split(/\s*,\s*/);
  return {
    role: env.ROLE,
    subscriptionKey,
    formerSubscriptionKeys,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    stop: {
      delayMs: (env.STOP_DELAY_SECONDS ?? (mode === 'production' ? PRODUCTION_DELAY_SECONDS : 0)) * 1000,
      limitMs: env.STOP_LIMIT_SECONDS * 1000,
    },
    serviceCallsPerMinute: env.SERVICE_CALLS_PER_MINUTE,
    publicCallsPerDay: env.PUBLIC_CALLS_PER_DAY,
    isHstsForSubdomains: env.HSTS_SUBDOMAINS === 'true',
    retention: retentionOf(env),
    webAssetsDir: env.WEB_ASSETS_DIR && resolve(env.WEB_ASSETS_DIR),
    traces: env.TRACES_URL ? { url: env.TRACES_URL, share: env.TRACES_SHARE } : undefined,
  };
}

/** The setting for each kind of record. */
export const RETENTION_SETTINGS = {
  audit: 'RETENTION_AUDIT_DAYS',
  mails: 'RETENTION_MAIL_DAYS',
  chats: 'RETENTION_CHAT_DAYS',
  positions: 'RETENTION_POSITION_DAYS',
  arrivals: 'RETENTION_ARRIVAL_DAYS',
  shares: 'RETENTION_SHARE_DAYS',
  events: 'RETENTION_EVENT_DAYS',
  alerts: 'RETENTION_ALERT_DAYS',
  rejectedRegistrations: 'RETENTION_REGISTRATION_DAYS',
  paymentAttempts: 'RETENTION_PAYMENT_ATTEMPT_DAYS',
} as const satisfies Record<keyof RetentionDays, keyof typeof operationsSettings>;

/** The kinds of records that are deleted after a time. */
export const RETENTION_NAMES = Object.keys(RETENTION_SETTINGS) as (keyof RetentionDays)[];

function retentionOf(env: z.output<typeof operationsSchema>): RetentionDays {
  return Object.fromEntries(RETENTION_NAMES.map((name) => [name, env[RETENTION_SETTINGS[name]]])) as Record<keyof RetentionDays, number>;
}

/** Returns only the times that the environment sets, without defaults, for the command that deletes old records. */
export function readGivenRetention(given: Record<string, string | undefined>): Partial<RetentionDays> {
  const all = retentionOf(operationsSchema.parse(given));
  return Object.fromEntries(RETENTION_NAMES.flatMap((name) => (given[RETENTION_SETTINGS[name]] ? [[name, all[name]]] : [])));
}

/** Settings that are only valid together. */
export function operationsFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  // 'migrate' ends before another process opens the embedded database.
  if ((given.ROLE === 'web' || given.ROLE === 'worker') && !given.DATABASE_URL)
    faults.push('ROLE: needs DATABASE_URL; the embedded database has one process');
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL) faults.push('DATABASE_OWNER_URL: needs DATABASE_URL');
  return faults;
}
