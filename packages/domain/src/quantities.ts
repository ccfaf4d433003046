import { DEFAULT_UNIT_OF_MEASURE } from './orders.ts';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats as `1,234.50`: always two decimals, so that printed columns align. */
export function formatQuantityOnPaper(quantity: number): string {
  return twoDecimals.format(quantity);
}

/** Formats as `45.5`, with thousands separators and at most two decimals. */
export function formatNumber(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? plain.format(value) : '';
}

/** Formats as `45.5 CY`; the unit defaults to CY if a record has none (ORD-06). */
export function formatQuantity(value: number | null | undefined, unit?: string | null): string {
  const text = formatNumber(value);
  return text === '' ? '' : `${text} ${unit || DEFAULT_UNIT_OF_MEASURE}`;
}
