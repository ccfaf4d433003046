import { type SQL, sql } from './drizzle.ts';

/** An amount in cents that is summed over all matching rows, or over those of them that meet `where`. */
export interface ListSum {
  name: string;
  of: SQL;
  where?: SQL;
}

/** A list request as SQL fragments. */
export interface PageKeysInput {
  /**
   * Tables for the count and tables for the page: the list's own, joined with others only if the conditions or the sort order need them.
   */
  counted: SQL;
  sorted: SQL;
  where: SQL;
  key: SQL;
  value: SQL;
  direction: SQL;
  nulls: SQL;
  pageIndex: SQL;
  pageSize: SQL;
  sums: readonly ListSum[];
  /** The number of rows after which counting stops; undefined to count all. */
  countLimit: SQL | undefined;
}

/**
 * SQL of a strategy: `prelude` precedes the statement, `total` returns the count and the sums, `page` the page's keys with their places.
 */
export interface PageKeys {
  prelude: SQL;
  total: SQL;
  page: SQL;
}

/*
 * Strategies for finding the keys of a page. `pageQuery` selects one per request (T: the list's own table).
 *
 * | strategy         | used for                                         | sketch of its SQL                                           |
 * |------------------|--------------------------------------------------|-------------------------------------------------------------|
 * | keysByIndex      | no search, no condition on a joined table        | count: select count(*) from T where …                       |
 * |                  |                                                  | page: select key from T where … order by … limit … offset … |
 * | keysFoundInOrder | search, sorted by main date, no condition on a   | with found as (select array_agg(key) as keys from           |
 * |                  | joined table: an index returns the rows in order |   (select key from T where … order by main date))           |
 * |                  |                                                  | count: cardinality(keys)                                    |
 * |                  |                                                  | page: unnest(keys[first:last])                              |
 * | keysFoundOnce    | condition on a joined table, or search sorted by | with found as (select key, value from T join … where …)     |
 * |                  | another column                                   | count: select count(*) from found                           |
 * |                  |                                                  | page: select key from found order by value limit … offset … |
 *
 * Searches and joined conditions have to read the rows, so the count and the page share one scan (`found` is materialized).
 * `keysByIndex` joins further tables for the page only if the sort column needs them.
 *
 * `countLimit` ends the scan of the first two early. The third has to read all rows to sort them, so its count costs nothing more.
 */

/** Counts and selects the page in two separate queries. Both can use an index if the list is sorted by its main date. */
export function keysByIndex({ counted, sorted, where, key, value, direction, nulls, sums, countLimit, ...place }: PageKeysInput): PageKeys {
  const summed = sums.map(
    ({ name, of, where: only }) => sql`, sum(${of}) ${only && sql`filter (where ${only})`} as ${sql.identifier(name)}`,
  );
  return {
    prelude: sql``,
    total: countLimit
      ? sql`select count(*) as total from (select from ${counted} where ${where} limit ${countLimit}) as bounded`
      : sql`select count(*) as total${sql.join(summed, sql``)} from ${counted} where ${where}`,
    page: placed(
      sql`select ${key} as key from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}`,
      place,
    ),
  };
}

/** Runs the expensive conditions once and uses the result for both the count and the page. */
export function keysFoundOnce({ sorted, where, key, value, direction, nulls, sums, ...place }: PageKeysInput): PageKeys {
  return {
    prelude: sql`with found as materialized (select ${key} as key, ${value} as value${shares(sums)} from ${sorted} where ${where})`,
    total: sql`select count(*) as total${sumsOfShares(sums)} from found`,
    page: placed(sql`select key from found order by value ${direction} ${nulls}, key ${direction}`, place),
  };
}

/**
 * Like `keysFoundOnce`, for rows that an index returns in the requested order: collects the keys in an array, whose length is the count.
 */
export function keysFoundInOrder(input: PageKeysInput): PageKeys {
  const { sorted, where, key, value, direction, nulls, pageIndex, pageSize, sums, countLimit } = input;
  const last = sql`${pageIndex} * ${pageSize}`;
  const names = sums.map(({ name }) => sql`, ${sql.identifier(name)}`);
  return {
    prelude: sql`with found as materialized (
      select coalesce(array_agg(key), '{}') as keys${sumsOfShares(sums)}
      from (select ${key} as key${shares(sums)} from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}
        ${countLimit && sql`limit ${countLimit}`}) as ordered)`,
    total: sql`select cardinality(keys)::bigint as total${sql.join(names, sql``)} from found`,
    page: sql`select page.key, page.place
      from found, unnest(found.keys[(${last} - ${pageSize} + 1)::integer:(${last})::integer]) with ordinality as page(key, place)`,
  };
}

/** Returns a column per sum with the amount that the row adds to it. */
function shares(sums: readonly ListSum[]): SQL {
  const columns = sums.map(
    ({ name, of, where }) => sql`, ${where ? sql`case when ${where} then ${of} end` : of} as ${sql.identifier(name)}`,
  );
  return sql.join(columns, sql``);
}

function sumsOfShares(sums: readonly ListSum[]): SQL {
  const columns = sums.map(({ name }) => sql`, sum(${sql.identifier(name)}) as ${sql.identifier(name)}`);
  return sql.join(columns, sql``);
}

function placed(keys: SQL, { pageIndex, pageSize }: Pick<PageKeysInput, 'pageIndex' | 'pageSize'>): SQL {
  return sql`select page.key, row_number() over () as place
    from (${keys} limit ${pageSize} offset (${pageIndex} - 1) * ${pageSize}) as page`;
}
