import { ERROR_CODES, type ErrorCode, type Problem } from '@yardage/contract/errors';
import { ERROR_TITLES } from '@yardage/domain/errors.messages';

export type FieldErrors = Record<string, string[]>;

/** The one error that services and guards throw; the error handler turns it into a problem document. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly fieldErrors: FieldErrors | undefined;
  /** What a refused payment returns besides the reason, and when the request may be retried. */
  readonly extras: Pick<Problem, 'metadata' | 'cart' | 'retryAt'>;

  constructor(
    code: ErrorCode,
    options: { detail?: string; fieldErrors?: FieldErrors; cause?: unknown; metadata?: unknown; cart?: unknown; retryAt?: Date } = {},
  ) {
    super(options.detail ?? ERROR_TITLES[code], { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fieldErrors = options.fieldErrors;
    const { metadata, cart, retryAt } = options;
    this.extras = { ...(metadata ? { metadata } : {}), ...(cart ? { cart } : {}), ...(retryAt ? { retryAt: retryAt.toISOString() } : {}) };
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** Returns the problem document of an error. */
export function toProblem(error: ApiError, traceId: string): Problem {
  const { status } = ERROR_CODES[error.code];
  return {
    type: `urn:yardage:problem:${error.code}`,
    title: ERROR_TITLES[error.code],
    status,
    code: error.code,
    traceId,
    ...(error.detail ? { detail: error.detail } : {}),
    ...(error.fieldErrors ? { errors: error.fieldErrors } : {}),
    ...error.extras,
  };
}

/** Returns the record. Throws `not-found` if it does not exist or is not the caller's. */
export function orNotFound<T>(record: T | undefined): T {
  if (record === undefined) throw new ApiError('not-found');
  return record;
}
