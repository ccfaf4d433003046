import { DrizzleQueryError } from './drizzle.ts';

/** PostgreSQL's and the network's words for "not now": no way to it, shutting down, too many connections, a lock that did not come. */
const NOT_NOW = /^(08|53|57P|40001|40P01|55P03)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own words, which have no code. */
const NO_CONNECTION = /^Connection terminated|timeout exceeded when trying to connect/;

const VIOLATIONS = { unique: '23505', 'foreign-key': '23503' } as const;

/** A failed statement's own error: Drizzle's says every value that the statement carried, which is nobody's business in a log. */
export function withoutValues(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

/** Whether the database could not be had, rather than having refused. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && NOT_NOW.test(code)) || (typeof message === 'string' && NO_CONNECTION.test(message));
}

/** Whether a statement failed because it would have broken a key. */
export function isViolation(error: unknown, kind: keyof typeof VIOLATIONS): boolean {
  return (error as { code?: unknown }).code === VIOLATIONS[kind];
}
