import { useSearch } from '@tanstack/react-router';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { sinceTwoMonthsBack } from '#web/patterns/date-range/days.ts';

/** The screen's state as the address has it, and the ways to change it. */
export function useStatementsSearch() {
  return useListSearch(useSearch({ from: '/shell/statements' }), sinceTwoMonthsBack);
}
