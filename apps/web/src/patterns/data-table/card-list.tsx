import { VisuallyHidden } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import { measureElement, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual';
import { Fragment, memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { Skeleton } from '../skeleton.tsx';
import { CARD_REM } from './card-heights.ts';
import classes from './card-list.module.css';
import { DATA_TABLE_MESSAGES } from './data-table.messages.ts';
import { RowActionButton, RowCheck } from './row-controls.tsx';
import { isPlainClick } from './row-tab-index.ts';
import { type CardPlace, cardContent } from './table-column.ts';
import { type DataTableProps, offeredActions } from './table-props.ts';
import type { TableItem, TableModel } from './use-table-model.ts';

/** The height that is assumed for a card until it is measured, in lists without a known height. */
const CARD_PX = 112;
const REM_PX = 16;
const HEADING_PX = 45;
const OVERSCAN_CARDS = 6;
/** Assumed height of what is above the list until it is measured: at the low end, so that no card on the screen is left out. */
const LEAST_TOP_PX = 240;
const SKELETON_CARDS = [0, 1, 2, 3, 4];

interface CardListProps<Row extends RowData> {
  options: DataTableProps<Row>;
  model: TableModel<Row>;
}

/** The rows as cards, for phones: one column without horizontal scrolling. */
export function CardList<Row extends RowData>(props: CardListProps<Row>) {
  return props.options.query.data ? <Cards {...props} /> : <CardSkeleton />;
}

/**
 * Reports the size of the window when it changes. The virtualizer's own function also asks when the list is mounted, which makes the browser
 * compute the layout of the page once more.
 */
function observeWindow({ scrollElement }: { scrollElement: Window | null }, report: (rect: { width: number; height: number }) => void) {
  const onResize = (): void => report({ width: window.innerWidth, height: window.innerHeight });
  scrollElement?.addEventListener('resize', onResize, { passive: true });
  return () => scrollElement?.removeEventListener('resize', onResize);
}

/** Takes the expected size until the browser has computed the layout, which asking for the size would make it do at once. */
function measureAfterLayout(
  line: HTMLLIElement,
  entry: ResizeObserverEntry | undefined,
  lines: Virtualizer<Window, HTMLLIElement>,
): number {
  if (entry) return measureElement(line, entry, lines);
  const index = lines.indexFromElement(line);
  return lines.itemSizeCache.get(lines.options.getItemKey(index)) ?? lines.options.estimateSize(index);
}

/**
 * Returns the scroll function of a virtualizer. On mount the virtualizer scrolls to where the window already is, which would force a
 * layout, so that first call is skipped. Later calls always scroll, even to the virtualizer's own offset: it adds a correction that it
 * defers, such as while a finger touches an iPhone's screen, to its offset before the window has moved.
 */
export function scrollAfterMount() {
  let isMounted = false;
  return (offset: number, options: Parameters<typeof windowScroll>[1], lines: Virtualizer<Window, HTMLLIElement>): void => {
    if (isMounted || offset + (options.adjustments ?? 0) !== lines.scrollOffset) windowScroll(offset, options, lines);
    isMounted = true;
  };
}

function useCards<Row extends RowData>(id: string, items: readonly TableItem<Row>[]) {
  const list = useRef<HTMLUListElement>(null);
  const cardRem = CARD_REM[id];
  const [topPx, setTopPx] = useState(cardRem === undefined ? 0 : LEAST_TOP_PX);
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  const cardPx = cardRem === undefined ? CARD_PX : Math.round(cardRem * REM_PX);
  const [scrollToFn] = useState(scrollAfterMount);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    initialRect,
    ...(cardRem === undefined ? {} : { measureElement: measureAfterLayout }),
    observeElementRect: observeWindow,
    scrollToFn,
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'group' ? HEADING_PX : cardPx),
    getItemKey: (index) => items[index]?.key ?? index,
    // Those that are not on the screen are rendered afterwards, in steps.
    overscan: useDeferredValue(OVERSCAN_CARDS, 0),
    scrollMargin: topPx,
  });
  // Filters change the height of what is above the list, so its top is measured after every render. An observer reports it after the layout,
  // without forcing one.
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect();
      const measuredPx = (entry?.boundingClientRect.top ?? 0) + window.scrollY;
      if (Math.abs(measuredPx - topPx) >= 1) setTopPx(measuredPx);
    });
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  });
  return { list, topPx, virtualizer };
}

