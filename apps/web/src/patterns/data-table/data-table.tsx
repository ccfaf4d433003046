import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { RowData } from '@tanstack/react-table';
import { PAGE_SIZES } from '@yardage/contract/lists';
import { formatNumber } from '@yardage/domain/quantities';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { endStart, isStartShown } from '#web/lib/end-start.ts';
import { useGradualStart } from '#web/lib/gradual.ts';
import { useIsNarrow, useIsPrinting } from '#web/lib/screen.ts';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { CardList } from './card-list.tsx';
import { headingPx } from './column-layout.ts';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import classes from './data-table.module.css';
import { cellContent } from './table-column.ts';
import { TableGrid } from './table-grid.tsx';
import type { TableState } from './table-params.ts';
import { type DataTableProps, mostActions, type Paged } from './table-props.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { type TableModel, useTableModel } from './use-table-model.ts';

const ROW_CHECK_PX = 44;
/** Width of an action button with a mouse and, below, on a touch screen. */
const ACTION_PX = 32;
const TOUCH_ACTION_PX = 44;
const ROW_END_PX = 8;
/** Minimum width at which the heading of the actions column fits. */
const HEADED_ACTIONS_PX = 64;

/** A server-paged list: a table from 768 px, cards below. It can sort, page, resize, hide, group, select and export (TBL-01). */
export function DataTable<Row extends RowData>({ selection: chosen, ...props }: DataTableProps<Row>) {
  // Until the first rows are rendered, the table shows its skeleton.
  const isLoaded = useGradualStart(props.query.data !== undefined, isStartShown());
  const isPaused = props.query.isPlaceholderData;
  // The rows of another filter are not part of this one's selection, although they are still shown.
  const selection = useMemo(() => chosen && { ...chosen, isPaused }, [chosen, isPaused]);
  const options: DataTableProps<Row> = {
    ...props,
    ...(selection ? { selection } : {}),
    ...(isLoaded ? {} : { query: { ...props.query, data: undefined } }),
  };
  const { query, state, onStateChange, hasFilters, actions = [] } = options;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const isPhone = useIsNarrow();
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const { widthPx, textScale } = useElementWidth(scroller);
  const actionPx = isTouch ? TOUCH_ACTION_PX : ACTION_PX;
  const actionsHeadingPx = Math.max(HEADED_ACTIONS_PX, headingPx(DATA_TABLE_MESSAGES.actions, false));
  const actionsPx = actions.length > 0 ? Math.max(mostActions(actions) * actionPx, actionsHeadingPx * textScale) : 0;
  const edges = { startPx: selection ? ROW_CHECK_PX : 0, endPx: actionsPx + ROW_END_PX };
  // Column widths scale with the text size, so the available width is divided by it.
  const roomPx = (widthPx - edges.startPx - edges.endPx) / textScale;
  const model = useTableModel(options, roomPx);
  const isWrapping = model.visibleColumns.some(({ id, wrapBelowPx = 0 }) => (model.sizes[id] ?? 0) < wrapBelowPx);
  const { data } = query;

  // A copied link may name a page that no longer exists.
  const lastPage = Math.max(1, data?.totalPages ?? 1);
  const isBeyond = data !== undefined && !query.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (isBeyond) onStateChange({ page: lastPage }, true);
  }, [isBeyond, lastPage, onStateChange]);

  const card = useStartOfPage(state.page, scroller);
  const isEmpty = data?.items.length === 0 && !isBeyond;
  const isFailed = query.isError && !data;
  useEndOfStart(isLoaded || isFailed);
  return (
    <div ref={card} className={isFailed ? undefined : classes.card}>
      {isFailed ? null : <TableToolbar options={options} model={model} isPhone={isPhone} />}
      {isFailed ? (
        <TableFailure text={options.failureText} onRetry={query.refetch} />
      ) : isPhone ? (
        <CardList options={options} model={model} />
      ) : (
        <TableGrid
          options={options}
          model={model}
          scroller={scroller}
          onScroller={setScroller}
          edges={edges}
          // Touch targets need more height than a mouse pointer, and two lines of text more than one.
          isHigh={isTouch || isWrapping}
          textScale={textScale}
          isOverflowing={sumOf(model.sizes) > roomPx}
        />
      )}
      <PrintedTable options={options} model={model} />
      {isEmpty ? <TableEmptyState text={options.emptyText} hasFilters={hasFilters} onClearFilters={options.onClearFilters} /> : null}
      {data && data.totalCount > 0 ? <TableFooter data={data} state={state} onStateChange={onStateChange} /> : null}
    </div>
  );
}

/** The rows of the list, or its failure, replace the rows that the page's first script has shown. */
function useEndOfStart(isShown: boolean): void {
  useLayoutEffect(() => {
    if (isShown) endStart();
  }, [isShown]);
}

/** Shows the first row when another page is opened, in the table and, on a phone, in the window. */
function useStartOfPage(page: number, scroller: HTMLElement | null) {
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (scroller) scroller.scrollTop = 0;
    if (card.current && card.current.getBoundingClientRect().top < 0) card.current.scrollIntoView({ block: 'start' });
  }, [page, scroller]);
  return card;
}

function sumOf(sizes: Readonly<Record<string, number>>): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0);
}

interface TableEmptyStateProps {
  text: string | undefined;
  hasFilters: boolean;
  onClearFilters: () => void;
}

