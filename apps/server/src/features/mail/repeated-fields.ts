import type { SendMailBody } from '@yardage/contract/mail';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { MAIL_REFUSALS } from './mail.messages.ts';

interface Repeated {
  customerNumber?: string | undefined;
  dataset?: string | undefined;
}

/** Refuses a body that repeats another customer than the request is for, or another record than its path names (API-12). */
export function assertRepeated<Field extends string>(
  scope: Pick<Scope, 'customerNumber' | 'dataset'>,
  body: Repeated & { [Name in Field]?: string | number | undefined },
  field: Field,
  inPath: string | number,
): void {
  const { customerNumber = scope.customerNumber, dataset = scope.dataset } = body;
  if (customerNumber !== scope.customerNumber || dataset !== scope.dataset) throw new ApiError('customer-mismatch');
  if ((body[field] ?? inPath) !== inPath)
    throw new ApiError('validation-failed', { fieldErrors: { [field]: [MAIL_REFUSALS.otherRecord] } });
}

/** Returns the mail of such a body. */
export function mailOf({ email, message, ccEmails }: SendMailBody): SendMailBody {
  return { email, message, ccEmails };
}
