import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@yardage/domain/mail-rules';
import { MAX_CUSTOMER_NUMBER_LENGTH, MAX_PHONE_LENGTH } from '@yardage/domain/person-fields';
import { REGISTRATION_MESSAGES as MESSAGES, TEXT_MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { addressText, type MessageSource, personName, phoneNumber, requiredText, stateId, zipCode } from './person-fields.ts';
import { customerNumber, messageAnswer } from './scalars.ts';

const email = (required: MessageSource, invalid: MessageSource) =>
  z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(MAX_EMAIL_LENGTH, { error: invalid }),
      z.email({ pattern: EMAIL_PATTERN, error: invalid }),
    )
    .meta({ examples: ['someone@example.com'] });

const fields = {
  companyName: requiredText(() => MESSAGES.companyRequired, 200),
  customerNumber: requiredText(() => MESSAGES.customerNumberRequired, MAX_CUSTOMER_NUMBER_LENGTH),
  firstName: requiredText(() => MESSAGES.firstNameRequired),
  lastName: requiredText(() => MESSAGES.lastNameRequired),
  address: addressText(() => MESSAGES.addressRequired),
  city: requiredText(() => MESSAGES.cityRequired),
  stateId: stateId(() => MESSAGES.stateRequired),
  zip: zipCode(
    () => MESSAGES.zipRequired,
    () => MESSAGES.zipInvalid,
  ),
};

/** Body sent by the public form (REG-09). */
const registrationBody = z
  .strictObject({
    ...fields,
    firstName: personName(() => MESSAGES.firstNameRequired),
    lastName: personName(() => MESSAGES.lastNameRequired),
    email: email(
      () => MESSAGES.emailRequired,
      () => MESSAGES.emailInvalid,
    ),
    confirmEmail: email(
      () => MESSAGES.confirmEmailRequired,
      () => MESSAGES.confirmEmailInvalid,
    ),
    phoneNumber: phoneNumber(
      () => MESSAGES.phoneRequired,
      () => MESSAGES.phoneInvalid,
    ),
  })
  .refine((body) => body.email.toLowerCase() === body.confirmEmail.toLowerCase(), {
    path: ['confirmEmail'],
    error: () => MESSAGES.emailsDiffer,
  });
export type RegistrationBody = z.infer<typeof registrationBody>;

/** Body sent by the dialog for signed-in users (REG-10); the phone is neither required nor checked (REG-13). */
const memberRequestBody = z.strictObject({
  ...fields,
  email: email(
    () => MESSAGES.emailRequired,
    () => MESSAGES.emailInvalid,
  ),
  phoneNumber: z
    .string()
    .trim()
    .max(MAX_PHONE_LENGTH, { error: () => TEXT_MESSAGES.tooLong })
    .default(''),
});
export type MemberRequestBody = z.infer<typeof memberRequestBody>;

export const register = defineEndpoint({
  id: 'registration.register',
  requirement: 'API-48',
  summary: 'Asks for an account; the answer is the same whether or not the email or customer number is known',
  method: 'POST',
  path: '/accounts/registration',
  access: { public: 'registering comes before having an account' },
  scope: 'none',
  body: registrationBody,
  answer: messageAnswer,
  weight: 60,
});

/** A US state (REG-18). */
export const stateEntry = z.strictObject({ id: z.int(), name: z.string(), abbreviation: z.string() });
export type StateEntry = z.infer<typeof stateEntry>;

export const listStates = defineEndpoint({
  id: 'registration.states',
  requirement: 'API-50',
  summary: 'The states of the country, by name',
  method: 'GET',
  path: '/accounts/states',
  access: { public: 'the registration form needs them' },
  scope: 'none',
  answer: z.array(stateEntry),
});

export const requestMembership = defineEndpoint({
  id: 'registration.request',
  requirement: 'API-44',
  summary: 'Asks for one more customer number, in the name of the signed-in user',
  method: 'POST',
  path: '/members/requests',
  access: { signedIn: 'everyone may ask for a customer number of their own' },
  scope: 'user',
  body: memberRequestBody,
  answer: messageAnswer,
  weight: 20,
});

export const changeMembershipRequest = defineEndpoint({
  id: 'registration.change-request',
  requirement: 'API-45',
  summary: "Corrects the signed-in user's own open request for a customer number",
  method: 'PUT',
  path: '/members/requests',
  access: { signedIn: 'everyone may correct their own request' },
  scope: 'user',
  body: memberRequestBody,
  answer: messageAnswer,
  weight: 20,
});

export const withdrawMembershipRequest = defineEndpoint({
  id: 'registration.withdraw-request',
  requirement: 'API-46',
  summary: "Withdraws the signed-in user's own open requests, or the one for a customer number",
  method: 'DELETE',
  path: '/members/requests',
  access: { signedIn: 'everyone may withdraw their own request' },
  scope: 'user',
  query: z.object({
    Email: email(
      () => MESSAGES.emailRequired,
      () => MESSAGES.emailInvalid,
    ),
    customerNumber: customerNumber.optional(),
  }),
  answer: messageAnswer,
});
