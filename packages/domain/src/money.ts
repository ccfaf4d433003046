import { currentLocale } from '@yardage/messages/messages';

/** Money is integer cents everywhere except in JSON and in formatted text. */
export type Cents = number;

/** Converts an amount in dollars, as JSON carries it, to cents. */
export function centsOf(dollars: number): Cents {
  return Math.round(dollars * 100);
}

/** Returns price times quantity, rounded half up to the cent. Quantities have at most two decimals. */
export function lineAmount(unitPrice: Cents, quantity: number): Cents {
  return Math.floor((unitPrice * Math.round(quantity * 100) + 50) / 100);
}

/** Returns a share of an amount in millionths (8.25 % is 82 500), rounded half up to the cent. */
export function shareOf(amount: Cents, partsPerMillion: number): Cents {
  return Number((BigInt(amount) * BigInt(partsPerMillion) + 500_000n) / 1_000_000n);
}

/** The minus of a discount as lists show it. Without cents it may belong to a number, as in '-5'. */
const SHOWN_MINUS = /^-(?=.*\.\d\d$)/;
/** An amount as users type it: currency sign, thousands separators and cents are optional. */
const TYPED_AMOUNT = /^(?:\$\s*)?(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/;

/**
 * Returns the range of cents that a searched amount covers, whatever its sign; dollars without cents match any cents.
 * Returns undefined if the text is no amount or the amount is zero.
 */
export function searchedAmount(typed: string): { from: Cents; to: Cents } | undefined {
  const [, dollars, cents] = TYPED_AMOUNT.exec(typed.replace(SHOWN_MINUS, '')) ?? [];
  if (dollars === undefined) return undefined;
  const whole = Number(dollars.replaceAll(',', '')) * 100;
  if (cents === undefined) return whole > 0 ? { from: whole, to: whole + 99 } : undefined;
  const exact = whole + Number(cents.padEnd(2, '0'));
  return exact > 0 ? { from: exact, to: exact } : undefined;
}

/** Returns the cents of an amount as users type it, or undefined if the text is no amount. */
export function typedAmount(typed: string): Cents | undefined {
  const [, dollars, cents = ''] = TYPED_AMOUNT.exec(typed.trim()) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Returns the same in dollars, as JSON carries it. */
export function typedDollars(typed: string): number | undefined {
  const cents = typedAmount(typed);
  return cents === undefined ? undefined : cents / 100;
}

/** `$1,234.50`; negative with a minus in front. */
export function formatMoney(amount: Cents): string {
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / 100).toLocaleString(currentLocale());
  return `${sign}$${whole}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
}

/** Formats an amount in dollars, as JSON carries it. */
export function formatDollars(dollars: number): string {
  return formatMoney(centsOf(dollars));
}
