import { searchedAmount } from '@yardage/domain/money';
import { type SQL, sql } from './drizzle.ts';
import { GENERIC_PLAN_HINT } from './prepared-statements.ts';

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

interface Texts {
  texts?: readonly SQL[] | undefined;
  lowered?: SQL | undefined;
}

/** More than an address and a number have. */
const MAX_SEARCH_WORDS = 12;

/** How many words a statement has a place of its own for, which is faster; what people search for has one or two. */
const OWN_PLACES = 2;

/**
 * Conditions that every word of a search occurs in one of the texts, in any case and order; none without words. Their SQL text is the same
 * whatever the words are, because PostgreSQL keeps a plan for every text. The longest words come first, since they leave the fewest rows to
 * the others.
 */
export function matching(searched: Searched, search: string | undefined): SQL[] {
  const words = [...new Set((search ?? '').split(/\s+/).filter(Boolean))].slice(0, MAX_SEARCH_WORDS);
  if (words.length === 0) return [];
  words.sort((a, b) => b.length - a.length);
  const places = Array.from({ length: OWN_PLACES }, (_, place) => matchesWord(searched, words[place], place === 0));
  return [...places, matchesEach(searched, words.slice(OWN_PLACES))];
}

/** A text for a pattern of LIKE, in which nothing of it stands for anything else. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const patternOf = (word: string) => `%${literally(word)}%`;

/** The cents that a word means; a span without a number in it for a word that is no amount. */
const centsMeant = (word: string) => searchedAmount(word) ?? { from: 1, to: 0 };
const hasDigit = (word: string): boolean => /\d/.test(word);

/** An absent word is found everywhere. */
function matchesWord({ own, lowered, amounts = [], referred = [] }: Searched, word: string | undefined, isAlwaysThere: boolean): SQL {
  const pattern = sql`${word === undefined ? '' : patternOf(word)}::text`;
  // Where nothing of a word is a letter, case is not looked at, which takes a third of the time.
  const hasLetters = word !== undefined && word.toLowerCase() !== word.toUpperCase();
  const holds = ({ texts = [], lowered: inLowerCase }: Texts): SQL => {
    const ways = inLowerCase ? [sql`${inLowerCase} like (select lower(${pattern}))`] : [];
    const text = haystack(texts);
    if (text) {
      ways.push(sql`case when ${hasLetters}::boolean then ${text} ilike ${pattern} else ${text} like ${pattern} end`);
    }
    return anyOf(ways);
  };
  const ways = referred.map(({ key, id, table, owner, hasNumbersOnly, ...texts }) => {
    const isSought = hasNumbersOnly && sql`${hasDigit(word ?? '')}::boolean and`;
    return sql`${key} in (select ${id} from ${table} where ${isSought} ${holds(texts)} ${ofOwner(owner)})`;
  });
  const { from, to } = centsMeant(word ?? '');
  const amountWays = amounts.map((cents) => sql`${cents} between ${from}::bigint and ${to}::bigint`);
  const isAbsent = isAlwaysThere ? [] : [sql`${word === undefined}::boolean`];
  return anyOf([...isAbsent, ...ways, holds({ texts: own, lowered }), ...amountWays]);
}

/** Any number of words, in one parameter and apart by spaces, which no word has. */
function matchesEach({ own, lowered, amounts = [], referred = [] }: Searched, words: readonly string[]): SQL {
  const inOneText = (of: (word: string) => string | number) => sql`string_to_array(${words.map(of).join(' ')}::text, ' ')`;
  const [from, to] = [inOneText((word) => centsMeant(word).from), inOneText((word) => centsMeant(word).to)];
  const everyWord = sql`unnest(${inOneText(patternOf)}, ${from}::bigint[], ${to}::bigint[]) with ordinality as word(pattern, cents_from, cents_to, place)`;
  const holds = ({ texts = [], lowered: inLowerCase }: Texts): SQL => {
    const ways = inLowerCase ? [sql`${inLowerCase} like lower(word.pattern)`] : [];
    const text = haystack(texts);
    if (text) ways.push(sql`${text} ilike word.pattern`);
    return anyOf(ways);
  };
  // Pairs of row and word are looked up in a hash table that is made once per statement.
  const ways = referred.map(
    ({ key, id, table, owner, hasNumbersOnly, ...texts }) =>
      sql`(${key}, word.place) in (select ${id}, word.place from ${table} cross join ${everyWord}
        where ${hasNumbersOnly && sql`word.pattern ~ '[0-9]' and`} ${holds(texts)} ${ofOwner(owner)})`,
  );
  const amountWays = amounts.map((cents) => sql`${cents} between word.cents_from and word.cents_to`);
  const isFound = anyOf([...ways, holds({ texts: own, lowered }), ...amountWays]);
  const isMissing = sql`exists (select from ${everyWord} where ${isFound} is not true)`;
  return sql`(${sql.raw(GENERIC_PLAN_HINT)} ${words.length === 0}::boolean or not ${isMissing})`;
}

function anyOf(ways: readonly SQL[]): SQL {
  return sql`(${sql.join([...ways], sql` or `)})`;
}

function ofOwner(owner: SQL | undefined): SQL | undefined {
  return owner && sql`and ${owner} = yardage_customer_id()`;
}

function haystack(texts: readonly SQL[]): SQL | undefined {
  const [text, ...others] = texts;
  return others.length === 0 ? text : sql`concat_ws(chr(10), ${sql.join([...texts], sql`, `)})`;
}
