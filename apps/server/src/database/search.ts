import { searchedAmount } from '@yardage/domain/money';
import { type SQL, sql } from './drizzle.ts';

/** What a list's search looks into. */
export interface Searched {
  /** Texts of the list's own table. */
  own?: readonly SQL[];
  /** A column of it that keeps further texts in lower case, which takes a third of the time. */
  lowered?: SQL;
  /** Amounts of it in cents, found by a word that is an amount. */
  amounts?: readonly SQL[];
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
  texts?: readonly SQL[];
  lowered?: SQL;
  /** Only numbers are looked for here: a word without a digit is not. */
  hasNumbersOnly?: boolean;
}

/** More than an address and a number have; each word makes the statement longer. */
const MAX_SEARCH_WORDS = 12;

/** Every word must occur in one of the texts, in any case and order. */
export function matching({ own, lowered, amounts = [], referred = [] }: Searched, search: string | undefined): SQL[] {
  const words = new Set((search ?? '').split(/\s+/).filter(Boolean));
  return [...words].slice(0, MAX_SEARCH_WORDS).map((word) => {
    const ways = referred
      .filter(({ hasNumbersOnly }) => !hasNumbersOnly || /\d/.test(word))
      .map(
        ({ key, id, table, owner, ...texts }) =>
          sql`${key} in (select ${id} from ${table} where ${holds(texts, word)} ${owner && sql`and ${owner} = yardage_customer_id()`})`,
      );
    return sql`(${sql.join([...ways, holds({ texts: own, lowered }, word), ...amountWays(amounts, word)], sql` or `)})`;
  });
}

/** The conditions by which a word finds amounts; none for a word that is no amount. */
function amountWays(amounts: readonly SQL[], word: string): SQL[] {
  const meant = amounts.length > 0 ? searchedAmount(word) : undefined;
  return meant ? amounts.map((cents) => sql`${cents} between ${meant.from}::bigint and ${meant.to}::bigint`) : [];
}

/** A text for a pattern of LIKE, in which nothing of it stands for anything else. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function holds({ texts = [], lowered }: { texts?: readonly SQL[] | undefined; lowered?: SQL | undefined }, word: string): SQL {
  const pattern = `%${literally(word)}%`;
  // Lowered by PostgreSQL, as the column is, and once a statement.
  const ways = lowered ? [sql`${lowered} like (select lower(${pattern}))`] : [];
  if (texts.length > 0) ways.push(sql`${haystack(texts)} ${comparison(word)} ${pattern}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

function haystack(texts: readonly SQL[]): SQL {
  const [text, ...others] = texts;
  return text && others.length === 0 ? text : sql`concat_ws(chr(10), ${sql.join([...texts], sql`, `)})`;
}

/** Where nothing of a word is a letter, case is not looked at, which takes a third of the time. */
function comparison(word: string): SQL {
  return word.toLowerCase() === word.toUpperCase() ? sql`like` : sql`ilike`;
}
