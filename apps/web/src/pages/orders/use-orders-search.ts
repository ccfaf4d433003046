import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { addDays, type DayRange, isSameRange } from '#web/patterns/date-range/days.ts';

/** Today and six more days (ORD-04). */
const DAYS_AHEAD = 6;

/** The screen's state as the address has it, and the ways to change it. */
export function useOrdersSearch() {
  const search = useSearch({ from: '/shell/orders' });
  const list = useListSearch(search);
  const now = useFormats().today();
  const standardRange = useMemo<DayRange>(() => ({ from: now, to: addDays(now, DAYS_AHEAD) }), [now]);
  const range = list.range ?? standardRange;
  return {
    ...list,
    search,
    range,
    standardRange,
    hasFilters: search.search !== '' || !isSameRange(range, standardRange),
  };
}
