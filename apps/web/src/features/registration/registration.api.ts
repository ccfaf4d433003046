import { register, requestMembership } from '@yardage/contract/registration';
import type { RegistrationFields, RegistrationPlace } from '@yardage/domain/registration-rules';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';

/** Sends the form: with the public endpoint, or as the signed-in user (API-44, API-48). */
export function sendRegistration(fields: RegistrationFields, place: RegistrationPlace, attempt: Attempt) {
  const { confirmEmail, stateId, ...texts } = fields;
  // The form's validation has already required a state.
  const body = { ...texts, stateId: stateId ?? 0 };
  if (place === 'public') return api.call(register, { body: { ...body, confirmEmail } }, undefined, { attempt });
  return api.call(requestMembership, { body }, undefined, { attempt });
}
