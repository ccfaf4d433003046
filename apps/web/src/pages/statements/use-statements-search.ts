import { useSearch } from '@tanstack/react-router';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { sinceTwoMonthsBack } from '#web/patterns/date-range/days.ts';

/** The page's state from the URL, and functions to change it. */
export function useStatementsSearch() {
  return useListSearch(useSearch({ from: '/shell/statements' }), sinceTwoMonthsBack);
}
