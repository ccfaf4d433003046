import { ERROR_CODES, type ErrorCode, type Problem } from '@yardage/contract/errors';

export type FieldErrors = Record<string, string[]>;

/** The one error that services and guards throw; the handler turns it into a problem document. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly fieldErrors: FieldErrors | undefined;
  /** When to try again, where that is known. */
  readonly retryAfterSeconds: number | undefined;
  /** What a refused payment gives back beside the reason. */
  readonly extras: Pick<Problem, 'metadata' | 'cart'>;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fieldErrors?: FieldErrors;
      retryAfterSeconds?: number;
      cause?: unknown;
      metadata?: unknown;
      cart?: unknown;
    } = {},
  ) {
    super(options.detail ?? ERROR_CODES[code].title, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fieldErrors = options.fieldErrors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    const { metadata, cart } = options;
    this.extras = { ...(metadata ? { metadata } : {}), ...(cart ? { cart } : {}) };
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** An error as the document a caller gets. */
export function toProblem(error: ApiError, traceId: string): Problem {
  const { status, title } = ERROR_CODES[error.code];
  return {
    type: `urn:yardage:problem:${error.code}`,
    title,
    status,
    code: error.code,
    traceId,
    ...(error.detail ? { detail: error.detail } : {}),
    ...(error.fieldErrors ? { errors: error.fieldErrors } : {}),
    ...error.extras,
  };
}

/** The record, or the refusal of one that is not there or not the caller's. */
export function orNotFound<T>(record: T | undefined): T {
  if (record === undefined) throw new ApiError('not-found');
  return record;
}
