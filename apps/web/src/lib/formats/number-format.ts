import { formatMoney } from '@yardage/domain/money';

const DEFAULT_UNIT = 'CY';
const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** `$1,234.50` of a decimal amount as the wire carries it (TBL-13). */
export function formatCurrency(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? formatMoney(Math.round(amount * 100)) : '';
}

/** `1,234.50`, for columns whose head names the currency. */
export function formatAmount(amount: number | null | undefined): string {
  return formatCurrency(amount).replace('$', '');
}

/** `45.5`, thousands apart, two decimals at most. */
export function formatNumber(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? quantities.format(value) : '';
}

/** `45.5 CY`; the unit is CY where a record names none (ORD-06). */
export function formatQuantity(value: number | null | undefined, unit?: string | null): string {
  const text = formatNumber(value);
  return text === '' ? '' : `${text} ${unit || DEFAULT_UNIT}`;
}
