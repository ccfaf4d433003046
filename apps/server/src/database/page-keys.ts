import { type SQL, sql } from './drizzle.ts';

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
}

/** How the rows of a page are found: what stands before the statement, how many rows there are, and the page's keys with their places. */
export interface PageKeys {
  prelude: SQL;
  total: SQL;
  page: SQL;
}

/** Count and page each by an index: nothing but the list's own columns is asked for. */
export function keysByIndex({ counted, sorted, where, key, value, direction, nulls, ...place }: PageWish): PageKeys {
  return {
    prelude: sql``,
    total: sql`select count(*) from ${counted} where ${where}`,
    page: placed(
      sql`select ${key} as key from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}`,
      place,
    ),
  };
}

/** What takes long to find out about a row is found out once, for the count and for the page. */
export function keysFoundOnce({ sorted, where, key, value, direction, nulls, ...place }: PageWish): PageKeys {
  return {
    prelude: sql`with found as materialized (select ${key} as key, ${value} as value from ${sorted} where ${where})`,
    total: sql`select count(*) from found`,
    page: placed(sql`select key from found order by value ${direction} ${nulls}, key ${direction}`, place),
  };
}

/** The same where an index has the rows in the order asked for: what is found is a row of keys, to be measured and cut. */
export function keysFoundInOrder({ sorted, where, key, value, direction, nulls, pageIndex, pageSize }: PageWish): PageKeys {
  const last = sql`${pageIndex} * ${pageSize}`;
  return {
    prelude: sql`with found as materialized (
      select coalesce(array_agg(key), '{}') as keys
      from (select ${key} as key from ${sorted} where ${where} order by ${value} ${direction} ${nulls}, ${key} ${direction}) as ordered)`,
    total: sql`select cardinality(keys)::bigint from found`,
    page: sql`select page.key, page.place
      from found, unnest(found.keys[(${last} - ${pageSize} + 1)::integer:(${last})::integer]) with ordinality as page(key, place)`,
  };
}

function placed(keys: SQL, { pageIndex, pageSize }: Pick<PageWish, 'pageIndex' | 'pageSize'>): SQL {
  return sql`select page.key, row_number() over () as place
    from (${keys} limit ${pageSize} offset (${pageIndex} - 1) * ${pageSize}) as page`;
}
