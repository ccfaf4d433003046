import { Menu } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { formatNumber } from '@yardage/domain/quantities';
import { useId } from 'react';
import { isFromDevice } from '#web/lib/offline/kept-reads.ts';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { StaleDataNote } from '../data-age.tsx';
import { Icon } from '../icon.tsx';
import { Skeleton, StillLoading } from '../skeleton.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { ExportButton } from './export-button.tsx';
import { SelectionCount } from './row-controls.tsx';
import type { TableColumn } from './table-column.ts';
import type { TableState } from './table-params.ts';
import type { DataTableProps, Paged } from './table-props.ts';
import classes from './table-toolbar.module.css';
import type { TableModel } from './use-table-model.ts';

interface TableToolbarProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
  isPhone: boolean;
}

/** The row count on the left, and the tools for the whole table on the right. */
export function TableToolbar<Row extends RowData>({ options, model, isPhone }: TableToolbarProps<Row>) {
  const { query, countText, status, summary, selection, csv, columns, rowId, state, onStateChange } = options;
  const isStale = query.isError && query.data !== undefined;
  // On a phone the sums take several lines, which would push the skeleton down.
  const hasSummary = summary !== null && summary !== undefined && !isStale && !(isPhone && query.data === undefined);
  const isWaiting = query.isPlaceholderData || (query.data === undefined && !query.isError);
  return (
    <div className={classes.toolbar}>
      <div className={classes.lead}>
        <p className={classes.count} role="status" data-focus-home>
          {query.data ? totalText(countText, query.data) : query.isError ? null : <Skeleton width={80} />}
        </p>
        {isStale || isFromDevice(query) ? <StaleDataNote query={query} /> : status}
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
        {csv ? <ExportButton csv={csv} columns={columns} rowId={rowId} total={query.data?.totalCount ?? 0} isCompact={isPhone} /> : null}
      </div>
      {hasSummary ? <div className={classes.summary}>{summary}</div> : null}
    </div>
  );
}

/** Returns text such as '15 orders', or '10,000+ orders' where the server stopped counting. */
function totalText(countText: (count: number) => string, { totalCount, isTotalExact }: Paged<unknown>): string {
  const [text, count] = [countText(totalCount), formatNumber(totalCount)];
  return isTotalExact === false ? text.replace(count, DATA_TABLE_MESSAGES.moreThan(count)) : text;
}

/** Menu that shows and hides columns. The first column cannot be hidden. */
function ColumnsMenu<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  const { table, groupedColumnId, isLayoutChanged, resetLayout } = model;
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide() && column.id !== groupedColumnId);
  return (
    <PopupMenu
      position="bottom-end"
      width={240}
      transitionProps={{ duration: 100 }}
      withInitialFocusPlaceholder={false}
      button={
        <button type="button" className={classes.tool}>
          <Icon name="columns" size={16} />
          {DATA_TABLE_MESSAGES.columns}
        </button>
      }
    >
      <Menu.Dropdown className={classes.menu}>
        {columns.map((column) => (
          <Menu.CheckboxItem key={column.id} checked={column.getIsVisible()} onChange={(isShown) => column.toggleVisibility(isShown)}>
            {String(column.columnDef.header)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!isLayoutChanged} onClick={resetLayout}>
          {DATA_TABLE_MESSAGES.resetColumns}
        </Menu.Item>
      </Menu.Dropdown>
    </PopupMenu>
  );
}

interface SortPickerProps<Row> {
  columns: readonly TableColumn<Row>[];
  state: TableState;
  onStateChange: (change: Partial<TableState>) => void;
}

/** Selects the sort order where there are no column headings, on phones. */
function SortPicker<Row>({ columns, state, onStateChange }: SortPickerProps<Row>) {
  const selectId = useId();
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined);
  const choose = (sortKey: string): void => {
    const column = sortable.find((candidate) => candidate.sortKey === sortKey);
    onStateChange({ sort: sortKey, desc: column?.isDescFirst ?? false, page: 1 });
  };
  const order = state.desc ? DATA_TABLE_MESSAGES.descending : DATA_TABLE_MESSAGES.ascending;
  return (
    <div className={classes.sort}>
      <label htmlFor={selectId}>{DATA_TABLE_MESSAGES.sortBy}</label>
      <span className={classes.choice}>
        <select id={selectId} className={classes.select} value={state.sort} onChange={(event) => choose(event.currentTarget.value)}>
          {sortable.map(({ sortKey, header }) => (
            <option key={sortKey} value={sortKey}>
              {header}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={16} className={classes.arrow} />
      </span>
      <button
        type="button"
        className={classes.tool}
        aria-label={order}
        title={order}
        onClick={() => onStateChange({ sort: state.sort, desc: !state.desc, page: 1 })}
      >
        <Icon name={state.desc ? 'descending' : 'ascending'} />
      </button>
    </div>
  );
}
