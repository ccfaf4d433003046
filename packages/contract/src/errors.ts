import type { ERROR_TITLES } from '@yardage/domain/errors.messages';
import { z } from 'zod';
import { moment } from './scalars.ts';

/** The only list of error codes, each with its HTTP status. `ERROR_TITLES` says what it means. */
export const ERROR_CODES = {
  'validation-failed': { status: 400 },
  'malformed-request': { status: 400 },
  'payload-too-large': { status: 413 },
  'unsupported-media-type': { status: 415 },
  'not-signed-in': { status: 401 },
  'subscription-key-refused': { status: 401 },
  'service-key-refused': { status: 401 },
  'account-disabled': { status: 403 },
  'permission-missing': { status: 403 },
  'scope-missing': { status: 403 },
  'data-source-not-granted': { status: 403 },
  'view-read-only': { status: 403 },
  'view-ended': { status: 403 },
  'customer-not-granted': { status: 403 },
  'customer-mismatch': { status: 403 },
  'not-found': { status: 404 },
  'method-not-allowed': { status: 405 },
  conflict: { status: 409 },
  'invoice-not-payable': { status: 409 },
  'load-not-on-job': { status: 409 },
  'cart-changed': { status: 409 },
  'payment-withdrawn': { status: 409 },
  'method-unusable': { status: 409 },
  'payment-fields-differ': { status: 409 },
  'approval-required': { status: 409 },
  'approval-own': { status: 409 },
  'already-done': { status: 409 },
  'idempotency-key-reused': { status: 422 },
  'payments-paused': { status: 429 },
  'too-many-requests': { status: 429 },
  'internal-error': { status: 500 },
  'service-unavailable': { status: 503 },
} as const satisfies Record<keyof typeof ERROR_TITLES, { status: number }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** RFC 9457 problem document, the body of every 4xx and 5xx. */
export const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().optional(),
  code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
  traceId: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** What a refused payment was for, and the current cart. `paymentRefusal` defines their shapes. */
  metadata: z.unknown().optional(),
  cart: z.unknown().optional(),
  /** When a temporarily refused call may be repeated. */
  retryAt: moment.optional(),
});
export type Problem = z.infer<typeof problemSchema>;
