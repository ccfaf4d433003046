import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { type SQL, sql } from './drizzle.ts';
import { endOfDay, jsonObject, startOfDay } from './sql.ts';

/** What an area declares once about its list. */
export interface ListDeclaration<SortKey extends string> {
  /** The list's own table with its alias. Counting and choosing the page's rows read it alone, from its index, wherever a request allows. */
  from: SQL;
  /** Every table that the search, a sort key or a joined condition needs, each by `left join` on its key. */
  join?: SQL;
  /** Further tables that only the shown fields need; they are joined for the page's rows alone. */
  joinForFields?: SQL;
  /** The row's key; it breaks ties, so that pages neither repeat nor miss a row. */
  key: SQL;
  /** The list's main date, never empty: what `ticketDateTime` and the date range mean here. */
  mainDate: SQL;
  /** Contract field → expression. */
  fields: Readonly<Record<string, SQL>>;
  /** The texts that a search looks into. */
  search: readonly SQL[];
  /** Sort key → expression. */
  sort: Readonly<Record<SortKey, SQL>>;
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

const MAX_SEARCH_WORDS = 6;

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

/** Every word must occur in one of the texts, in any case and order. */
export function matching(texts: readonly SQL[], search: string | undefined): SQL[] {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS);
  const haystack = sql`concat_ws(chr(10), ${sql.join([...texts], sql`, `)})`;
  return words.map((word) => sql`${haystack} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
}

/**
 * Rows, total and page facts as the answer's JSON text, made by PostgreSQL in one statement. The page's keys are chosen first; the
 * fields of each are then looked up by key, behind `offset 0`, so that no estimate can turn those look-ups into a join of everything. Conditions are about the list's own table; those about
 * a joined one are given apart. (A left join that PostgreSQL finds to be of no use still keeps it from answering by an index alone.)
 */
export function pageQuery<SortKey extends string>(
  list: ListDeclaration<SortKey>,
  request: PageRequest,
  conditions: readonly [SQL, ...SQL[]],
  joinedConditions: readonly SQL[] = [],
): SQL {
  const beyond = [...joinedConditions, ...matching(list.search, request.search)];
  const where = sql.join([...conditions, ...beyond], sql` and `);
  const everyTable = sql`${list.from} ${list.join}`;
  const counted = beyond.length > 0 ? everyTable : list.from;
  const sorted = request.sortBy === MAIN_DATE_SORT ? counted : everyTable;
  const order = orderBy(list, request);
  const pageSize = sql`${request.pageSize}::bigint`;
  const pageIndex = sql`${request.pageIndex}::bigint`;
  return sql`
    select json_build_object(
      'items', coalesce((
        select json_agg(shown.fields order by chosen.place)
        from (
          select sorted.key, row_number() over () as place
          from (select ${list.key} as key from ${sorted} where ${where} ${order}
                limit ${pageSize} offset (${pageIndex} - 1) * ${pageSize}) as sorted
        ) as chosen cross join lateral (
          select ${jsonObject(list.fields)} as fields from ${tablesOf(list)} where ${list.key} = chosen.key offset 0
        ) as shown), '[]'::json),
      'pageIndex', ${pageIndex}, 'pageSize', ${pageSize}, 'totalCount', counted.total,
      'totalPages', (counted.total + ${pageSize} - 1) / ${pageSize},
      'hasNextPage', ${pageIndex} * ${pageSize} < counted.total,
      'hasPreviousPage', ${pageIndex} > 1 and counted.total > 0)::text as answer
    from (select count(*) as total from ${counted} where ${where}) as counted`;
}

function orderBy<SortKey extends string>(list: ListDeclaration<SortKey>, request: PageRequest): SQL {
  const direction = request.sortDesc ? sql`desc` : sql`asc`;
  if (request.sortBy === MAIN_DATE_SORT) return sql`order by ${list.mainDate} ${direction}, ${list.key} ${direction}`;
  const expression = list.sort[request.sortBy as SortKey];
  if (!expression) throw new Error(`the list has no sort key ${request.sortBy}`);
  return sql`order by ${expression} ${direction} nulls last, ${list.key} ${direction}`;
}
