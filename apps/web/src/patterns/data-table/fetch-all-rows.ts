import type { TableExport } from './table-props.ts';

const PAGE_SIZE = 100;
/** Larger exports belong in the accounting system. The limit also bounds the load of an export on the server. */
export const MAX_EXPORT_ROWS = 10_000;

interface AllRows<Row> {
  rows: Row[];
  /** All rows that match, which may be more than an export contains. */
  total: number;
}

/** Fetches one page after another and reports progress. */
export async function fetchAllRows<Row>(
  fetchPage: TableExport<Row>['fetchPage'],
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<AllRows<Row>> {
  const rows: Row[] = [];
  let total = 0;
  for (let page = 1; rows.length < MAX_EXPORT_ROWS && !signal.aborted; page++) {
    const answer = await fetchPage(page, PAGE_SIZE);
    rows.push(...answer.items);
    total = answer.totalCount;
    onProgress({ done: rows.length, total: Math.min(total, MAX_EXPORT_ROWS) });
    if (!answer.hasNextPage || answer.items.length === 0) break;
  }
  return { rows: rows.slice(0, MAX_EXPORT_ROWS), total };
}
