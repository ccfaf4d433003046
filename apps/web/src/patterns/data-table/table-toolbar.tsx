import type { RowData } from '@tanstack/react-table';
import { Skeleton } from '../skeleton.tsx';
import { StillLoading } from '../still-loading.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { ExportButton } from './export-button.tsx';
import { SelectionCount } from './row-check.tsx';
import { SortPicker } from './sort-picker.tsx';
import type { DataTableProps } from './table-props.ts';
import classes from './table-toolbar.module.css';
import type { TableModel } from './use-table-model.ts';

interface TableToolbarProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
  isPhone: boolean;
}

/** The row count on the left, and the tools for the whole table on the right. */
export function TableToolbar<Row extends RowData>({ options, model, isPhone }: TableToolbarProps<Row>) {
  const { query, countText, status, summary, selection, csv, columns, state, onStateChange } = options;
  const isStale = query.isError && query.data !== undefined;
  const isWaiting = query.isPlaceholderData || (query.data === undefined && !query.isError);
  return (
    <div className={classes.toolbar}>
      <div className={classes.lead}>
        <p className={classes.count} role="status">
          {query.data ? countText(query.data.totalCount) : query.isError ? null : <Skeleton width={80} />}
        </p>
        {isStale ? null : status}
        {isWaiting ? <StillLoading /> : null}
      </div>
      {selection ? <SelectionCount selection={selection} /> : null}
      {isStale ? (
        <p className={classes.stale} role="status">
          {DATA_TABLE_MESSAGES.refreshFailed}
          <button type="button" className={classes.retry} onClick={() => void query.refetch()}>
            {DATA_TABLE_MESSAGES.retry}
          </button>
        </p>
      ) : null}
      <div className={classes.tools}>
        {isPhone ? <SortPicker columns={columns} state={state} onStateChange={onStateChange} /> : <ColumnsMenu model={model} />}
        {csv ? <ExportButton csv={csv} columns={columns} total={query.data?.totalCount ?? 0} isCompact={isPhone} /> : null}
      </div>
      {summary && !isStale ? <div className={classes.summary}>{summary}</div> : null}
    </div>
  );
}
