import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { OrdersSearch } from './orders-search.ts';

type Sort = Exclude<OrdersSearch['sort'], ''>;

/**
 * The order of the list: as chosen, else newest first (ORD-05). On a phone and for today alone what pours now stands first, because whoever looks
 * there stands on the job.
 */
export function orderOf(
  { sort, desc }: Pick<OrdersSearch, 'sort' | 'desc'>,
  { isPhone, isToday }: { isPhone: boolean; isToday: boolean },
): { sort: Sort; desc: boolean } {
  if (sort !== '') return { sort, desc };
  return isPhone || isToday ? { sort: 'progress', desc: false } : { sort: MAIN_DATE_SORT, desc: true };
}
