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
