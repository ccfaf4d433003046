import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { OrdersSearch } from './orders-search.ts';

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
