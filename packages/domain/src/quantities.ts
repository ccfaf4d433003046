import { currentLocale } from '@yardage/messages/messages';
import { DEFAULT_UNIT_OF_MEASURE } from './orders.ts';

/** Number formats by locale, because creating one costs far more than using it. */
const formats = new Map<string, Record<'plain' | 'twoDecimals', Intl.NumberFormat>>();

function numberFormats(): Record<'plain' | 'twoDecimals', Intl.NumberFormat> {
  const locale = currentLocale();
  let found = formats.get(locale);
  if (!found) {
    found = {
      plain: new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }),
      twoDecimals: new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    };
    formats.set(locale, found);
  }
  return found;
}

/** Formats as `1,234.50`: always two decimals, so that printed columns align. */
export function formatQuantityOnPaper(quantity: number): string {
  return numberFormats().twoDecimals.format(quantity);
}

/** Formats as `45.5`, with thousands separators and at most two decimals. */
export function formatNumber(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? numberFormats().plain.format(value) : '';
}

const THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
/** Excludes other texts that `Number` accepts, such as `0x10`, `1e3` and `Infinity`. */
const DECIMAL = /^-?(\d+[.,]?\d*|[.,]\d+)$/;
/** A fraction as builders write a slump: `4 1/2`, `4-1/2` or `4½`. Without a space or a dash before it, `1/2` would belong to the number. */
const FRACTION = /^(?:(\d+)(?:\s*-\s*|\s+|(?=[½¼¾])))?(\d[/⁄]\d|[½¼¾])$/;
/** Keys are spelled like the Unicode compatibility form of `½`. */
const FRACTIONS: Readonly<Record<string, number>> = { '1⁄2': 0.5, '1⁄4': 0.25, '3⁄4': 0.75 };

/** Reads a number as it is typed: `1,000`, `4.5`, `4,5` or `4 1/2`. Null if nothing is typed, NaN if it is no number. */
export function readNumber(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (THOUSANDS.test(typed)) return Number(typed.replaceAll(',', ''));
  if (DECIMAL.test(typed)) return Number(typed.replace(',', '.'));
  const [, whole = 0, fraction = ''] = FRACTION.exec(typed) ?? [];
  return Number(whole) + (FRACTIONS[fraction.normalize('NFKC').replace('/', '⁄')] ?? Number.NaN);
}

/** Formats as `45.5 CY`; the unit defaults to CY if a record has none (ORD-06). */
export function formatQuantity(value: number | null | undefined, unit?: string | null): string {
  const text = formatNumber(value);
  return text === '' ? '' : `${text} ${unit || DEFAULT_UNIT_OF_MEASURE}`;
}
