import { TEXT_MESSAGES } from './rules.messages.ts';

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

/** Control characters, line separators and characters that change the text direction. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Returns why a text is not a single plain line; null if it is. */
export function plainTextFault(text: string): string | null {
  return NOT_PLAIN.test(text.trim()) ? TEXT_MESSAGES.notPlain : null;
}

/** Returns the fault of a required text that must be a single plain line. */
export function requiredTextFault(text: string, message: string): string | null {
  return requiredFault(text, message) ?? plainTextFault(text);
}
