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
/** Ignores the second click of a double click. */
const DOUBLE_CLICK_MS = 400;

type Outcome = { kind: 'done' | 'failed' | 'stopped'; text: string };

interface ExportButtonProps<Row> {
  csv: TableExport<Row>;
  columns: readonly TableColumn<Row>[];
  total: number;
  isCompact: boolean;
}

/** Exports all rows of the current filter with all columns, hidden ones too. Shows progress and can be cancelled. */
export function ExportButton<Row>({ csv, columns, total, isCompact }: ExportButtonProps<Row>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const connection = useNeedsConnection();
  const stop = useRef<AbortController | null>(null);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);

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
      const tell = (reached: typeof progress): void => (isStopped() ? undefined : setProgress(reached));
      const { rows, total: found, isTotalExact } = await fetchAllRows(csv.fetchPage, tell, controller.signal);
      if (isStopped()) return;
      downloadCsv(csv.fileName, toCsv(csvFields(columns), rows));
      const isPart = rows.length < found || !isTotalExact;
      const count = formatNumber(rows.length);
      const all = isTotalExact ? formatNumber(found) : DATA_TABLE_MESSAGES.moreThan(formatNumber(found));
      setOutcome({ kind: 'done', text: isPart ? DATA_TABLE_MESSAGES.exportedPart(count, all) : DATA_TABLE_MESSAGES.exported(count) });
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
  const press = ({ timeStamp }: MouseEvent): void => {
    if (total === 0 || timeStamp - pressedAt.current < DOUBLE_CLICK_MS) return;
    pressedAt.current = timeStamp;
    if (progress) cancel();
    else void run();
  };
  const label = progress ? DATA_TABLE_MESSAGES.cancelExport : DATA_TABLE_MESSAGES.exportCsv;

  return (
    <>
      <span role="status" className={classes.outcome} data-kind={progress ? 'running' : outcome?.kind}>
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

interface AllRows<Row> {
  rows: Row[];
  /** All rows that match, which may be more than an export contains. */
  total: number;
  /** False if there are more than `total`. */
  isTotalExact: boolean;
}

/** Fetches one page after another and reports progress. */
export async function fetchAllRows<Row>(
  fetchPage: TableExport<Row>['fetchPage'],
  onProgress: (progress: { done: number; total: number }) => void,
  signal: AbortSignal,
): Promise<AllRows<Row>> {
  const rows: Row[] = [];
  let total = 0;
  let isTotalExact = true;
  for (let page = 1; rows.length < MAX_EXPORT_ROWS && !signal.aborted; page++) {
    const answer = await fetchPage(page, PAGE_SIZE);
    rows.push(...answer.items);
    total = answer.totalCount;
    isTotalExact = answer.isTotalExact !== false;
    onProgress({ done: rows.length, total: Math.min(total, MAX_EXPORT_ROWS) });
    if (!answer.hasNextPage || answer.items.length === 0) break;
  }
  return { rows: rows.slice(0, MAX_EXPORT_ROWS), total, isTotalExact };
}
