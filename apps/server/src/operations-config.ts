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
  /** The gateway's key, which new pages get. */
  subscriptionKey: string;
  /** Keys that are still accepted, for pages of processes that have not been replaced yet. */
  formerSubscriptionKeys: readonly string[];
  /** Calls of one service key per minute. */
  serviceCallsPerMinute: number;
  /** Calls of endpoints without sign-in per day, from one address; its network may make four times as many. */
  publicCallsPerDay: number;
  /** Whether browsers use https for all hosts below the portal's, too. */
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

export const operationsSettings = {
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Use an address as postgresql://user:password@host:port/name.')
    .optional(),
  STOP_DELAY_SECONDS: seconds(600).optional(),
  STOP_LIMIT_SECONDS: seconds(3600).default(90),
  SUBSCRIPTION_KEY: z
    .string()
    .regex(/^[^,]{8,}(,[^,]{8,})*$/, 'Use a key of at least 8 characters, or several with commas between them.')
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

/** Nobody watches the readiness of the demo, so it stops at once. */
const PRODUCTION_DELAY_SECONDS = 5;

export function operationsOf(env: z.output<typeof operationsSchema>, mode: 'demo' | 'production'): OperationsConfig {
  const [subscriptionKey = '', ...formerSubscriptionKeys] = env.SUBSCRIPTION_KEY.split(',');
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
    webAssetsDir: env.WEB_ASSETS_DIR,
    traces: env.TRACES_URL ? { url: env.TRACES_URL, share: env.TRACES_SHARE } : undefined,
  };
}

/** Reads only how long things are kept, for the command that deletes them. */
export function readRetention(given: Record<string, string | undefined>): RetentionDays {
  return retentionOf(operationsSchema.parse(given));
}

function retentionOf(env: z.output<typeof operationsSchema>): RetentionDays {
  return {
    audit: env.RETENTION_AUDIT_DAYS,
    mails: env.RETENTION_MAIL_DAYS,
    chats: env.RETENTION_CHAT_DAYS,
    positions: env.RETENTION_POSITION_DAYS,
    arrivals: env.RETENTION_ARRIVAL_DAYS,
    shares: env.RETENTION_SHARE_DAYS,
    events: env.RETENTION_EVENT_DAYS,
    alerts: env.RETENTION_ALERT_DAYS,
    rejectedRegistrations: env.RETENTION_REGISTRATION_DAYS,
    paymentAttempts: env.RETENTION_PAYMENT_ATTEMPT_DAYS,
  };
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
