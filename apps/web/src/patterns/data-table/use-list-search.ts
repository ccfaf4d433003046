import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { closeOverlay } from '#web/lib/navigation/close-overlay.ts';
import { type DayRange, isSameRange } from '../date-range/days.ts';
import type { TableState } from './table-params.ts';

/** The part of a list screen's address that every list has. */
interface ListSearch extends TableState {
  search: string;
  from: string | undefined;
  to: string | undefined;
}

/** The days that a list shows at first. */
type StandardRange = (today: string) => DayRange;

/**
 * The ways to change a list screen's state, which stands in the address, and what it asks the server for. `search` is the route's own, read and
 * typed by `useSearch`; without a range in it the list is of the standard one, or of any day. `own` are the filters that only this list has, as they are
 * when nothing is filtered.
 */
export function useListSearch<Search extends ListSearch, Standard extends StandardRange | undefined = undefined>(
  search: Search,
  standard?: Standard,
  own?: Partial<Search>,
) {
  const navigate = useNavigate();
  const router = useRouter();
  const { from, to, search: text, page, size, sort, desc } = search;

  const go = useCallback(
    // The router knows a route's parameters by its literal path only; `Search` has checked them already.
    (changes: Partial<Search>, options: { replace?: boolean; isOverlay?: boolean }): void =>
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...changes })) as never,
        state: { isOverlay: options.isOverlay ?? false },
        replace: options.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  );
  const change = useCallback((changes: Partial<Search>, isReplace = false): void => go(changes, { replace: isReplace }), [go]);
  /** Another search, range or tab is another list: it begins on its first page (TBL-07). */
  const filter = useCallback(
    (changes: Partial<Search> | Partial<ListSearch>, isReplace?: boolean): void =>
      change({ ...changes, page: 1 } as Partial<Search>, isReplace),
    [change],
  );

  const today = useFormats().today();
  type Range = Standard extends StandardRange ? DayRange : DayRange | null;
  const standardRange = useMemo(() => (standard?.(today) ?? null) as Range, [standard, today]);
  /** The days shown; half a range or a reversed one is none. */
  const range = useMemo(() => (from && to && from <= to ? { from, to } : standardRange), [from, to, standardRange]);

  const ownNames = Object.keys(own ?? {});
  const isOwnFiltered = Object.entries(own ?? {}).some(([name, value]) => search[name as keyof Search] !== value);
  /** Whether the list shows less than it does at first, and the way back to that; for the page around it. */
  const filters = {
    hasFilters: text !== '' || !isSameRange(range, standardRange) || isOwnFiltered,
    onClearFilters: (): void => filter({ search: '', from: undefined, to: undefined, ...own }),
  };

  return {
    change,
    filter,
    filters,
    /** Changes with what is listed, and not with page or order. */
    filterKey: JSON.stringify([text, range, ...ownNames.map((name) => search[name as keyof Search])]),
    /** For the table itself. */
    table: {
      state: search as TableState,
      onStateChange: change as (changes: Partial<TableState>, isReplace?: boolean) => void,
      ...filters,
    },
    /** Opens something over the list. */
    open: useCallback((changes: Partial<Search>): void => go(changes, { isOverlay: true }), [go]),
    /** Closes it. */
    close: useCallback(
      (changes: Partial<Search>): void => closeOverlay(router, changes, () => go(changes, { replace: true })),
      [router, go],
    ),
    /** The address with something else open, for links. */
    hrefOf: useCallback(
      (changes: Partial<Search>): string => router.buildLocation({ to: '.', search: { ...search, ...changes } as never }).href,
      [router, search],
    ),
    // Going back leads past a search, not through every state of typing it.
    searchFor: (wanted: string): void => filter({ search: wanted }, text !== '' && wanted !== ''),
    search,
    range,
    standardRange,
    /** Search, page and order, as every list call takes them. */
    request: { ...(text && { search: text }), pageIndex: page, pageSize: size, sortBy: sort, sortDesc: desc },
    chooseRange: (chosen: DayRange | null): void =>
      filter(chosen && !isSameRange(chosen, standardRange) ? chosen : { from: undefined, to: undefined }),
  };
}
