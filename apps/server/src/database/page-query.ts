import { MAIN_DATE_SORT, MAX_PAGE_SIZE } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { type SQL, sql } from './drizzle.ts';
import { keysByIndex, keysFoundInOrder, keysFoundOnce, type ListSum, type PageKeys, type PageWish } from './page-keys.ts';
import { matching, type Searched } from './search.ts';
import { columnsOf, dollars, endOfDay, startOfDay } from './sql.ts';
import { writtenOut } from './statement.ts';

/** What an area declares once about its list. */
export interface ListDeclaration<SortKey extends string> {
  /** The list's own table with its alias. Counting and choosing the page's rows read it alone, from its index, wherever a request allows. */
  from: SQL;
  /** Every table that a sort key or a joined condition needs, each by `left join` on its key. */
  join?: SQL;
  /** Further tables that only the shown fields need; they are joined for the page's rows alone. */
  joinForFields?: SQL;
  /** The row's key; it breaks ties, so that pages neither repeat nor miss a row. */
  key: SQL;
  /** The list's main date, never empty: what `ticketDateTime` and the date range mean here. */
  mainDate: SQL;
  /** Contract field → expression. */
  fields: Readonly<Record<string, SQL>>;
  search: Searched;
  /** Sort key → expression. */
  sort: Readonly<Record<SortKey, SQL>>;
  /**
   * Contract field → cents of a row that are summed over all rows found, not only those of the page; none for what the caller may not know. They
   * are of the list's own table and in its index, so that they cost little more than the total.
   */
  sums?: Readonly<Record<string, Omit<ListSum, 'name'> | null>>;
}

/** All tables of a list joined, as its rows and the record behind a row are read from them. */
export function tablesOf({ from, join, joinForFields }: Pick<ListDeclaration<string>, 'from' | 'join' | 'joinForFields'>): SQL {
  return sql`${from} ${join} ${joinForFields}`;
}

/** Days from and to, both included. */
export interface CalendarDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days of a time zone: the data source's own. */
export interface DayRange extends CalendarDays {
  timeZone: string;
}

/** Conditions that keep a moment within a range of days. */
export function withinDays(column: SQL, range: DayRange): SQL[] {
  const conditions: SQL[] = [];
  if (range.from) conditions.push(sql`${column} >= ${startOfDay(range.from, range.timeZone)}`);
  if (range.to) conditions.push(sql`${column} < ${endOfDay(range.to, range.timeZone)}`);
  return conditions;
}

/** Conditions that keep a calendar day within a range of days. */
export function onDays(column: SQL, range: CalendarDays): SQL[] {
  const conditions: SQL[] = [];
  if (range.from) conditions.push(sql`${column} >= ${range.from}::date`);
  if (range.to) conditions.push(sql`${column} <= ${range.to}::date`);
  return conditions;
}

/** Said in the statement as well, so that PostgreSQL looks up a page's rows by their keys instead of joining everything. */
const LONGEST_PAGE = sql.raw(String(MAX_PAGE_SIZE));

/**
 * Rows, total and page facts as the answer's JSON text, made by PostgreSQL in one statement. The page's keys are chosen first, and the
 * fields looked up for those. Conditions are about the list's own table; those about a joined one are given apart. (A left join that
 * PostgreSQL finds to be of no use still keeps it from answering by an index alone.)
 */
export function pageQuery<SortKey extends string>(
  list: ListDeclaration<SortKey>,
  request: PageRequest,
  conditions: readonly [SQL, ...SQL[]],
  joinedConditions: readonly SQL[] = [],
): SQL {
  const words = matching(list.search, request.search);
  const where = sql.join([...conditions, ...joinedConditions, ...words], sql` and `);
  const { columns, everyTable, furtherTables } = partsOf(list);
  const counted = joinedConditions.length > 0 ? everyTable : list.from;
  const sorted = request.sortBy === MAIN_DATE_SORT ? counted : everyTable;
  const pageSize = sql`${request.pageSize}::bigint`;
  const pageIndex = sql`${request.pageIndex}::bigint`;
  const findKeys = keysOf(request, words.length > 0, joinedConditions.length > 0);
  const sums = Object.entries(list.sums ?? {}).flatMap(([name, sum]) => (sum ? [{ name, ...sum }] : []));
  const wish = { counted, sorted, where, key: list.key, ...orderOf(list, request), pageIndex, pageSize, sums };
  const { prelude, total, page } = findKeys(wish);
  return sql`${prelude}
    select json_build_object(
      'items', coalesce((
        select json_agg(shown)
        from (
          select ${columns}
          from (${page} limit ${LONGEST_PAGE}) as chosen join ${list.from} on ${list.key} = chosen.key ${furtherTables}
          order by chosen.place
        ) as shown), '[]'::json),
      'pageIndex', ${pageIndex}, 'pageSize', ${pageSize}, 'totalCount', counted.total,
      'totalPages', (counted.total + ${pageSize} - 1) / ${pageSize},
      'hasNextPage', ${pageIndex} * ${pageSize} < counted.total,
      'hasPreviousPage', ${pageIndex} > 1 and counted.total > 0${sumsAnswer(list)})::text as answer
    from (${total}) as counted`;
}

/** The list's sums as a member of the answer; a list without sums answers none. */
function sumsAnswer({ sums }: Pick<ListDeclaration<string>, 'sums'>): SQL | undefined {
  if (!sums) return undefined;
  const members = Object.entries(sums).map(
    ([name, sum]) => sql`${sql.raw(`'${name}'`)}, ${sum ? dollars(sql`coalesce(counted.${sql.identifier(name)}, 0)`) : sql`null::numeric`}`,
  );
  return sql`, 'sums', json_build_object(${sql.join(members, sql`, `)})`;
}

/** Rows that have to be read to be found are read once; those in the order of an index need no sorting either. */
function keysOf(request: PageRequest, isSearched: boolean, isJoined: boolean): (wish: PageWish) => PageKeys {
  if (!isSearched && !isJoined) return keysByIndex;
  return request.sortBy === MAIN_DATE_SORT && !isJoined ? keysFoundInOrder : keysFoundOnce;
}

interface Parts {
  columns: SQL;
  everyTable: SQL;
  furtherTables: SQL;
}

const parts = new WeakMap<object, Parts>();

/** What is the same in every statement of a list, written out once. */
function partsOf(list: ListDeclaration<string>): Parts {
  let known = parts.get(list);
  if (!known) {
    known = {
      columns: columnsOf(list.fields),
      everyTable: writtenOut(sql`${list.from} ${list.join}`),
      furtherTables: writtenOut(sql`${list.join} ${list.joinForFields}`),
    };
    parts.set(list, known);
  }
  return known;
}

/** The main date is never empty, and its index is in its plain order. */
function orderOf<SortKey extends string>(list: ListDeclaration<SortKey>, request: PageRequest) {
  const direction = request.sortDesc ? sql`desc` : sql`asc`;
  if (request.sortBy === MAIN_DATE_SORT) return { value: list.mainDate, direction, nulls: sql`` };
  const value = list.sort[request.sortBy as SortKey];
  if (!value) throw new Error(`the list has no sort key ${request.sortBy}`);
  return { value, direction, nulls: sql`nulls last` };
}
