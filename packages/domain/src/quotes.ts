export type QuoteStatusLabel = 'Active' | 'Inactive' | 'Pending';

/** QUO-04: a quote that is neither active nor inactive is pending acceptance. */
export function quoteStatusLabel(isActive: boolean | null): QuoteStatusLabel {
  if (isActive === null) return 'Pending';
  return isActive ? 'Active' : 'Inactive';
}

/** Returns the day from which a quote's price adjustment counts: a year after its first day of validity. */
export function adjustmentStart(startDate: string): string {
  const nextYear = `${Number(startDate.slice(0, 4)) + 1}${startDate.slice(4)}`;
  return nextYear.endsWith('-02-29') ? nextYear.replace(/29$/, '28') : nextYear;
}
