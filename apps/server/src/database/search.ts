import { type SQL, sql } from './drizzle.ts';

/** What a list's search looks into. */
export interface Searched {
  /** Texts of the list's own table. */
  own: readonly SQL[];
  /** Texts of tables that its rows refer to. Each is searched by itself, once a statement, however many rows refer to a match. */
  referred?: readonly Referred[];
}

interface Referred {
  /** What a row of the list holds… */
  key: SQL;
  /** …and what it is compared with in the other table. */
  id: SQL;
  table: SQL;
  /** The column that says whose a row is, so that only the customer's own are read, by its index; a table that all share has none. */
  owner?: SQL;
  texts: readonly SQL[];
}

const MAX_SEARCH_WORDS = 6;

/** Every word must occur in one of the texts, in any case and order. */
export function matching({ own, referred = [] }: Searched, search: string | undefined): SQL[] {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS);
  return words.map((word) => {
    const ways = referred.map(
      ({ key, id, table, owner, texts }) =>
        sql`${key} in (select ${id} from ${table} where ${holds(texts, word)} ${owner && sql`and ${owner} = yardage_customer_id()`})`,
    );
    return sql`(${sql.join([...ways, holds(own, word)], sql` or `)})`;
  });
}

/** Where nothing of a word is a letter, case is not looked at, which takes a third of the time. */
function holds(texts: readonly SQL[], word: string): SQL {
  const comparison = word.toLowerCase() === word.toUpperCase() ? sql`like` : sql`ilike`;
  const [text, ...others] = texts;
  const haystack = text && others.length === 0 ? text : sql`concat_ws(chr(10), ${sql.join([...texts], sql`, `)})`;
  return sql`${haystack} ${comparison} ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
}
