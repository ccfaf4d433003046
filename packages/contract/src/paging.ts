import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { MAIN_DATE_SORT, MAX_PAGE_INDEX, MAX_PAGE_SIZE, PAGE_SIZES } from './lists.ts';
import { searchText, wholeNumber } from './scalars.ts';

const queryFlag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => value === true || value === 'true');

/** Returns the search, page and sort parameters of a list with the given sort keys. */
export function pageParams(sortKeys: readonly string[]) {
  const keys: [string, ...string[]] = [MAIN_DATE_SORT, ...sortKeys];
  return {
    search: searchText.optional(),
    pageIndex: wholeNumber(1, MAX_PAGE_INDEX).default(1),
    pageSize: wholeNumber(1, MAX_PAGE_SIZE).default(PAGE_SIZES[0]),
    sortBy: z.enum(keys, { error: () => CONTRACT_MESSAGES.sortKey }).default(MAIN_DATE_SORT),
    sortDesc: queryFlag.default(true),
    /** `exact`: `totalCount` counts every row, however many there are. Otherwise the server may stop counting at 10,000. */
    count: z.enum(['bounded', 'exact']).default('bounded'),
  };
}

/**
 * A page of rows (TBL-14). If `isTotalExact` is false, there are more than `totalCount` rows, and `totalPages` are the pages that are known;
 * `hasNextPage` is always right.
 */
export function pagedResult<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    items: z.array(row),
    pageIndex: z.int(),
    pageSize: z.int(),
    totalCount: z.int(),
    isTotalExact: z.boolean(),
    totalPages: z.int(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  });
}

/** A page of rows with the sums over all matching rows. */
export function summedResult<Row extends z.ZodType, Sums extends z.ZodType>(row: Row, sums: Sums) {
  return pagedResult(row).extend({ sums });
}

/** A list's query parameters after parsing. */
export interface PageRequest {
  search?: string | undefined;
  pageIndex: number;
  pageSize: number;
  sortBy: string;
  sortDesc: boolean;
  /** Without it, the count may stop at 10,000 rows. */
  count?: 'bounded' | 'exact' | undefined;
}
