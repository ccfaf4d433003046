import type { RowData } from '@tanstack/react-table';
import { Icon } from '../icon.tsx';
import { actionsNumber, columnNumbers } from './column-numbers.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { ResizeHandle } from './resize-handle.tsx';
import { PageCheck } from './row-check.tsx';
import { isSortedBy, sortChange } from './sorting.ts';
import type { TableColumn } from './table-column.ts';
import classes from './table-head.module.css';
import type { TableState } from './table-params.ts';
import type { DataTableProps } from './table-props.ts';
import type { TableModel } from './use-table-model.ts';

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
  return (
    <button type="button" className={classes.sort} title={header} onClick={() => onStateChange(sortChange(column, state))}>
      <span className={classes.label}>{header}</span>
      <Icon
        name={isSorted ? (state.desc ? 'descending' : 'ascending') : 'unsorted'}
        size={14}
        className={isSorted ? classes.sorted : classes.unsorted}
      />
    </button>
  );
}

function ariaSort<Row>(column: TableColumn<Row>, state: TableState): 'ascending' | 'descending' | 'none' | undefined {
  if (!column.sortKey) return undefined;
  if (!isSortedBy(column, state)) return 'none';
  return state.desc ? 'descending' : 'ascending';
}
