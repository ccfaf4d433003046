const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.50`: quantities have two decimals at most, and a column of them always two. */
export function formatQuantity(quantity: number): string {
  return twoDecimals.format(quantity);
}
