import { DrizzleQueryError } from './drizzle.ts';

/**
 * Codes of PostgreSQL and the network that mean "not now": unreachable, shutting down, too many connections, disk full or failing,
 * lock timeout, statement timeout, deadlock, read only after a failover, and a login that is refused because its password was changed.
 */
const NOT_NOW =
  /^(08|28|53|57P|57014|58030|25006|25P03|40001|40P01|55P03)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver's own errors, which have no code. */
const NO_CONNECTION =
  /^Connection terminated|timeout exceeded when trying to connect|^connect ENOENT|^Query read timeout|^Client was closed/;

const VIOLATIONS = { unique: '23505', 'foreign-key': '23503' } as const;

/** Returns the cause of a Drizzle error. Drizzle's own message contains all values of the statement, which must not get into a log. */
export function withoutValues(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

/** Whether the database was unavailable, as opposed to rejecting the statement. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && NOT_NOW.test(code)) || (typeof message === 'string' && NO_CONNECTION.test(message));
}

/** Whether the database could not write or read its files: no room is left, or the disk fails. */
export function isDiskFailure(error: unknown): boolean {
  const { code } = withoutValues(error) as { code?: unknown };
  return code === '53100' || code === '58030';
}

/** Whether the server refused the login: its password was changed, or it may no longer connect. */
export function isLoginRefused(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('28');
}

/** Whether the transaction lost against a concurrent one (serialization failure or deadlock), so that it can be repeated. */
export function isCollision(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '40001' || code === '40P01';
}

/** Whether the database refused a value (class 22) or a row that breaks a constraint (class 23). */
export function isContradiction(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}

/** Whether a statement failed because it violates a unique or foreign key. */
export function isViolation(error: unknown, kind: keyof typeof VIOLATIONS): boolean {
  return (error as { code?: unknown }).code === VIOLATIONS[kind];
}
