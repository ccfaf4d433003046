import { MAIN_DATE_SORT, MAX_COUNTED_ROWS, MAX_PAGE_SIZE } from '@yardage/contract/lists';
import type { PageRequest } from '@yardage/contract/paging';
import { type SQL, sql } from './drizzle.ts';
import { keysByIndex, keysFoundInOrder, keysFoundOnce, type ListSum, type PageKeys, type PageKeysInput } from './page-keys.ts';
import { matching, type Searched } from './search.ts';
import { columnsOf, dollars, endOfDay, inLanguage, type Localized, startOfDay } from './sql.ts';
import { renderOnce, toStatement } from './statement.ts';

/** Describes a list; each area declares one per list. */
export interface ListDeclaration<SortKey extends string> {
  /**
   * The list's own table with its alias. Whenever the request allows, counting and selecting the page read only this table, from its index.
   */
  from: SQL;
  /** Tables that a sort key or a joined condition needs, each by `left join` on its key. */
  join?: SQL;
  /** Tables that only the shown fields need. They are joined for the rows of the page only. */
  joinForFields?: SQL;
  /** The row's key. It breaks ties when sorting, so that pages neither repeat nor skip a row. */
  key: SQL;
  /** The list's main date, never null. The sort key `ticketDateTime` and the date range refer to it. */
  mainDate: SQL;
  /** Contract field → expression. */
  fields: Readonly<Record<string, SQL>>;
  search: Searched;
  /** Sort key → expression. */
  sort: Readonly<Record<SortKey, Localized>>;
  /**
   * Contract field → amount in cents that is summed over all matching rows, not only those of the page; null if the caller may not see it.
   * The columns belong to the list's own table and are in its index, so that the sums cost little more than the count. `beside` is an amount
   * that does not depend on the rows.
   */
  sums?: Readonly<Record<string, Omit<ListSum, 'name'> | { beside: SQL } | null>>;
}

/** Returns all tables of a list joined, for reading its rows or a single record. */
export function tablesOf({ from, join, joinForFields }: Pick<ListDeclaration<string>, 'from' | 'join' | 'joinForFields'>): SQL {
  return sql`${from} ${join} ${joinForFields}`;
}

/** A range of days, both ends included. */
export interface CalendarDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** A range of days in the data source's time zone. */
export interface DayRange extends CalendarDays {
  timeZone: string;
}

/** Returns conditions that limit a timestamp to a range of days. */
export function withinDays(column: SQL, range: DayRange): SQL[] {
  const conditions: SQL[] = [];
  if (range.from) conditions.push(sql`${column} >= ${startOfDay(range.from, range.timeZone)}`);
  if (range.to) conditions.push(sql`${column} < ${endOfDay(range.to, range.timeZone)}`);
  return conditions;
}

/** Returns conditions that limit a date to a range of days. */
export function onDays(column: SQL, range: CalendarDays): SQL[] {
  const conditions: SQL[] = [];
  if (range.from) conditions.push(sql`${column} >= ${range.from}::date`);
  if (range.to) conditions.push(sql`${column} <= ${range.to}::date`);
  return conditions;
}

/** A limit in the statement tells PostgreSQL that a page is short, so it looks the rows up by key instead of joining everything. */
const MAX_PAGE = sql.raw(String(MAX_PAGE_SIZE));
const COUNTED_ROWS = sql.raw(String(MAX_COUNTED_ROWS));

/** Pages that end within this many rows are read in place; see `rowsInPlace`. */
const MAX_ROWS_IN_PLACE = 500;
/** A list's table with its alias. */
const TABLE_WITH_ALIAS = /^\s*\w+ (\w+)\s*$/;

/**
 * Returns one statement that yields the whole response as JSON text: rows, total and paging. It selects the keys of the page first and then
 * looks up the fields for those keys. `conditions` concern the list's own table, `joinedConditions` the joined ones. They are separate
 * because even an unneeded left join prevents an index-only scan.
 */
