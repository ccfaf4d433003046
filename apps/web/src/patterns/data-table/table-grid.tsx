import type { RowData } from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import { SkeletonRows } from './skeleton-rows.tsx';
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
      style={{ '--row-height': `${rowPx}px`, '--check-width': `${edges.startPx}px`, '--end-width': `${edges.endPx}px` } as CSSProperties}
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
          <SkeletonRows columns={visibleColumns} hasCheck={selection !== undefined} />
        )}
      </table>
    </div>
  );
}
