import { z } from 'zod';

/** What a process does. `all` does everything, for small installations and the demo. */
export type Role = 'all' | 'web' | 'worker' | 'migrate';

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
}

const seconds = (max: number) => z.coerce.number().int().min(0).max(max);

export const operationsSettings = {
  ROLE: z.enum(['all', 'web', 'worker', 'migrate']).default('all'),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Use an address as postgresql://user:password@host:port/name.')
    .optional(),
  STOP_DELAY_SECONDS: seconds(600).optional(),
  STOP_LIMIT_SECONDS: seconds(3600).default(90),
};

const operationsSchema = z.object(operationsSettings);

/** Nobody watches the readiness of the demo, so it stops at once. */
const PRODUCTION_DELAY_SECONDS = 5;

export function operationsOf(env: z.output<typeof operationsSchema>, mode: 'demo' | 'production'): OperationsConfig {
  return {
    role: env.ROLE,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    stop: {
      delayMs: (env.STOP_DELAY_SECONDS ?? (mode === 'production' ? PRODUCTION_DELAY_SECONDS : 0)) * 1000,
      limitMs: env.STOP_LIMIT_SECONDS * 1000,
    },
  };
}

/** Settings that are only valid together. */
export function operationsFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  if (given.ROLE && given.ROLE !== 'all' && !given.DATABASE_URL)
    faults.push('ROLE: needs DATABASE_URL; the embedded database has one process');
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL) faults.push('DATABASE_OWNER_URL: needs DATABASE_URL');
  return faults;
}