export function pageQuery<SortKey extends string>(
  list: ListDeclaration<SortKey>,
  request: PageRequest,
  conditions: readonly [SQL, ...SQL[]],
  joinedConditions: readonly SQL[] = [],
): SQL {
  const words = matching(list.search, request.search);
  const where = sql.join([...conditions, ...joinedConditions, ...words], sql` and `);
  const { columns, tablesForSort, joinedTables } = partsOf(list);
  const counted = joinedConditions.length > 0 ? tablesForSort : list.from;
  const sorted = request.sortBy === MAIN_DATE_SORT ? counted : tablesForSort;
  const pageSize = sql`${request.pageSize}::bigint`;
  const pageIndex = sql`${request.pageIndex}::bigint`;
  const findKeys = strategyFor(request, words.length > 0, joinedConditions.length > 0);
  const sums = Object.entries(list.sums ?? {}).flatMap(([name, sum]) => (sum && 'of' in sum ? [{ name, ...sum }] : []));
  // Counts at least to the end of the page, and one row more, which shows whether there is a next page.
  const lastCounted = sql`greatest(${COUNTED_ROWS}, ${pageIndex} * ${pageSize})`;
  // Sums read all rows anyway, so the exact count costs nothing more.
  const isBounded = request.count !== 'exact' && !list.sums && findKeys !== keysFoundOnce;
  const countLimit = isBounded ? sql`${lastCounted} + 1` : undefined;
  const input = { counted, sorted, where, key: list.key, ...orderOf(list, request), pageIndex, pageSize, sums, countLimit };
  const { prelude, total, page } = findKeys(input);
  const rows = rowsInPlace(list, request, findKeys, input) ?? {
    from: sql`(${page} limit ${MAX_PAGE}) as chosen join ${list.from} on ${list.key} = chosen.key`,
    order: sql`chosen.place`,
  };
  const totalCount = isBounded ? sql`least(counted.total, ${lastCounted})` : sql`counted.total`;
  return sql`${prelude}
    select json_build_object(
      'items', coalesce((
        select json_agg(shown)
        from (
          select ${columns} from ${rows.from} ${joinedTables} order by ${rows.order}
        ) as shown), '[]'::json),
      'pageIndex', ${pageIndex}, 'pageSize', ${pageSize}, 'totalCount', ${totalCount},
      'isTotalExact', counted.total = ${totalCount}, 'totalPages', (${totalCount} + ${pageSize} - 1) / ${pageSize},
      'hasNextPage', ${pageIndex} * ${pageSize} < counted.total,
      'hasPreviousPage', ${pageIndex} > 1 and counted.total > 0${sumsAnswer(list)})::text as answer
    from (${total}) as counted`;
}

/**
 * Returns the rows of a page near the start of a list that an index returns in order. They are read where the index finds them, instead of
 * by their keys in a second look-up. Further down that would cost a read for every row that is skipped. Returns undefined for other pages.
 */
function rowsInPlace(
  list: ListDeclaration<string>,
  { sortBy, pageIndex, pageSize }: PageRequest,
  findKeys: (input: PageKeysInput) => PageKeys,
  input: PageKeysInput,
): { from: SQL; order: SQL } | undefined {
  const { alias } = partsOf(list);
  if (!alias || findKeys !== keysByIndex || sortBy !== MAIN_DATE_SORT || pageIndex * pageSize > MAX_ROWS_IN_PLACE) return undefined;
  const { where, key, value, direction, nulls } = input;
  const order = sql`${value} ${direction} ${nulls}, ${key} ${direction}`;
  const skipped = sql`(${input.pageIndex} - 1) * ${input.pageSize}`;
  const page = sql`select * from ${list.from} where ${where} order by ${order} limit ${input.pageSize} offset ${skipped}`;
  return { from: sql`(select * from (${page}) as page limit ${MAX_PAGE}) as ${alias}`, order };
}

/** Returns the list's sums as a JSON member of the response, or undefined if the list has none. */
function sumsAnswer({ sums }: Pick<ListDeclaration<string>, 'sums'>): SQL | undefined {
  if (!sums) return undefined;
  const members = Object.entries(sums).map(([name, sum]) => {
    const cents = sum && ('beside' in sum ? sum.beside : sql`coalesce(counted.${sql.identifier(name)}, 0)`);
    return sql`${sql.raw(`'${name}'`)}, ${cents ? dollars(cents) : sql`null::numeric`}`;
  });
  return sql`, 'sums', json_build_object(${sql.join(members, sql`, `)})`;
}

/** Selects the strategy; see the table in page-keys.ts. */
function strategyFor(request: PageRequest, isSearched: boolean, isJoined: boolean): (input: PageKeysInput) => PageKeys {
  if (!isSearched && !isJoined) return keysByIndex;
  return request.sortBy === MAIN_DATE_SORT && !isJoined ? keysFoundInOrder : keysFoundOnce;
}

interface Parts {
  columns: SQL;
  tablesForSort: SQL;
  joinedTables: SQL;
  /** The alias of the list's table; undefined for lists of several. */
  alias: SQL | undefined;
}

const parts = new WeakMap<object, Parts>();

/** Returns the SQL that is the same in every statement of a list, rendered to text once. */
function partsOf(list: ListDeclaration<string>): Parts {
  let known = parts.get(list);
  if (!known) {
    const [, alias] = TABLE_WITH_ALIAS.exec(toStatement(list.from).text) ?? [];
    known = {
      alias: alias === undefined ? undefined : sql`${sql.identifier(alias)}`,
      columns: columnsOf(list.fields),
      tablesForSort: renderOnce(sql`${list.from} ${list.join}`),
      joinedTables: renderOnce(sql`${list.join} ${list.joinForFields}`),
    };
    parts.set(list, known);
  }
  return known;
}

/** The main date gets no `nulls last`: it is never null, and the clause would not match the order of its index. */
function orderOf<SortKey extends string>(list: ListDeclaration<SortKey>, request: PageRequest) {
  const direction = request.sortDesc ? sql`desc` : sql`asc`;
  if (request.sortBy === MAIN_DATE_SORT) return { value: list.mainDate, direction, nulls: sql`` };
  const value = list.sort[request.sortBy as SortKey];
  if (!value) throw new Error(`the list has no sort key ${request.sortBy}`);
  return { value: inLanguage(value), direction, nulls: sql`nulls last` };
}
