import { z } from 'zod';
import { moment } from './scalars.ts';

/** The only list of error codes, each with its meaning for a caller and its HTTP status. */
export const ERROR_CODES = {
  'validation-failed': { status: 400, title: 'Some of the values sent are not valid.' },
  'malformed-request': { status: 400, title: 'The request could not be read.' },
  'payload-too-large': { status: 413, title: 'The request is too large.' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported.' },
  'not-signed-in': { status: 401, title: 'Please sign in.' },
  'subscription-key-refused': { status: 401, title: 'The subscription key is not valid.' },
  'service-key-refused': { status: 401, title: 'The service key is not valid.' },
  'account-disabled': { status: 403, title: 'Your account is not enabled.' },
  'permission-missing': { status: 403, title: 'You do not have permission to do this.' },
  'scope-missing': { status: 403, title: 'The service key does not have the scope for this call.' },
  'data-source-not-granted': { status: 403, title: 'The service key is not for this data source.' },
  'view-read-only': { status: 403, title: 'You are viewing the portal as somebody else. Nothing can be changed.' },
  'view-ended': { status: 403, title: 'This view of the portal has ended.' },
  'customer-not-granted': { status: 403, title: 'This customer number is not available to you.' },
  'customer-mismatch': { status: 403, title: 'The customer number does not match the selected account.' },
  'not-found': { status: 404, title: 'The record was not found.' },
  'method-not-allowed': { status: 405, title: 'This method is not supported here.' },
  conflict: { status: 409, title: 'The record has changed meanwhile.' },
  'invoice-not-payable': { status: 409, title: 'The invoice is paid or being paid.' },
  'cart-changed': { status: 409, title: 'The amounts of the cart have changed. Please check them and pay again.' },
  'payment-withdrawn': { status: 409, title: 'This payment was given up before it began. Nothing was charged.' },
  'already-done': { status: 409, title: 'This was already done. Please reload to see the result.' },
  'idempotency-key-reused': { status: 422, title: 'This idempotency key was used for another request.' },
  'payments-paused': { status: 429, title: 'Too many payments have failed or are under way. Nothing was charged this time.' },
  'too-many-requests': { status: 429, title: 'Too many requests. Please try again in a moment.' },
  'internal-error': { status: 500, title: 'Something went wrong on our side.' },
  'service-unavailable': { status: 503, title: 'The service is not available right now.' },
} as const satisfies Record<string, { status: number; title: string }>;

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
