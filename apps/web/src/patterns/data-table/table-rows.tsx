import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type PointerEvent, useMemo } from 'react';
import { actionsNumber, columnNumbers } from './column-numbers.ts';
import { GroupRow } from './group-row.tsx';
import classes from './table-grid.module.css';
import type { DataTableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';
import { useRowFocus } from './use-row-focus.ts';
import type { TableModel } from './use-table-model.ts';

const OVERSCAN_ROWS = 10;

interface TableRowsProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
  scroller: HTMLDivElement | null;
  rowPx: number;
}

/** Renders the visible rows and a few around them. Spacer rows take the height of the others. */
export function TableRows<Row extends RowData>({ options, model, scroller, rowPx }: TableRowsProps<Row>) {
  const { items, visibleColumns, wantedColumns, toggleGroup } = model;
  const { opener, openRowId, selection, actions, rowName, countText, query } = options;
  const focus = useRowFocus(items, (index) => virtualizer.scrollToIndex(index));
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
    // The sticky header covers one row's height of the scroll area.
    scrollPaddingEnd: rowPx,
    // Keep the active row rendered, because removing it would lose the focus.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return indexes.includes(focus.activeIndex) || items.length === 0 ? indexes : [...indexes, focus.activeIndex].sort((a, b) => a - b);
    },
  });
  const hasCheck = selection !== undefined;
  const numbers = useMemo(
    () => [...columnNumbers(visibleColumns, wantedColumns, hasCheck), actionsNumber(wantedColumns, hasCheck)],
    [visibleColumns, wantedColumns, hasCheck],
  );
  const lines = virtualizer.getVirtualItems();
  const span = visibleColumns.length + (selection ? 2 : 1);
  const hasPages = (query.data?.totalPages ?? 0) > 1;
  return (
    <tbody onKeyDown={focus.onKeyDown} onPointerOver={showCutText}>
      {lines.map(({ index, start, key }, position) => {
        const item = items[index];
        if (!item) return null;
        const gapPx = start - (lines[position - 1]?.end ?? 0);
        const isActive = index === focus.activeIndex;
        return (
          <Fragment key={key}>
            {gapPx > 0 ? <Spacer px={gapPx} span={span} /> : null}
            {item.kind === 'group' ? (
              <GroupRow
                item={item}
                index={index}
                span={span}
                isActive={isActive}
                text={countText(item.count)}
                isOnThisPage={hasPages}
                onToggle={toggleGroup}
                onFocus={focus.activate}
              />
            ) : (
              <TableRow
                id={item.key}
                row={item.row}
                index={index}
                columns={visibleColumns}
                numbers={numbers}
                opener={opener}
                actions={actions}
                name={rowName(item.row)}
                selection={selection}
                isActive={isActive}
                isOpen={item.key === openRowId}
                onFocus={focus.activate}
              />
            )}
          </Fragment>
        );
      })}
      <Spacer px={virtualizer.getTotalSize() - (lines.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  );
}

function Spacer({ px, span }: { px: number; span: number }) {
  if (px <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable; it takes the height of rows that are not rendered
    <tr aria-hidden="true">
      <td className={classes.spacer} colSpan={span} style={{ height: px }} />
    </tr>
  );
}

/** Sets a tooltip on a cell whose text is cut off. */
function showCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (!cell || cell.hasAttribute('title')) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].find(
    (part) => part.clientWidth > 0 && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1),
  );
  if (cut?.textContent) cell.title = cut.textContent;
}
