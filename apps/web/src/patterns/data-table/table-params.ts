import type { PAGE_SIZES } from '@yardage/contract/paging';
import { choice, flag, text, wholeNumber } from '#web/lib/navigation/search-params.ts';

/** The contract's sizes (TBL-05), written again because the contract's file would bring its schemas into the landing page's script; the type holds both together. */
const SIZES: typeof PAGE_SIZES = [100, 50, 30, 20, 10, 5];
const MAX_SEARCH_LENGTH = 200;

/** Page and sort order of a table, as its address has them (TBL-15). */
export interface TableState {
  /** From 1 (TBL-07). */
  page: number;
  size: number;
  sort: string;
  desc: boolean;
}

/** The address parameters of a table: search, page, size, sort key and direction; for a route's `searchParams`. */
export function tableParams<const Sort extends string>(sortKeys: readonly Sort[], standard: { sort: NoInfer<Sort>; desc: boolean }) {
  return {
    search: text(MAX_SEARCH_LENGTH),
    page: wholeNumber(1, 1),
    size: choice(SIZES, SIZES[0]),
    sort: choice(sortKeys, standard.sort),
    desc: flag(standard.desc),
  };
}
