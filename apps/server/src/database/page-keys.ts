import { type SQL, sql } from './drizzle.ts';

/** Cents of a row that are summed over all rows found, or over those of them that meet a condition. */
export interface ListSum {
  name: string;
  of: SQL;
  where?: SQL;
}

/** What a request asks of a list, in SQL. */
export interface PageWish {
  /** The list's own table, with others joined where the conditions or the order need them. */
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
}

/** How the rows of a page are found: what stands before the statement, how many rows there are and their sums, and the page's keys with their places. */
export interface PageKeys {
  prelude: SQL;
  total: SQL;
  page: SQL;
}

/** Count and page each by an index: nothing but the list's own columns is asked for. */
export function keysByIndex({ counted, sorted, where, key, value, direction, nulls, sums, ...place }: PageWish): PageKeys {
  const summed = sums.map(
    ({ name, of, where: only }) => sql`, sum(${of}) ${only && sql`filter (where ${only})`} as ${sql.identifier(name)}`,
  );
  return {
    prelude: sql``,
    total: sql`select count(*) as total${sql.join(summed, sql``)} from ${counted} where ${where}`,
    page: placed(
      sql`select ${key} as key from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}`,
      place,
    ),
  };
}

/** What takes long to find out about a row is found out once, for the count and for the page. */
export function keysFoundOnce({ sorted, where, key, value, direction, nulls, sums, ...place }: PageWish): PageKeys {
  return {
    prelude: sql`with found as materialized (select ${key} as key, ${value} as value${shares(sums)} from ${sorted} where ${where})`,
    total: sql`select count(*) as total${sumsOfShares(sums)} from found`,
    page: placed(sql`select key from found order by value ${direction} ${nulls}, key ${direction}`, place),
  };
}

/** The same where an index has the rows in the order asked for: what is found is a row of keys, to be measured and cut. */
export function keysFoundInOrder({ sorted, where, key, value, direction, nulls, pageIndex, pageSize, sums }: PageWish): PageKeys {
  const last = sql`${pageIndex} * ${pageSize}`;
  const names = sums.map(({ name }) => sql`, ${sql.identifier(name)}`);
  return {
    prelude: sql`with found as materialized (
      select coalesce(array_agg(key), '{}') as keys${sumsOfShares(sums)}
      from (select ${key} as key${shares(sums)} from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}) as ordered)`,
    total: sql`select cardinality(keys)::bigint as total${sql.join(names, sql``)} from found`,
    page: sql`select page.key, page.place
      from found, unnest(found.keys[(${last} - ${pageSize} + 1)::integer:(${last})::integer]) with ordinality as page(key, place)`,
  };
}

/** What each row found adds to the sums. */
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

function placed(keys: SQL, { pageIndex, pageSize }: Pick<PageWish, 'pageIndex' | 'pageSize'>): SQL {
  return sql`select page.key, row_number() over () as place
    from (${keys} limit ${pageSize} offset (${pageIndex} - 1) * ${pageSize}) as page`;
}
