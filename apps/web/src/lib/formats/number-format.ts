import { formatDollars } from '@yardage/domain/money';

/** Formats a decimal amount from the API as `$1,234.50` (TBL-13). */
export function formatCurrency(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? formatDollars(amount) : '';
}

/** Formats an amount as `1,234.50`, for columns whose heading names the currency. */
export function formatAmount(amount: number | null | undefined): string {
  return formatCurrency(amount).replace('$', '');
}
