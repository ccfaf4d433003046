/** A column of the account aging: the open amount by days past due (DSH-16). */
export interface AgingBucket {
  field: 'currentAmount' | 'last30DaysAmount' | 'last90DaysAmount' | 'over90DaysAmount';
  /** First day past due that falls into the bucket; null for the bucket of invoices that are not past due. */
  fromDays: number | null;
}

/** The buckets, youngest first. Each invoice is in exactly one, so the buckets add up to the balance. */
export const AGING_BUCKETS: readonly AgingBucket[] = [
  { field: 'currentAmount', fromDays: null },
  { field: 'last30DaysAmount', fromDays: 1 },
  { field: 'last90DaysAmount', fromDays: 31 },
  { field: 'over90DaysAmount', fromDays: 91 },
];

type AgedBalance = Readonly<Record<AgingBucket['field'] | 'unappliedAmount' | 'pendingAmount', number | null>>;

/**
 * Whether an account has nothing open. The buckets alone do not show that: credits and payments on account reduce them, down to zero, while
 * the invoices are still open (DSH-16).
 */
export function isNothingOpen(balance: AgedBalance): boolean {
  return AGING_BUCKETS.every(({ field }) => !balance[field]) && !balance.unappliedAmount && !balance.pendingAmount;
}
