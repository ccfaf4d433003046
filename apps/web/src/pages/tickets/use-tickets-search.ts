import { useSearch } from '@tanstack/react-router';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { nextSevenDays } from '#web/patterns/date-range/days.ts';

const EVERY_TYPE = { type: '' } as const;

/** The page's state from the URL, and functions to change it. */
export function useTicketsSearch() {
  return useListSearch(useSearch({ from: '/shell/tickets' }), nextSevenDays, EVERY_TYPE);
}
