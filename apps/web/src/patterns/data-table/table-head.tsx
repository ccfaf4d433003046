import type { RowData } from '@tanstack/react-table';
import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { PageCheck } from './row-controls.tsx';
import { MAX_COLUMN_SIZE, MIN_COLUMN_SIZE, type TableColumn } from './table-column.ts';
import classes from './table-head.module.css';
import type { TableState } from './table-params.ts';
import type { DataTableProps } from './table-props.ts';
import { actionsNumber, columnNumbers, type TableModel } from './use-table-model.ts';

interface TableHeadProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
}

/** The column headings. A click sorts; dragging the right edge resizes. */
export function TableHead<Row extends RowData>({ options, model }: TableHeadProps<Row>) {
  const { state, onStateChange, selection, rowId, actions = [] } = options;
  const { table, visibleColumns, wantedColumns, rows, sizes, setSize } = model;
  const numbers = columnNumbers(visibleColumns, wantedColumns, selection !== undefined);
  const headers = new Map(table.getFlatHeaders().map((header) => [header.column.id, header]));
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selection ? (
          <th className={classes.check} scope="col" aria-colindex={1}>
            <PageCheck selection={selection} pageIds={rows.map(rowId)} />
          </th>
        ) : null}
        {visibleColumns.map((column, place) => (
          <th
            key={column.id}
            className={classes.cell}
            scope="col"
            aria-colindex={numbers[place]}
            // Without it, the resize handle would be part of the accessible name.
            aria-label={column.header}
            aria-sort={ariaSort(column, state)}
            data-align={column.align}
            data-pinned={column.isControl || undefined}
          >
            <Heading column={column} state={state} onStateChange={onStateChange} />
            <ResizeHandle
              column={column.header}
              size={sizes[column.id] ?? column.size}
              isResizing={headers.get(column.id)?.column.getIsResizing() ?? false}
              onGrab={headers.get(column.id)?.getResizeHandler()}
              onResize={(size) => setSize(column.id, size)}
            />
          </th>
        ))}
        {actions.length > 0 ? (
          <th className={classes.end} scope="col" aria-colindex={actionsNumber(wantedColumns, selection !== undefined)}>
            <span className={classes.label} title={DATA_TABLE_MESSAGES.actions}>
              {DATA_TABLE_MESSAGES.actions}
            </span>
          </th>
        ) : (
          <td className={classes.end} aria-hidden="true" />
        )}
      </tr>
    </thead>
  );
}

interface HeadingProps<Row> {
  column: TableColumn<Row>;
  state: TableState;
  onStateChange: (change: Partial<TableState>) => void;
}

function Heading<Row>({ column, state, onStateChange }: HeadingProps<Row>) {
  const { header, sortKey } = column;
  if (!sortKey) {
    return (
      <span className={classes.label} title={header}>
        {header}
      </span>
    );
  }
  const isSorted = isSortedBy(column, state);
  const arrow = (
    <Icon
      name={isSorted ? (state.desc ? 'descending' : 'ascending') : 'unsorted'}
      size={14}
      className={`${classes.arrow} ${isSorted ? classes.sorted : classes.unsorted}`}
    />
  );
  // The arrow is in the text's last line, which has room for it more often than the first. Over figures it does not move the text's end.
  const isBefore = column.align === 'end';
  return (
    <button type="button" className={classes.sort} title={header} onClick={() => onStateChange(sortChange(column, state))}>
      <span className={classes.label}>
        <span>
          {isBefore ? arrow : null}
          {header}
          {isBefore ? null : arrow}
        </span>
      </span>
    </button>
  );
}

function ariaSort<Row>(column: TableColumn<Row>, state: TableState): 'ascending' | 'descending' | 'none' | undefined {
  if (!column.sortKey) return undefined;
  if (!isSortedBy(column, state)) return 'none';
  return state.desc ? 'descending' : 'ascending';
}

const STEP_PX = 10;
const BIG_STEP_PX = 50;

interface ResizeHandleProps {
  column: string;
  size: number;
  isResizing: boolean;
  /** Starts a drag. */
  onGrab: ((event: MouseEvent | TouchEvent) => void) | undefined;
  /** Undefined restores the declared width. */
  onResize: (size: number | undefined) => void;
}

/** A column's right edge. Drag it or use the arrow keys; a double click or Enter restores the declared width (TBL-02). */
function ResizeHandle({ column, size, isResizing, onGrab, onResize }: ResizeHandleProps) {
  const move = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? BIG_STEP_PX : STEP_PX;
    const sizes: Record<string, number | undefined> = {
      ArrowLeft: size - step,
      ArrowRight: size + step,
      Home: MIN_COLUMN_SIZE,
      End: MAX_COLUMN_SIZE,
      Enter: undefined,
    };
    if (!(event.key in sizes)) return;
    event.preventDefault();
    onResize(sizes[event.key]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> is static; this separator can be moved
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={DATA_TABLE_MESSAGES.resize(column)}
      aria-valuemin={MIN_COLUMN_SIZE}
      aria-valuemax={MAX_COLUMN_SIZE}
      aria-valuenow={size}
      aria-valuetext={DATA_TABLE_MESSAGES.size(size)}
      tabIndex={0}
      className={classes.handle}
      data-resizing={isResizing || undefined}
      onMouseDown={onGrab}
      onTouchStart={onGrab}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={move}
    />
  );
}

type Sortable = Pick<TableColumn<never>, 'sortKey' | 'isDescFirst'>;

/** Returns whether the table is sorted by the column. */
export function isSortedBy({ sortKey }: Sortable, { sort }: TableState): boolean {
  return sortKey !== undefined && sortKey === sort;
}

/**
 * Returns the state change for a click on a heading: the column's default direction first, then the other, back on page 1 (TBL-07,
 * TBL-15).
 */
export function sortChange({ sortKey, isDescFirst = false }: Sortable, state: TableState): Partial<TableState> {
  if (!sortKey) return {};
  return { sort: sortKey, desc: sortKey === state.sort ? !state.desc : isDescFirst, page: 1 };
}