/** The empty state: why there are no rows, and a button that clears the filters if there are any (TBL-03, TBL-04). */
export function TableEmptyState({ text = DATA_TABLE_MESSAGES.noData, hasFilters, onClearFilters }: TableEmptyStateProps) {
  return (
    <div className={classes.void}>
      <p className={classes.text}>{hasFilters ? DATA_TABLE_MESSAGES.noResults : text}</p>
      {hasFilters ? (
        <Button variant="default" onClick={onClearFilters}>
          {DATA_TABLE_MESSAGES.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

/** The error state, with a retry button. */
function TableFailure({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <Notice
      kind="failure"
      title={text}
      action={
        <Button variant="default" onClick={() => void onRetry()}>
          {DATA_TABLE_MESSAGES.retry}
        </Button>
      }
    />
  );
}

/** The browser's default root font size. */
const STANDARD_REM_PX = 16;

interface ElementWidth {
  /** The inner width without the scroll bar; 0 while there is no element. */
  widthPx: number;
  /** The browser's text size relative to the default. */
  textScale: number;
}

/** Returns an element's width, measured before the first paint and on every resize, and the text scale. */
function useElementWidth(element: HTMLElement | null): ElementWidth {
  const [widthPx, setWidthPx] = useState(0);
  const [textScale, setTextScale] = useState(1);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = (): void => {
      setWidthPx(element.clientWidth);
      setTextScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / STANDARD_REM_PX);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { widthPx, textScale };
}

interface PrintedTableProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
}

/** From this number of columns, words may break, so that the table is not wider than the paper. */
const CROWDED_FROM = 13;

/** All rows and columns for printing. The table on screen renders only visible rows and the columns that fit. */
function PrintedTable<Row extends RowData>({ options, model }: PrintedTableProps<Row>) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const columns = model.wantedColumns.filter(({ isControl }) => !isControl);
  return (
    <table className={classes.table} data-high data-crowded={columns.length >= CROWDED_FROM || undefined}>
      <thead>
        <tr>
          {columns.map(({ id, header, align }) => (
            <th key={id} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {model.items.map((item) =>
          item.kind === 'group' ? (
            <tr key={item.key} className={classes.group}>
              <th scope="rowgroup" colSpan={columns.length}>
                {item.title} <span className={classes.count}>{options.countText(item.count)}</span>
              </th>
            </tr>
          ) : (
            <tr key={item.key}>
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
                  {cellContent(column, item.row)}
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface TableFooterProps {
  data: Paged<unknown>;
  state: TableState;
  onStateChange: (change: Partial<TableState>) => void;
}

/** The range of rows, the number of rows per page (TBL-05) and the page buttons. */
function TableFooter({ data, state, onStateChange }: TableFooterProps) {
  const sizeId = useId();
  const first = (data.pageIndex - 1) * data.pageSize + 1;
  const last = first + data.items.length - 1;
  const total = Math.max(1, data.totalPages);
  const isCounted = data.isTotalExact !== false;
  return (
    <nav className={classes.footer} aria-label={DATA_TABLE_MESSAGES.pages}>
      <div className={classes.size}>
        <label htmlFor={sizeId}>{DATA_TABLE_MESSAGES.rowsPerPage}</label>
        <span className={classes.choice}>
          <select
            id={sizeId}
            className={classes.select}
            value={state.size}
            onChange={(event) => onStateChange({ size: Number(event.currentTarget.value), page: 1 })}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
          <Icon name="chevron" size={16} />
        </span>
      </div>
      <p className={classes.range}>
        {data.items.length > 0 ? DATA_TABLE_MESSAGES.range(formatNumber(first), formatNumber(last), formatTotal(data)) : null}
        {isCounted ? null : (
          <button type="button" className={classes.exact} onClick={() => onStateChange({ exact: true })}>
            {DATA_TABLE_MESSAGES.countExactly}
          </button>
        )}
      </p>
      <div className={classes.pages} data-single={total === 1 || undefined}>
        <PageButton icon="first" label={DATA_TABLE_MESSAGES.firstPage} page={1} current={state.page} total={total} onGo={onStateChange} />
        <PageButton
          icon="previous"
          label={DATA_TABLE_MESSAGES.previousPage}
          page={state.page - 1}
          current={state.page}
          total={total}
          onGo={onStateChange}
        />
        <p className={classes.page} aria-live="polite">
          {DATA_TABLE_MESSAGES.pageOf(formatNumber(Math.min(state.page, total)), orMore(formatNumber(total), isCounted))}
        </p>
        <PageButton
          icon="next"
          label={DATA_TABLE_MESSAGES.nextPage}
          page={state.page + 1}
          current={state.page}
          // A page follows the last known one until all rows are counted.
          total={isCounted ? total : total + 1}
          onGo={onStateChange}
        />
        <PageButton
          icon="last"
          label={DATA_TABLE_MESSAGES.lastPage}
          page={total}
          current={isCounted ? state.page : total}
          total={total}
          onGo={onStateChange}
        />
      </div>
    </nav>
  );
}

/** Returns '10,000+' where the server stopped counting. */
function formatTotal({ totalCount, isTotalExact }: Paged<unknown>): string {
  return orMore(formatNumber(totalCount), isTotalExact !== false);
}

function orMore(count: string, isExact: boolean): string {
  return isExact ? count : DATA_TABLE_MESSAGES.moreThan(count);
}

interface PageButtonProps {
  icon: IconName;
  label: string;
  page: number;
  current: number;
  total: number;
  onGo: (change: Partial<TableState>) => void;
}

function PageButton({ icon, label, page, current, total, onGo }: PageButtonProps) {
  const canGo = page >= 1 && page <= total && page !== current;
  return (
    // Not `disabled`, because a disabled button loses the focus when the user reaches the last page.
    <button type="button" className={classes.button} aria-label={label} aria-disabled={!canGo} onClick={() => canGo && onGo({ page })}>
      <Icon name={icon} size={16} />
    </button>
  );
}
