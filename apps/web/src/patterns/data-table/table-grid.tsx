import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './table-grid.module.css';
import { TableHead } from './table-head.tsx';
import type { DataTableProps } from './table-props.ts';
import { TableRows } from './table-rows.tsx';
import type { TableModel } from './use-table-model.ts';

const ROW_PX = 36;
const HIGH_ROW_PX = 44;

interface TableGridProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
  /** The scrolling element; null until it is mounted. */
  scroller: HTMLDivElement | null;
  onScroller: (scroller: HTMLDivElement | null) => void;
  /** Widths beside the columns: checkboxes before them, actions after them. */
  edges: { startPx: number; endPx: number };
  /** Whether rows are tall enough for two lines or for touch. */
  isHigh: boolean;
  /** The browser's text size relative to the default. */
  textScale: number;
  isOverflowing: boolean;
}

/** The rows as a scrolling table with a sticky header, first column and actions. */
export function TableGrid<Row extends RowData>({ options, model, scroller, onScroller, edges, textScale, ...shape }: TableGridProps<Row>) {
  const { isHigh, isOverflowing } = shape;
  const { query, label, selection, actions = [] } = options;
  const { visibleColumns, wantedColumns, sizes, items } = model;
  const rowPx = Math.round((isHigh ? HIGH_ROW_PX : ROW_PX) * textScale);
  const widthOf = (id: string): number => (sizes[id] ?? 0) * textScale;
  const totalPx = visibleColumns.reduce((sum, { id }) => sum + widthOf(id), edges.startPx + edges.endPx);
  return (
    <div
      ref={onScroller}
      className={classes.scroller}
      data-high={isHigh || undefined}
      data-overflowing={isOverflowing || undefined}
      data-stale={query.isPlaceholderData || undefined}
      style={
        {
          '--row-height': `${rowPx}px`,
          '--check-width': `${edges.startPx}px`,
          '--start-width': `${edges.startPx + widthOf(visibleColumns[0]?.id ?? '')}px`,
          '--end-width': `${edges.endPx}px`,
        } as CSSProperties
      }
    >
      {/* A grid, not a table: one row is a tab stop, and the arrow keys move through its cells. */}
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern allows it on a table
        role="grid"
        className={classes.table}
        aria-label={label}
        aria-rowcount={query.data ? items.length + 1 : -1}
        aria-colcount={wantedColumns.length + (selection ? 1 : 0) + (actions.length > 0 ? 1 : 0)}
        aria-busy={!query.data || query.isPlaceholderData}
        style={{ width: totalPx }}
      >
        <colgroup>
          {selection ? <col style={{ width: edges.startPx }} /> : null}
          {visibleColumns.map(({ id }) => (
            <col key={id} style={{ width: widthOf(id) }} />
          ))}
          <col />
        </colgroup>
        <TableHead options={options} model={model} />
        {query.data ? (
          <TableRows options={options} model={model} scroller={scroller} rowPx={rowPx} />
        ) : (
          // The key makes new rows when the number of columns changes, because the cells of the old rows would move.
          <SkeletonRows key={visibleColumns.length} columns={visibleColumns} hasCheck={selection !== undefined} />
        )}
      </table>
    </div>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Enough different widths to look like text. */
const WIDTHS = ['62%', '80%', '48%', '71%', '56%', '88%', '66%'];

/** Skeleton rows, shown until the first page has loaded. */
function SkeletonRows({ columns, hasCheck }: { columns: readonly { id: string }[]; hasCheck: boolean }) {
  return (
    <tbody>
      {ROWS.map((row) => (
        <tr key={row} className={classes.row}>
          {hasCheck ? <td className={classes.check} /> : null}
          {columns.map(({ id }, column) => (
            <td key={id} className={classes.cell}>
              <Skeleton width={WIDTHS[(row * 3 + column * 2) % WIDTHS.length] ?? '60%'} height={12} />
            </td>
          ))}
          <td className={classes.end} />
        </tr>
      ))}
    </tbody>
  );
}
