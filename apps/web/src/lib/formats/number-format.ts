import { formatDollars } from '@yardage/domain/money';

/** `$1,234.50` of a decimal amount as the wire carries it (TBL-13). */
export function formatCurrency(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? formatDollars(amount) : '';
}

/** `1,234.50`, for columns whose head names the currency. */
export function formatAmount(amount: number | null | undefined): string {
  return formatCurrency(amount).replace('$', '');
}
