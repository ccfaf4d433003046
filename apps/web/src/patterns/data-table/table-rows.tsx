import type { RowData } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './table-grid.module.css';
import type { DataTableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';
import { actionsNumber, columnNumbers, type TableItem, type TableModel } from './use-table-model.ts';

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

function showCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
  if (cell) titleCutCell(cell);
}

/** Gives a cell whose text is cut off a tooltip. It follows the text and the width of the column; a title of the cell's own stays. */
export function titleCutCell(cell: HTMLElement): void {
  if (cell.hasAttribute('title') && cell.dataset.cut === undefined) return;
  const cut = [cell, ...cell.querySelectorAll<HTMLElement>('*')].find(
    (part) => part.clientWidth > 0 && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1),
  );
  if (cut?.textContent) {
    cell.title = cut.textContent;
    cell.dataset.cut = '';
  } else {
    cell.removeAttribute('title');
    delete cell.dataset.cut;
  }
}

interface GroupRowProps {
  item: Extract<TableItem<unknown>, { kind: 'group' }>;
  index: number;
  span: number;
  isActive: boolean;
  /** The number of rows in the group, as text. */
  text: string;
  /** Whether to say that the count is for this page only, because the group may continue on another page. */
  isOnThisPage: boolean;
  onToggle: (key: string) => void;
  onFocus: (key: string) => void;
}

/** The heading of a group. A click collapses or expands it. */
function GroupRow({ item, index, span, isActive, text, isOnThisPage, onToggle, onFocus }: GroupRowProps) {
  return (
    <tr className={classes.group} data-line={item.key} aria-rowindex={index + 2}>
      <td colSpan={span}>
        <button
          type="button"
          className={classes.toggle}
          data-row-control
          tabIndex={isActive ? 0 : -1}
          aria-expanded={item.isOpen}
          onClick={() => onToggle(item.key)}
          onFocus={() => onFocus(item.key)}
        >
          <Icon name="chevron" size={16} className={classes.chevron} />
          <span className={classes.groupTitle}>{item.title}</span>
          <span className={classes.groupCount}>{isOnThisPage ? DATA_TABLE_MESSAGES.onThisPage(text) : text}</span>
        </button>
      </td>
    </tr>
  );
}

const PAGE_ROWS = 10;

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_ROWS,
  PageUp: (index) => index - PAGE_ROWS,
  Home: () => 0,
  End: (_index, last) => last,
};

/** Returns what the arrow keys reach in a row: the controls of each cell, or the cell itself if it has none. */
function stopsOf(line: Element | null): HTMLElement[] {
  return [...(line?.querySelectorAll<HTMLElement>('th, td') ?? [])].flatMap((cell) => {
    const controls = [...cell.querySelectorAll<HTMLElement>('[data-row-control]')];
    return controls.length > 0 ? controls : cell.tabIndex === -1 && cell.hasAttribute('tabindex') ? [cell] : [];
  });
}

const columnOf = (stop: HTMLElement): string | null | undefined => stop.closest('th, td')?.getAttribute('aria-colindex');

/** Returns the stop in the same column, else the nearest one before it: a group's row has one stop only, and actions may be missing. */
function stopBeside(stops: readonly HTMLElement[], column: string | null | undefined): HTMLElement | undefined {
  const before = stops.filter((stop) => Number(columnOf(stop) ?? 0) <= Number(column ?? 0));
  return stops.find((stop) => columnOf(stop) === column) ?? before.at(-1) ?? stops[0];
}

/** Arrow keys between rows: one row is active and has the Tab stop. The others are reached by keys, even if they are not rendered yet. */
function useRowFocus(items: readonly { key: string }[], scrollTo: (index: number) => void) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const wanted = useRef<{ line: string; body: Element } | null>(null);
  /** The column in which the up and down keys stay, also across the headings of groups. */
  const column = useRef<string | null | undefined>(null);
  const activeIndex = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  );

  // The row may not have been rendered when the key was pressed; now it is.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { line, body } = wanted.current;
    const target = stopBeside(stopsOf(body.querySelector(`[data-line="${CSS.escape(line)}"]`)), column.current);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.target instanceof HTMLElement)) return;
    const line = event.target.closest('[data-line]');
    const stops = stopsOf(line);
    const stop = stops.indexOf(event.target);
    if (!line || stop < 0) return;
    const sideways = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sideways !== 0) {
      // The scroll area would move as well.
      event.preventDefault();
      stops[stop + sideways]?.focus();
      return;
    }
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const last = items.length - 1;
    const index = Math.min(last, Math.max(0, step(activeIndex, last)));
    const next = items[index];
    if (!next || index === activeIndex) return;
    column.current = columnOf(event.target) ?? column.current;
    wanted.current = { line: next.key, body: event.currentTarget };
    setActiveKey(next.key);
    scrollTo(index);
  };

  return { activeIndex, onKeyDown, activate: useCallback((key: string) => setActiveKey(key), []) };
}
