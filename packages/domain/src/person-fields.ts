import { plainTextFault, requiredFault } from './faults.ts';
import { TEXT_MESSAGES } from './rules.messages.ts';

/** Registration and member phones: the ten digits of a US number. */
export const PHONE_PATTERN = /^\d{10}$/;
/** Phones that a supplier sends may be of another country. */
export const SUPPLIED_PHONE_PATTERN = /^\d{10,14}$/;
export const ZIP_PATTERN = /^\d{5}$/;
export const MAX_NAME_LENGTH = 80;
export const MAX_ADDRESS_LENGTH = 160;
/** With punctuation, and perhaps an extension. */
export const MAX_PHONE_LENGTH = 40;
export const MAX_CUSTOMER_NUMBER_LENGTH = 20;

/** Returns a phone number as it is stored: digits only, without punctuation and the leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^1\d{10}$/.test(digits) ? digits.slice(1) : digits;
}

/** Text that a mail client could turn into a link: an address, a path, or words joined by a dot. */
const LINK = /[<>@/\\:]|www\.|\p{L}{2,}\.\p{L}{2,}/iu;

/** Returns why a text cannot be a person's name; null if it can. Names appear in mails, so links are not allowed. */
export function nameFault(text: string): string | null {
  return plainTextFault(text) ?? (LINK.test(text) ? TEXT_MESSAGES.notAName : null);
}

/** Returns the fault of a required person's name. */
export function requiredNameFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? nameFault(text);
}

/** Returns why a text cannot be a phone number of a US person; null if it can. */
export function phoneFault(text: string, messages: { phoneRequired: string; phoneInvalid: string }): string | null {
  return requiredFault(text, messages.phoneRequired) ?? (PHONE_PATTERN.test(phoneDigits(text)) ? null : messages.phoneInvalid);
}

/** Returns why a text cannot be a ZIP code; null if it can. */
export function zipFault(text: string, messages: { zipRequired: string; zipInvalid: string }): string | null {
  return requiredFault(text, messages.zipRequired) ?? (ZIP_PATTERN.test(text.trim()) ? null : messages.zipInvalid);
}
