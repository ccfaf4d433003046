import { MAIN_DATE_SORT, MAX_PAGE_INDEX, MAX_SEARCH_LENGTH, PAGE_SIZES } from '@yardage/contract/lists';
import { choice, day, flag, text, wholeNumber } from '#web/lib/navigation/search-params.ts';

/** Page and sort order of a table, as in the URL (TBL-15). */
export interface TableState {
  /** Starts at 1 (TBL-07). */
  page: number;
  size: number;
  sort: string;
  desc: boolean;
  /** Whether a long list is counted to its end. */
  exact?: boolean | undefined;
}

/** The URL parameters of a list: search, page, size, sort key, direction and date range. By default the newest rows come first. */
export function tableParams<const Sort extends string>(
  sortKeys: readonly Sort[],
  standard: { sort: NoInfer<Sort> | typeof MAIN_DATE_SORT; desc: boolean } = { sort: MAIN_DATE_SORT, desc: true },
) {
  return {
    search: text(MAX_SEARCH_LENGTH),
    page: wholeNumber(1, 1, MAX_PAGE_INDEX),
    size: choice(PAGE_SIZES, PAGE_SIZES[0]),
    sort: choice([MAIN_DATE_SORT, ...sortKeys], standard.sort),
    desc: flag(standard.desc),
    exact: flag(false),
    from: day(),
    to: day(),
  };
}
