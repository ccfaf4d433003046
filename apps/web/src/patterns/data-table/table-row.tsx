import { type MouseEvent, memo } from 'react';
import { RowActionButton, RowCheck } from './row-controls.tsx';
import { isPlainClick, RowTabIndex } from './row-tab-index.ts';
import { cellContent, type TableColumn } from './table-column.ts';
import classes from './table-grid.module.css';
import { offeredActions, type RowAction, type RowOpener, type RowSelection } from './table-props.ts';

interface TableRowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: readonly TableColumn<Row>[];
  /** `aria-colindex` of the columns, then of the actions. */
  numbers: readonly number[];
  opener: RowOpener<Row>;
  actions: readonly RowAction<Row>[] | undefined;
  name: string;
  selection: RowSelection | undefined;
  isActive: boolean;
  isOpen: boolean;
  onFocus: (key: string) => void;
}

function RecordRow<Row>({ id, row, index, columns, numbers, opener, actions = [], ...props }: TableRowProps<Row>) {
  const { name, selection, isActive, isOpen, onFocus } = props;
  const [first, ...others] = columns;
  if (!first) return null;
  const openByClick = (event: MouseEvent): void => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    if (!isOnControl && !window.getSelection()?.toString()) opener.open(row);
  };
  return (
    // Only the record's link of the active row is a tab stop. The arrow keys reach the other cells and controls.
    <RowTabIndex value={-1}>
      <tr
        className={classes.row}
        data-line={id}
        data-open={isOpen || undefined}
        data-selected={selection?.ids.has(id) || undefined}
        aria-rowindex={index + 2}
        onClick={openByClick}
        onFocus={() => onFocus(id)}
      >
        {selection ? (
          <td className={classes.check} aria-colindex={1}>
            <RowCheck selection={selection} id={id} name={name} />
          </td>
        ) : null}
        <th className={classes.cell} scope="row" aria-colindex={numbers[0]} data-align={first.align}>
          <a
            className={classes.opener}
            href={opener.href(row)}
            data-row-control
            tabIndex={isActive ? 0 : -1}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              opener.open(row);
            }}
          >
            {cellContent(first, row)}
          </a>
        </th>
        {others.map((column, place) => (
          <td
            key={column.id}
            className={classes.cell}
            tabIndex={-1}
            aria-colindex={numbers[place + 1]}
            data-align={column.align}
            data-pinned={column.isControl || undefined}
          >
            {column.wrapBelowPx ? <span className={classes.lines}>{cellContent(column, row)}</span> : cellContent(column, row)}
          </td>
        ))}
        {actions.length > 0 ? (
          <td className={classes.end} aria-colindex={numbers.at(-1)}>
            {offeredActions(actions, row).map((action) => (
              <RowActionButton key={action.id} action={action} row={row} />
            ))}
          </td>
        ) : (
          <td className={classes.end} aria-hidden="true" />
        )}
      </tr>
    </RowTabIndex>
  );
}

/** A row of the table. It is memoized, so that scrolling and refreshing stay cheap. */
export const TableRow = memo(RecordRow) as typeof RecordRow;
