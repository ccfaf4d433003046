import { type Faults, faultsOf, requiredTextFault } from './faults.ts';
import { isEmailAddress } from './mail-rules.ts';
import { phoneFault, requiredNameFault, zipFault } from './person-fields.ts';
import { REGISTRATION_MESSAGES } from './rules.messages.ts';

/** The registration form's fields (REG-09). */
export interface RegistrationFields {
  email: string;
  confirmEmail: string;
  phoneNumber: string;
  companyName: string;
  customerNumber: string;
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  stateId: number | null;
  zip: string;
}

/** Where the form is shown: on its public page, or in a dialog for a signed-in user. */
export type RegistrationPlace = 'public' | 'in-app';

/**
 * Returns why a registration cannot be sent, by field.
 * In the dialog the email is known, and the phone is neither required nor checked (REG-13).
 */
export function registrationFaults(fields: RegistrationFields, place: RegistrationPlace): Faults<keyof RegistrationFields> {
  const isPublic = place === 'public';
  // In the dialog the names come from the account and are locked (REG-08), so the user could not correct them.
  const nameFaultOf = isPublic ? requiredNameFault : requiredTextFault;
  return faultsOf({
    email: isPublic ? emailFault(fields.email) : null,
    confirmEmail: isPublic ? confirmEmailFault(fields) : null,
    phoneNumber: isPublic ? phoneFault(fields.phoneNumber, REGISTRATION_MESSAGES) : null,
    companyName: requiredTextFault(fields.companyName, REGISTRATION_MESSAGES.companyRequired),
    customerNumber: requiredTextFault(fields.customerNumber, REGISTRATION_MESSAGES.customerNumberRequired),
    firstName: nameFaultOf(fields.firstName, REGISTRATION_MESSAGES.firstNameRequired),
    lastName: nameFaultOf(fields.lastName, REGISTRATION_MESSAGES.lastNameRequired),
    address: requiredTextFault(fields.address, REGISTRATION_MESSAGES.addressRequired),
    city: requiredTextFault(fields.city, REGISTRATION_MESSAGES.cityRequired),
    stateId: fields.stateId === null ? REGISTRATION_MESSAGES.stateRequired : null,
    zip: zipFault(fields.zip, REGISTRATION_MESSAGES),
  });
}

function emailFault(text: string): string | null {
  if (text.trim() === '') return REGISTRATION_MESSAGES.emailRequired;
  return isEmailAddress(text.trim()) ? null : REGISTRATION_MESSAGES.emailInvalid;
}

function confirmEmailFault({ email, confirmEmail }: RegistrationFields): string | null {
  const confirmed = confirmEmail.trim();
  if (confirmed === '') return REGISTRATION_MESSAGES.confirmEmailRequired;
  if (!isEmailAddress(confirmed)) return REGISTRATION_MESSAGES.confirmEmailInvalid;
  return confirmed.toLowerCase() === email.trim().toLowerCase() ? null : REGISTRATION_MESSAGES.emailsDiffer;
}

/** Words that people add to a company's name or leave out. */
const LEGAL_WORDS = new Set([
  'the',
  'and',
  'inc',
  'incorporated',
  'llc',
  'llp',
  'lp',
  'co',
  'company',
  'corp',
  'corporation',
  'ltd',
  'limited',
]);

function companyWords(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL_WORDS.has(word));
  return words.join(' ');
}

/** Returns whether two company names match, ignoring case, punctuation and legal forms. */
export function isSameCompany(one: string, other: string): boolean {
  return companyWords(one) === companyWords(other);
}
