import { useNavigate, useRouter } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useCallback, useMemo, useState } from 'react';
import { useToday } from '#web/lib/formats/use-today.ts';
import { closeOverlay } from '#web/lib/overlays/use-overlay.ts';
import { type DayRange, isSameRange } from '../date-range/days.ts';
import type { TableState } from './table-params.ts';

/** The URL parameters that every list page has. */
interface ListSearch extends TableState {
  search: string;
  from: string | undefined;
  to: string | undefined;
}

/** Returns the default date range of a list. */
type StandardRange = (today: string) => DayRange;

/**
 * The state of a list page, which is in the URL: functions that change it, and the request for the server. `search` comes from the
 * route's `useSearch`. Without a range in it, the list uses the default range, or any day if there is no default. `own` holds the
 * default values of the filters that only this list has.
 */
export function useListSearch<Search extends ListSearch, Standard extends StandardRange | undefined = undefined>(
  search: Search,
  standard?: Standard,
  own?: Partial<Search>,
) {
  const navigate = useNavigate();
  const router = useRouter();
  const { from, to, search: text, page, size, sort, desc, exact } = search;

  const go = useCallback(
    // The router types a route's parameters only for a literal path. `Search` has already checked them.
    (changes: Partial<Search>, options: { replace?: boolean; isOverlay?: boolean }): void =>
      void navigate({
        to: '.',
        search: ((before: Search) => ({ ...before, ...changes })) as never,
        // An overlay that replaces another one is closed in the same way.
        state: (before) => ({ isOverlay: options.isOverlay ?? (options.replace ? before.isOverlay === true : false) }),
        replace: options.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  );
  const change = useCallback((changes: Partial<Search>, isReplace = false): void => go(changes, { replace: isReplace }), [go]);
  /** Changes a filter and returns to the first page (TBL-07). Rows of another filter are only counted to the end if asked again. */
  const filter = useCallback(
    (changes: Partial<Search> | Partial<ListSearch>, isReplace?: boolean): void =>
      change({ ...changes, page: 1, exact: false } as Partial<Search>, isReplace),
    [change],
  );

  const today = useToday();
  type Range = Standard extends StandardRange ? DayRange : DayRange | null;
  const standardRange = useMemo(() => (standard?.(today) ?? null) as Range, [standard, today]);
  /** The range in use. An incomplete or reversed range in the URL is ignored. */
  const range = useMemo(() => (from && to && from <= to ? { from, to } : standardRange), [from, to, standardRange]);
  const isStandardRange = isSameRange(range, standardRange);

  const ownNames = Object.keys(own ?? {});
  const isOwnFiltered = Object.entries(own ?? {}).some(([name, value]) => search[name as keyof Search] !== value);
  /** Whether any filter differs from its default, and a function that clears them all; for the page around the table. */
  const filters = {
    hasFilters: text !== '' || !isStandardRange || isOwnFiltered,
    onClearFilters: (): void => filter({ search: '', from: undefined, to: undefined, ...own }),
  };

  return {
    change,
    filter,
    filters,
    /** Changes when a filter changes, but not with the page or the sort order. */
    filterKey: JSON.stringify([text, range, ...ownNames.map((name) => search[name as keyof Search])]),
    /** Props for the table. */
    table: {
      state: search as TableState,
      onStateChange: change as (changes: Partial<TableState>, isReplace?: boolean) => void,
      ...filters,
    },
    /** Opens a panel or dialog over the list. */
    open: useCallback((changes: Partial<Search>): void => go(changes, { isOverlay: true }), [go]),
    /** Closes the panel or dialog. */
    close: useCallback(
      (changes: Partial<Search>): void => closeOverlay(router, changes, () => go(changes, { replace: true, isOverlay: false })),
      [router, go],
    ),
    /** Returns the URL with these changes, for links. */
    hrefOf: useCallback(
      (changes: Partial<Search>): string => router.buildLocation({ to: '.', search: { ...search, ...changes } as never }).href,
      [router, search],
    ),
    // Typing replaces the history entry, so that Back does not step through every keystroke.
    searchFor: (wanted: string): void => filter({ search: wanted }, text !== '' && wanted !== ''),
    search,
    range,
    standardRange,
    isStandardRange,
    /** Search, page and sort order, as every list endpoint expects them. */
    request: {
      ...(text && { search: text }),
      pageIndex: page,
      pageSize: size,
      sortBy: sort,
      sortDesc: desc,
      ...(exact && { count: 'exact' as const }),
    },
    chooseRange: (chosen: DayRange | null): void =>
      filter(chosen && !isSameRange(chosen, standardRange) ? chosen : { from: undefined, to: undefined }),
  };
}

/** State that belongs to one filter of a list. It resets when the filter changes, so that no hidden row stays selected. */
export function useFilteredState<T>(filterKey: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(initial);
  const [knownKey, setKnownKey] = useState(filterKey);
  if (knownKey !== filterKey) {
    setKnownKey(filterKey);
    setState(initial);
  }
  return [knownKey === filterKey ? state : initial, setState];
}
