import { TEXT_MESSAGES } from './rules.messages.ts';

/** Registration and member phones: the ten digits of a US number. */
export const PHONE_PATTERN = /^\d{10}$/;
export const ZIP_PATTERN = /^\d{5}$/;
export const MAX_NAME_LENGTH = 80;
export const MAX_ADDRESS_LENGTH = 160;
export const MAX_CUSTOMER_NUMBER_LENGTH = 20;

/** Returns a phone number as it is stored: digits only, without punctuation and the leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^1\d{10}$/.test(digits) ? digits.slice(1) : digits;
}

/** Control characters, line separators and characters that change the text direction. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Text that a mail client could turn into a link: an address, a path, or words joined by a dot. */
const LINK = /[<>@/\\:]|www\.|\p{L}{2,}\.\p{L}{2,}/iu;

/** Returns why a text is not a single plain line; null if it is. */
export function plainTextFault(text: string): string | null {
  return NOT_PLAIN.test(text.trim()) ? TEXT_MESSAGES.notPlain : null;
}

/** Returns why a text cannot be a person's name; null if it can. Names appear in mails, so links are not allowed. */
export function nameFault(text: string): string | null {
  return plainTextFault(text) ?? (LINK.test(text) ? TEXT_MESSAGES.notAName : null);
}

/** Validation messages by field; fields without a fault are absent. */
export type Faults<Field extends string> = Partial<Record<Field, string>>;

/** Removes the fields without a fault. */
export function faultsOf<Field extends string>(faults: Record<Field, string | null>): Faults<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null)) as Faults<Field>;
}

/** Returns the message if a required field is empty. */
export function requiredFault(text: string, message: string): string | null {
  return text.trim() === '' ? message : null;
}

/** Returns the fault of a required text that must be a single plain line. */
export function requiredTextFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? plainTextFault(text);
}

/** Returns the fault of a required person's name. */
export function requiredNameFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? nameFault(text);
}
