import { formatNumber } from '@yardage/domain/quantities';
import { useEffect, useRef, useState } from 'react';
import { downloadCsv, toCsv } from '../csv.ts';
import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { fetchAllRows } from './fetch-all-rows.ts';
import { csvFields, type TableColumn } from './table-column.ts';
import type { TableExport } from './table-props.ts';
import classes from './table-toolbar.module.css';

/** How long the outcome of an export stands. */
const OUTCOME_MS = 6000;

type Outcome = { kind: 'done' | 'failed'; text: string };

interface ExportButtonProps<Row> {
  csv: TableExport<Row>;
  columns: readonly TableColumn<Row>[];
  total: number;
  isCompact: boolean;
}

/** Exports every row of the current filter with all columns, shown or not; says how far it is, and can be stopped. */
export function ExportButton<Row>({ csv, columns, total, isCompact }: ExportButtonProps<Row>) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
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
    setOutcome(null);
    setProgress({ done: 0, total });
    try {
      const { rows, total: found } = await fetchAllRows(csv.fetchPage, setProgress, controller.signal);
      if (controller.signal.aborted) return;
      downloadCsv(csv.fileName, toCsv(csvFields(columns), rows));
      const isPart = rows.length < found;
      const [count, all] = [formatNumber(rows.length), formatNumber(found)];
      setOutcome({ kind: 'done', text: isPart ? DATA_TABLE_MESSAGES.exportedPart(count, all) : DATA_TABLE_MESSAGES.exported(count) });
    } catch {
      // The request layer has already said why.
      if (!controller.signal.aborted) setOutcome({ kind: 'failed', text: DATA_TABLE_MESSAGES.exportFailed });
    } finally {
      setProgress(null);
    }
  };

  return (
    <>
      <span role="status" className={progress || outcome ? classes.outcome : undefined} data-kind={progress ? 'running' : outcome?.kind}>
        {progress ? DATA_TABLE_MESSAGES.exporting(formatNumber(progress.done), formatNumber(progress.total)) : null}
        {outcome?.kind === 'done' ? <Icon name="check" size={16} /> : null}
        {progress ? null : outcome?.text}
      </span>
      {progress ? (
        <button type="button" className={classes.tool} onClick={() => stop.current?.abort()}>
          <Icon name="close" size={16} />
          {isCompact ? null : DATA_TABLE_MESSAGES.cancelExport}
        </button>
      ) : (
        <button
          type="button"
          className={classes.tool}
          aria-label={DATA_TABLE_MESSAGES.exportCsv}
          aria-disabled={total === 0}
          onClick={() => total > 0 && void run()}
        >
          <Icon name="download" size={16} />
          {isCompact ? null : DATA_TABLE_MESSAGES.exportCsv}
        </button>
      )}
    </>
  );
}
