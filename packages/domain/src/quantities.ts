import { DEFAULT_UNIT_OF_MEASURE } from './orders.ts';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.50`: quantities have two decimals at most, and a column of them on paper always two. */
export function formatQuantityOnPaper(quantity: number): string {
  return twoDecimals.format(quantity);
}

/** `45.5`, thousands apart, two decimals at most. */
export function formatNumber(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? plain.format(value) : '';
}

/** `45.5 CY`; the unit is CY where a record names none (ORD-06). */
export function formatQuantity(value: number | null | undefined, unit?: string | null): string {
  const text = formatNumber(value);
  return text === '' ? '' : `${text} ${unit || DEFAULT_UNIT_OF_MEASURE}`;
}
