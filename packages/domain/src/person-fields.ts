/** Registration and member phones: the ten digits of a US number. */
export const PHONE_PATTERN = /^\d{10}$/;
export const ZIP_PATTERN = /^\d{5}$/;
export const MAX_NAME_LENGTH = 80;
export const MAX_ADDRESS_LENGTH = 160;
export const MAX_CUSTOMER_NUMBER_LENGTH = 20;

/** A phone as it is stored: digits, without the punctuation people type and without the country's 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^1\d{10}$/.test(digits) ? digits.slice(1) : digits;
}

/** What is said of a text, and of a person's name, with something in it that does not belong there. */
export const TEXT_MESSAGES = {
  notPlain: 'Use plain text without line breaks or control characters',
  notAName: 'Use a name without links, addresses or the characters < > @ / \\ :',
} as const;

/** Control characters, line separators, and what turns the direction of the text around it. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** What a mail program could turn into a link: an address, a path, or words joined by a dot. */
const LINK = /[<>@/\\:]|www\.|\p{L}{2,}\.\p{L}{2,}/iu;

/** Why a text cannot stand on one line; null where it can. */
export function plainTextFault(text: string): string | null {
  return NOT_PLAIN.test(text.trim()) ? TEXT_MESSAGES.notPlain : null;
}

/** Why a text is no person's name; null where it can be one. Names are used in mails. */
export function nameFault(text: string): string | null {
  return plainTextFault(text) ?? (LINK.test(text) ? TEXT_MESSAGES.notAName : null);
}

/** The messages of a form's faulty fields; fields without a fault are not there. */
export type Faults<Field extends string> = Partial<Record<Field, string>>;

/** Leaves out what has no fault. */
export function faultsOf<Field extends string>(faults: Record<Field, string | null>): Faults<Field> {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null)) as Faults<Field>;
}

/** What is said of a field that must have something in it. */
export function requiredFault(text: string, message: string): string | null {
  return text.trim() === '' ? message : null;
}

/** What is said of a text that must be there and stand on one line. */
export function requiredTextFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? plainTextFault(text);
}

/** What is said of a person's name that must be there. */
export function requiredNameFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? nameFault(text);
}
