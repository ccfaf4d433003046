import { register, requestMembership } from '@yardage/contract/registration';
import type { RegistrationFields, RegistrationPlace } from '@yardage/domain/registration-rules';
import { api } from '#web/lib/api.ts';

/** Sends the form: with the public endpoint, or as the signed-in user (API-44, API-48). */
export function sendRegistration(fields: RegistrationFields, place: RegistrationPlace) {
  const { confirmEmail, stateId, ...texts } = fields;
  // The form's validation has already required a state.
  const body = { ...texts, stateId: stateId ?? 0 };
  return place === 'public' ? api.call(register, { body: { ...body, confirmEmail } }) : api.call(requestMembership, { body });
}
