import type { LogFn, Logger, LoggerOptions } from 'pino';
import { isUnavailable } from '#server/database/failures';

/** How long further lines of a kind are only counted. */
const WINDOW_MS = 10_000;
/** The most lines of one kind in that time. An outage repeats one error thousands of times; other errors may differ by request. */
const MAX_LINES = { outage: 1, other: 20 };
const WARN = 40;

interface Kind {
  lines: number;
  suppressed: number;
}

/**
 * Limits warnings and errors to some lines per kind (message and error code) in ten seconds. The line after that says how many were left
 * out.
 */
export function logThrottle(): NonNullable<LoggerOptions['hooks']> {
  const kinds = new Map<string, Kind>();
  return {
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
      if (level < WARN) return method.apply(this, args);
      const [fields, message] = args as unknown as [unknown, unknown];
      const error = errorOf(fields);
      const name = `${level} ${typeof fields === 'string' ? fields : message} ${error?.code ?? error?.message ?? ''}`;
      const known = kinds.get(name);
      if (known) {
        if (known.lines >= (error && isOutage(error) ? MAX_LINES.outage : MAX_LINES.other)) {
          known.suppressed += 1;
          return;
        }
        known.lines += 1;
        return method.apply(this, args);
      }
      const kind: Kind = { lines: 1, suppressed: 0 };
      kinds.set(name, kind);
      setTimeout(() => {
        kinds.delete(name);
        if (kind.suppressed === 0) return;
        const repeated = { repeated: kind.suppressed, code: error?.code, reason: error?.message };
        method.call(this, repeated, `${typeof fields === 'string' ? fields : message} (repeated)`);
      }, WINDOW_MS).unref();
      return method.apply(this, args);
    },
  };
}

interface Failure {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
}

function errorOf(fields: unknown): Failure | undefined {
  if (fields instanceof Error) return fields;
  const { err } = (fields ?? {}) as { err?: unknown };
  return err instanceof Error ? err : undefined;
}

/** Whether the error, or the one that caused it, says that the database is away. */
function isOutage(error: Failure): boolean {
  return isUnavailable(error) || (error.cause instanceof Error && isOutage(error.cause));
}
