import { z } from 'zod';
import { searchText } from './scalars.ts';

/** The page sizes offered, largest first (TBL-05). */
export const PAGE_SIZES = [100, 50, 30, 20, 10, 5] as const;
export const DEFAULT_PAGE_SIZE = 100;
/** Accepted as sort key by every list; means that list's own main date (ORD-05, STM-03). */
export const MAIN_DATE_SORT = 'ticketDateTime';

const queryFlag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => value === true || value === 'true');

/** Search, page and sort parameters of a list whose rows sort by the given keys. */
export function pageQuery(sortKeys: readonly string[]) {
  const keys: [string, ...string[]] = [MAIN_DATE_SORT, ...sortKeys];
  return {
    search: searchText.optional(),
    pageIndex: z.coerce.number('Use a whole number.').int('Use a whole number.').min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number('Use a whole number.').int('Use a whole number.').min(1).max(100).default(DEFAULT_PAGE_SIZE),
    sortBy: z.enum(keys, { error: 'This list cannot be sorted by that field.' }).default(MAIN_DATE_SORT),
    sortDesc: queryFlag.default(true),
  };
}

/** A page of rows (TBL-14). */
export function pagedResult<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    items: z.array(row),
    pageIndex: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    totalPages: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  });
}

/** What every list's query has after parsing. */
export interface PageRequest {
  search?: string | undefined;
  pageIndex: number;
  pageSize: number;
  sortBy: string;
  sortDesc: boolean;
}
