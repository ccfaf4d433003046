const SEPARATOR = /[\s/.-]+/;

/** A card's expiry with two digits each. */
export interface Expiry {
  month: string;
  year: string;
}

/** Parses `08/27`, `8/2027`, `0827` or `827`. Returns undefined if the text is incomplete or ambiguous, as `127` is. */
export function readExpiry(typed: string): Expiry | undefined {
  const parts = typed.trim().split(SEPARATOR);
  const [month, year] = parts.length === 1 ? splitDigits(parts[0] ?? '') : parts;
  if (parts.length > 2 || !/^\d{1,2}$/.test(month ?? '') || !/^(20)?\d{2}$/.test(year ?? '')) return undefined;
  return { month: (month as string).padStart(2, '0'), year: (year as string).slice(-2) };
}

/** PAY-14: formats typed or pasted text as `MM/YY`. It runs on every key, so incomplete text stays incomplete. */
export function formatExpiry(typed: string): string {
  const text = typed.replace(/[^\d\s/.-]/g, '').trimStart();
  const [first = '', ...others] = text.split(SEPARATOR);
  const hasMonth = others.length > 0 && /^([1-9]|\d{2})$/.test(first);
  const [month = '', rest = ''] = hasMonth ? [first.padStart(2, '0'), others.join('')] : splitDigits(text.replace(/\D/g, ''));
  return rest === '' && !hasMonth ? month : `${month}/${shortYear(rest)}`;
}

/** Splits digits without a separator. No two-digit month starts with 2 to 9, so such a digit is the whole month. */
function splitDigits(digits: string): [month: string, year: string] {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return [padded.slice(0, 2), padded.slice(2)];
}

/** Returns the last two digits of the year; `20` may be the century of a year that is still being typed. */
function shortYear(digits: string): string {
  if (/^20\d\d/.test(digits)) return digits.slice(2, 4);
  return digits.startsWith('20') ? digits.slice(0, 3) : digits.slice(0, 2);
}