function Cards<Row extends RowData>({ options, model }: CardListProps<Row>) {
  const { id, query, label } = options;
  const { items } = model;
  const { list, topPx, virtualizer } = useCards(id, items);
  const lines = virtualizer.getVirtualItems();
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {lines.map(({ index, start, key }) => {
        const item = items[index];
        return item ? (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.line}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            <MemoizedLine item={item} options={options} model={model} />
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Not rendered again when only the place of the cards changed. */
const MemoizedLine = memo(CardLine) as typeof CardLine;

function CardLine<Row extends RowData>({ item, options, model }: CardListProps<Row> & { item: TableItem<Row> }) {
  const { countText, query, openRowId } = options;
  if (item.kind === 'row') return <RowCard id={item.key} row={item.row} options={options} isOpen={item.key === openRowId} />;
  const text = countText(item.count);
  return (
    <h2 className={classes.heading}>
      <button type="button" className={classes.toggle} aria-expanded={item.isOpen} onClick={() => model.toggleGroup(item.key)}>
        <Icon name="chevron" size={16} className={classes.chevron} />
        <span className={classes.title}>{item.title}</span>
        <span className={classes.count}>{(query.data?.totalPages ?? 0) > 1 ? DATA_TABLE_MESSAGES.onThisPage(text) : text}</span>
      </button>
    </h2>
  );
}

function CardSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      {SKELETON_CARDS.map((card) => (
        <div key={card} className={classes.skeletonLines}>
          <Skeleton width="40%" />
          <Skeleton width="85%" height={12} />
          <Skeleton width="65%" height={12} />
          <Skeleton width="100%" height={8} />
        </div>
      ))}
    </div>
  );
}

interface RowCardProps<Row extends RowData> {
  id: string;
  row: Row;
  options: DataTableProps<Row>;
  isOpen: boolean;
}

/** One column's part of a card. */
interface CardPart {
  id: string;
  header: string;
  content: ReactNode;
}

/** A record on a phone: title and status, facts and one action. A tap anywhere opens it. */
function RowCard<Row extends RowData>({ id, row, options, isOpen }: RowCardProps<Row>) {
  const { columns, opener, actions = [], selection, groupBy, rowName } = options;
  const at = (place: CardPlace): CardPart[] =>
    columns
      .filter((column) => column.card === place && column.id !== groupBy?.columnId)
      .map((column) => ({ id: column.id, header: column.header, content: cardContent(column, row) }))
      .filter(({ content }) => content !== null && content !== '');
  const [title] = columns;
  const [action] = offeredActions(actions, row);
  if (!title) return null;
  const body = at('body');
  const button = action ? <RowActionButton action={action} row={row} /> : null;
  return (
    <div className={classes.card} data-open={isOpen || undefined}>
      {selection ? <RowCheck selection={selection} id={id} name={rowName(row)} /> : null}
      <div className={classes.content}>
        <div className={classes.top}>
          <a
            className={classes.opener}
            href={opener.href(row)}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              opener.open(row);
            }}
          >
            {cardContent(title, row)}
          </a>
          {at('status').map((part) => (
            <span key={part.id}>{part.content}</span>
          ))}
        </div>
        <CardFacts facts={at('fact')} asides={at('aside')} />
        {body.length > 0 ? (
          <div className={classes.bottom}>
            <div className={classes.body}>
              {body.map((part) => (
                <Fragment key={part.id}>{part.content}</Fragment>
              ))}
            </div>
            {button}
          </div>
        ) : null}
      </div>
      {body.length === 0 && button ? <div className={classes.corner}>{button}</div> : null}
    </div>
  );
}

/** Returns the lines of a card: facts with their asides. Asides for which there is no fact are lines of their own. */
export function cardLines<Part>(facts: readonly Part[], asides: readonly Part[]): { fact: Part; aside: Part | undefined }[] {
  const beside = facts.map((fact, line) => ({ fact, aside: asides[line] }));
  return [...beside, ...asides.slice(facts.length).map((fact) => ({ fact, aside: undefined }))];
}

function CardFacts({ facts, asides }: { facts: readonly CardPart[]; asides: readonly CardPart[] }) {
  const lines = cardLines(facts, asides);
  if (lines.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {lines.map(({ fact, aside }) => {
        return (
          <div key={fact.id} className={classes.fact}>
            <VisuallyHidden component="dt">{fact.header}</VisuallyHidden>
            <dd>{fact.content}</dd>
            {aside ? (
              <>
                <VisuallyHidden component="dt">{aside.header}</VisuallyHidden>
                <dd className={classes.aside}>{aside.content}</dd>
              </>
            ) : null}
          </div>
        );
      })}
    </dl>
  );
}
