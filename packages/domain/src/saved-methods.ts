/** What can be charged: its kind, as processors and saved methods call it, and its name in requests and stored payments. */
export const METHOD_OF_KIND = { card: 'CreditCard', check: 'eCheck' } as const;
export type MethodKind = keyof typeof METHOD_OF_KIND;
type ChargedMethod = (typeof METHOD_OF_KIND)[MethodKind];

/** The reverse of `METHOD_OF_KIND`. */
export const KIND_OF_METHOD = { CreditCard: 'card', eCheck: 'check' } as const satisfies Record<ChargedMethod, MethodKind>;

/** The methods that can be charged, in the order in which they are offered. */
export const CHARGED_METHODS = ['CreditCard', 'eCheck'] as const satisfies readonly ChargedMethod[];

/** Whether it is a method that can be charged, entered by the payer: not `Saved`, `Hosted`, `PayPal` or `Credit`. */
export function isChargedMethod(method: string): method is ChargedMethod {
  return Object.hasOwn(KIND_OF_METHOD, method);
}

/** Whether a payment is pending for days, until the bank settles it. The SQL function `yardage_payment_tries` has the same rule. */
export const SETTLES_LATER: Readonly<Record<ChargedMethod, boolean>> = { CreditCard: false, eCheck: true };

/** How a bank account is verified: by two small amounts that were sent to it, or by the code of one. */
export const METHOD_PROOFS = ['amounts', 'code'] as const;
export type MethodProof = (typeof METHOD_PROOFS)[number];

/** Why a saved method cannot be charged: saved with another processor, never or not yet verified, or expired. */
export const METHOD_PROBLEMS = ['other-processor', 'unverifiable', 'unverified', 'expired'] as const;
export type MethodProblem = (typeof METHOD_PROBLEMS)[number];

/** After this many wrong amounts or codes, a bank account has to be added again. */
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
