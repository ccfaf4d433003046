import { useSearch } from '@tanstack/react-router';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useIsNarrow } from '#web/lib/screen.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { isSameRange, nextSevenDays } from '#web/patterns/date-range/days.ts';
import type { OrdersSearch } from './orders-search.ts';

/** The page's state from the URL, and functions to change it. */
export function useOrdersSearch() {
  const search = useSearch({ from: '/shell/orders' });
  const list = useListSearch(search, nextSevenDays);
  const isPhone = useIsNarrow();
  const today = useToday();
  const todayOnly = { from: today, to: today };
  const isToday = isSameRange(list.range, todayOnly);
  const order = orderOf(search, { isPhone, isToday });
  return {
    ...list,
    isToday,
    /** Switches between today only and the default date range. */
    toggleToday: (): void => list.chooseRange(isToday ? null : todayOnly),
    table: { ...list.table, state: { ...list.table.state, ...order } },
    request: { ...list.request, sortBy: order.sort, sortDesc: order.desc },
  };
}

type Sort = Exclude<OrdersSearch['sort'], ''>;

/**
 * Returns the sort order: as chosen, else newest first (ORD-05). On phones, and if only today is shown, active pours come first, because
 * the user is probably on the job.
 */
export function orderOf(
  { sort, desc }: Pick<OrdersSearch, 'sort' | 'desc'>,
  { isPhone, isToday }: { isPhone: boolean; isToday: boolean },
): { sort: Sort; desc: boolean } {
  if (sort !== '') return { sort, desc };
  return isPhone || isToday ? { sort: 'progress', desc: false } : { sort: MAIN_DATE_SORT, desc: true };
}
