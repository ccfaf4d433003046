/** A column of the account aging: what is open, by how long it is past due (DSH-16). */
export interface AgingBucket {
  field: 'currentAmount' | 'last30DaysAmount' | 'last90DaysAmount' | 'over90DaysAmount';
  label: string;
  /** Days past due from which on it holds; the first bucket holds what is not past due. */
  fromDays: number | null;
}

/** The buckets, youngest first; an invoice is in exactly one, so that they add up to the balance. */
export const AGING_BUCKETS: readonly AgingBucket[] = [
  { field: 'currentAmount', label: 'Current', fromDays: null },
  { field: 'last30DaysAmount', label: '0-30 days', fromDays: 1 },
  { field: 'last90DaysAmount', label: '31-90 days', fromDays: 31 },
  { field: 'over90DaysAmount', label: '91 days and over', fromDays: 91 },
];
