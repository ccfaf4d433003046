export type QuoteStatusLabel = 'Active' | 'Inactive' | 'Pending';

/** QUO-04: a quote that is neither active nor inactive is pending acceptance. */
export function quoteStatusLabel(isActive: boolean | null): QuoteStatusLabel {
  if (isActive === null) return 'Pending';
  return isActive ? 'Active' : 'Inactive';
}
