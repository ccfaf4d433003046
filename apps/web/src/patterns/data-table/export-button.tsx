import { formatNumber } from '@yardage/domain/quantities';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { downloadCsv, toCsv } from '../csv.ts';
import { Icon } from '../icon.tsx';
import { useNeedsConnection } from '../needs-connection.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { csvFields, type TableColumn } from './table-column.ts';
import type { TableExport } from './table-props.ts';
import classes from './table-toolbar.module.css';

/** How long the outcome of an export is shown. */
const OUTCOME_MS = 6000;

type Outcome = { kind: 'done' | 'failed' | 'stopped'; text: string };

interface ExportButtonProps<Row> {
  csv: TableExport<Row>;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  total: number;
  isCompact: boolean;
}

/** Exports all rows of the current filter with all columns, hidden ones too. Shows progress and can be cancelled. */
export function ExportButton<Row>({ csv, columns, rowId, total, isCompact }: ExportButtonProps<Row>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const connection = useNeedsConnection();
  const stop = useRef<AbortController | null>(null);

  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    const isStopped = (): boolean => controller.signal.aborted;
    setOutcome(null);
    setProgress({ done: 0, total });
    try {
      const onProgress = (reached: typeof progress): void => (isStopped() ? undefined : setProgress(reached));
      const { rows, total: found, isTotalExact, hasChanged } = await fetchAllRows(csv.fetchPage, rowId, onProgress, controller.signal);
      if (isStopped()) return;
      downloadCsv(csv.fileName, toCsv(csvFields(columns), rows));
      const all = isTotalExact ? formatNumber(found) : DATA_TABLE_MESSAGES.moreThan(formatNumber(found));
      const isPart = found > MAX_EXPORT_ROWS || !isTotalExact;
      const { exported, exportedChanged, exportedPart } = DATA_TABLE_MESSAGES;
      setOutcome({
        kind: 'done',
        text: isPart ? exportedPart(formatNumber(rows.length), all) : (hasChanged ? exportedChanged : exported)(rows.length),
      });
    } catch {
      // The request layer has already reported the cause.
      if (!isStopped()) setOutcome({ kind: 'failed', text: DATA_TABLE_MESSAGES.exportFailed });
    } finally {
      if (!isStopped()) setProgress(null);
    }
  };
  // Takes effect at once; the page being fetched is discarded when it arrives.
  const cancel = (): void => {
    stop.current?.abort();
    setProgress(null);
    setOutcome({ kind: 'stopped', text: DATA_TABLE_MESSAGES.exportCancelled });
  };
  const press = ({ detail: clicks }: MouseEvent): void => {
    const isSecondOfDoubleClick = clicks > 1;
    if (total === 0 || isSecondOfDoubleClick) return;
    if (progress) cancel();
    else void run();
  };
  const label = progress ? DATA_TABLE_MESSAGES.cancelExport : DATA_TABLE_MESSAGES.exportCsv;

  return (
    <>
      <span
        role="status"
        // Screen readers would read out each number.
        aria-live={progress ? 'off' : 'polite'}
        className={classes.outcome}
        data-kind={progress ? 'running' : outcome?.kind}
      >
        {progress ? DATA_TABLE_MESSAGES.exporting(formatNumber(progress.done), formatNumber(progress.total)) : null}
        {outcome?.kind === 'done' ? <Icon name="check" size={16} /> : null}
        {progress ? null : outcome?.text}
      </span>
      {/* One button for export and cancel, so that it keeps the focus. */}
      <button
        type="button"
        className={classes.tool}
        aria-label={label}
        aria-disabled={total === 0}
        onClick={press}
        {...(progress ? null : connection)}
      >
        <Icon name={progress ? 'close' : 'download'} size={16} />
        {isCompact ? null : label}
      </button>
    </>
  );
}

const PAGE_SIZE = 100;
/** Larger exports belong in the accounting system. The limit also bounds the load of an export on the server. */
export const MAX_EXPORT_ROWS = 10_000;

/** How often an export begins again because the list changed between two pages. */
const MAX_RESTARTS = 2;

interface AllRows<Row> {
  rows: Row[];
  /** All rows that match, which may be more than an export contains. */
  total: number;
  /** False if there are more than `total`. */
  isTotalExact: boolean;
  /** Whether the list changed between the pages: each row is there once, but some may be missing. */
  hasChanged: boolean;
}

/**
 * Fetches one page after another and reports progress. If rows are added or removed meanwhile, others move to another page and would be exported
 * twice or not at all, so it begins again.
 */
export async function fetchAllRows<Row>(
  fetchPage: TableExport<Row>['fetchPage'],
  rowId: (row: Row) => string,
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<AllRows<Row>> {
  for (let restarts = 0; ; restarts++) {
    const isLastTry = restarts === MAX_RESTARTS;
    const found = await fetchOnce(fetchPage, rowId, onProgress, signal, isLastTry);
    if (!found.hasChanged || isLastTry || signal.aborted) return found;
  }
}

/** Fetches the pages once. Stops when the list changes, unless `ignoresChanges`. */
async function fetchOnce<Row>(
  fetchPage: TableExport<Row>['fetchPage'],
  rowId: (row: Row) => string,
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
  ignoresChanges: boolean,
): Promise<AllRows<Row>> {
  const rows = new Map<string, Row>();
  let total: number | undefined;
  let isTotalExact = true;
  let hasChanged = false;
  for (let page = 1; rows.size < MAX_EXPORT_ROWS && !signal.aborted; page++) {
    const answer = await fetchPage(page, PAGE_SIZE);
    const expected = rows.size + answer.items.length;
    for (const row of answer.items) rows.set(rowId(row), row);
    hasChanged ||= rows.size < expected || (total !== undefined && total !== answer.totalCount);
    total = answer.totalCount;
    isTotalExact = answer.isTotalExact !== false;
    onProgress({ done: rows.size, total: Math.min(total, MAX_EXPORT_ROWS) });
    if (!answer.hasNextPage || answer.items.length === 0 || (hasChanged && !ignoresChanges)) break;
  }
  return { rows: [...rows.values()].slice(0, MAX_EXPORT_ROWS), total: total ?? 0, isTotalExact, hasChanged };
}
