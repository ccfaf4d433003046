import type { Difference, OurRecord } from './differences.queries.ts';

/** A total as the supplier sent it. */
export interface SentTotal {
  subject: string;
  count: number;
  sum: number;
  /** The records of the total, if keys were sent. */
  records: ReadonlyMap<string, number> | undefined;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Compares totals with our records. Where keys were sent, the records that differ are listed too. */
export function compareTotals(totals: readonly SentTotal[], ours: readonly OurRecord[], measure: 'amount' | 'quantity'): Difference[] {
  const bySubject = new Map<string, OurRecord[]>();
  for (const record of ours) bySubject.set(record.subject, [...(bySubject.get(record.subject) ?? []), record]);
  return totals.flatMap(({ subject, count, sum, records }) => {
    const own = bySubject.get(subject) ?? [];
    const ownSum = rounded(own.reduce((total, { value }) => total + value, 0));
    const found: Difference[] = [];
    if (own.length !== count) found.push({ subject, measure: 'count', key: null, theirs: count, ours: own.length });
    if (ownSum !== rounded(sum)) found.push({ subject, measure, key: null, theirs: sum, ours: ownSum });
    return records ? [...found, ...compareRecords(subject, records, own, measure)] : found;
  });
}

function compareRecords(
  subject: string,
  records: ReadonlyMap<string, number>,
  own: readonly OurRecord[],
  measure: 'amount' | 'quantity',
): Difference[] {
  const found: Difference[] = [];
  // A record that did not come from the supplier's systems has no key there, so it is compared by its number.
  const known = new Map(own.map(({ key, number, value }) => [key ?? number, value]));
  for (const [key, theirs] of records) {
    const value = known.get(key);
    if (value === undefined || rounded(value) !== rounded(theirs)) found.push({ subject, measure, key, theirs, ours: value ?? null });
  }
  for (const [key, value] of known) if (!records.has(key)) found.push({ subject, measure, key, theirs: null, ours: value });
  return found;
}
