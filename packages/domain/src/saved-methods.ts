/** The kinds of a saved payment method. */
export type MethodKind = 'card' | 'check';

/** How a bank account is verified: by two small amounts that were sent to it, or by the code of one. */
export const METHOD_PROOFS = ['amounts', 'code'] as const;
export type MethodProof = (typeof METHOD_PROOFS)[number];

/** Why a saved method cannot be charged: saved with another processor, never or not yet verified, or expired. */
export const METHOD_PROBLEMS = ['other-processor', 'unverifiable', 'unverified', 'expired'] as const;
export type MethodProblem = (typeof METHOD_PROBLEMS)[number];

/** How often the amounts or the code of an account may be told wrong, before it has to be added again. */
export const MAX_PROOF_TRIES = 5;

/** What people recognise a saved card or account by. It never contains a whole number. */
export interface MethodSummary {
  kind: MethodKind;
  /** The card's brand or the bank's name; empty if it is not known. */
  brand: string;
  lastFour: string;
  /** The last day of the card's month; null for an account. */
  expiresOn: string | null;
}

/** First digits of the brands that most cards in the United States have. */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^(6011|64[4-9]|65)/, 'Discover'],
];

/** Returns the brand of a card number, or an empty text. */
export function brandOf(cardNumber: string): string {
  return BRANDS.find(([digits]) => digits.test(cardNumber))?.[1] ?? '';
}

/** Returns the end of a number: four characters, or half of a short one, so that it never shows the whole. */
export function lastFourOf(number: string): string {
  const text = number.replace(/\s/g, '');
  return text.slice(-Math.min(4, Math.max(1, Math.floor(text.length / 2))));
}

/** Returns the last day of a card's month as `yyyy-MM-dd`. */
export function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** Whether a saved method can no longer be used on a day at the data source. */
export function isExpired({ expiresOn }: Pick<MethodSummary, 'expiresOn'>, today: string): boolean {
  return expiresOn !== null && expiresOn < today;
}
