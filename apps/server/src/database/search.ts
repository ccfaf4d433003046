import { searchedAmount } from '@yardage/domain/money';
import { searchWords } from '@yardage/domain/search-words';
import { type SQL, sql } from './drizzle.ts';
import { GENERIC_PLAN_HINT } from './prepared-statements.ts';
import { inLanguage, type Localized } from './sql.ts';

/** The columns that a list's search looks into. */
export interface Searched {
  /** Text columns of the list's own table. */
  own?: readonly Localized[];
  /** A column of that table with further texts in lower case. Searching it takes a third of the time. */
  lowered?: SQL;
  /** Amount columns of that table, in cents. A search word that is an amount is compared with them. */
  amounts?: readonly SQL[];
  /** Text columns of tables that its rows refer to. Each table is searched once per statement, however many rows refer to a match. */
  referred?: readonly Referred[];
}

interface Referred {
  /** A condition on the list's rows. The other table is searched only for rows that meet it, and not at all if there are none. */
  onlyIf?: SQL;
  /** The referring column of the list… */
  key: SQL;
  /** …and the column of the other table that it refers to. */
  id: SQL;
  table: SQL;
  /**
   * The column with the row's customer, so that only the customer's own rows are read, by index. Tables shared by all customers have none.
   */
  owner?: SQL;
  texts?: readonly Localized[];
  lowered?: SQL;
  amounts?: readonly SQL[];
  /** Set if all texts contain digits, so that a word without a digit is not searched for here. */
  hasNumbersOnly?: boolean;
}

/** What a word is searched for in: columns of one table. */
interface Columns {
  texts?: readonly Localized[] | undefined;
  lowered?: SQL | undefined;
  amounts?: readonly SQL[] | undefined;
}

/** More words than an address and a number have; any further ones are ignored. */
const MAX_SEARCH_WORDS = 12;

/** Words that get parameters of their own, which is faster; most searches have one or two words. Further words share one parameter. */
const OWN_PLACES = 2;

/**
 * Returns conditions that require every search word to occur in one of the columns, in any case and order; no conditions without words. The
 * SQL text does not depend on the words, because PostgreSQL keeps one plan per text. The longest words come first, since they leave the
 * fewest rows for the others.
 */
export function matching(searched: Searched, search: string | undefined): SQL[] {
  const words = searchWords(search).slice(0, MAX_SEARCH_WORDS);
  if (words.length === 0) return [];
  words.sort((a, b) => b.length - a.length);
  const places = Array.from({ length: OWN_PLACES }, (_, place) => matchesWord(searched, words[place], place === 0));
  return [...places, matchesEach(searched, words.slice(OWN_PLACES))];
}

/** Escapes a text for a LIKE pattern, so that it matches only itself. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const LETTER_OR_DIGIT = /[a-z\d]/i;
/**
 * Characters that may be spelt differently: apostrophes, of which phones type another kind, and letters with accents, which other systems
 * may store without.
 */
const SPELT_DIFFERENTLY = /['’‘`´]|(?!\p{ASCII})\p{Script=Latin}/gu;

/** Returns the LIKE pattern of texts that contain a word. */
function patternOf(word: string): string {
  const pattern = literally(word);
  return `%${LETTER_OR_DIGIT.test(word) ? pattern.replace(SPELT_DIFFERENTLY, '_') : pattern}%`;
}

/** The letters with accents by the plain one, in capitals and small: records write López where people type Lopez. */
const ACCENTED = new Map<string, string>();
for (let code = 0xc0; code < 0x180; code += 1) {
  const letter = String.fromCharCode(code);
  const plain = letter.normalize('NFD').charAt(0).toLowerCase();
  if (/[a-z]/.test(plain)) ACCENTED.set(plain, `${ACCENTED.get(plain) ?? ''}${letter}`);
}
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Returns the regular expression of texts that contain a word, for `~*`, which takes as long as `ilike`: like `patternOf`, but each letter
 * also matches its forms with an accent.
 */
export function expressionOf(word: string): string {
  const isSpeltDifferently = new RegExp(SPELT_DIFFERENTLY, 'u');
  const hasLetters = LETTER_OR_DIGIT.test(word);
  const parts = Array.from(word, (character) => {
    if (hasLetters && isSpeltDifferently.test(character)) return '.';
    const accented = ACCENTED.get(character.toLowerCase());
    if (accented !== undefined) return `[${character}${accented}]`;
    return PUNCTUATION.test(character) ? `\\${character}` : character;
  });
  return parts.join('');
}

/**
 * Returns the condition that a stored text in lower case matches. Only texts that are not plain ASCII are searched once more, without their
 * accents: the database's own order may leave capitals with accents as they are.
 */
const isLike = (text: SQL, pattern: SQL, expression: SQL, hasLetters = sql`true`): SQL =>
  sql`(${text} like ${pattern} or ${hasLetters} and octet_length(${text}) <> char_length(${text}) and ${text} ~* ${expression})`;

/** Returns the range of cents that a word means; an empty range if the word is not an amount. */
const centsMeant = (word: string) => searchedAmount(word) ?? { from: 1, to: 0 };
const hasDigit = (word: string): boolean => /\d/.test(word);

/**
 * Returns the condition that one word matches. An absent word (undefined) matches every row; `isAlwaysThere` says that the word is never
 * absent.
 */
function matchesWord({ own, lowered, amounts, referred = [] }: Searched, word: string | undefined, isAlwaysThere: boolean): SQL {
  const pattern = sql`${word === undefined ? '' : patternOf(word)}::text`;
  const expression = sql`${word === undefined ? '' : expressionOf(word)}::text`;
  // A word without letters is compared case-sensitively, which takes a third of the time.
  const hasLetters = word !== undefined && word.toLowerCase() !== word.toUpperCase();
  const { from, to } = centsMeant(word ?? '');
  const holds = ({ texts = [], lowered: inLowerCase, amounts: cents = [] }: Columns): SQL => {
    const ways = inLowerCase ? [isLike(inLowerCase, sql`(select lower(${pattern}))`, expression, sql`${hasLetters}::boolean`)] : [];
    const text = haystack(texts);
    if (text) {
      ways.push(sql`case when ${hasLetters}::boolean then ${text} ~* ${expression} else ${text} like ${pattern} end`);
    }
    ways.push(...cents.map((each) => sql`${each} between ${from}::bigint and ${to}::bigint`));
    return anyOf(ways);
  };
  const ways = referred.map(({ onlyIf, key, id, table, owner, hasNumbersOnly, ...columns }) => {
    const isSought = hasNumbersOnly && sql`${hasDigit(word ?? '')}::boolean and`;
    return sql`${onlyIf && sql`${onlyIf} and`} ${key} in (select ${id} from ${table} where ${isSought} ${holds(columns)} ${ofOwner(owner)})`;
  });
  const isAbsent = isAlwaysThere ? [] : [sql`${word === undefined}::boolean`];
  return anyOf([...isAbsent, ...ways, holds({ texts: own, lowered, amounts })]);
}

/** Returns the condition that all of `words` match. They share one parameter, separated by spaces, which no word contains. */
function matchesEach({ own, lowered, amounts, referred = [] }: Searched, words: readonly string[]): SQL {
  const inOneText = (of: (word: string) => string | number) => sql`string_to_array(${words.map(of).join(' ')}::text, ' ')`;
  const [from, to] = [inOneText((word) => centsMeant(word).from), inOneText((word) => centsMeant(word).to)];
  const everyWord = sql`unnest(${inOneText(patternOf)}, ${inOneText(expressionOf)}, ${from}::bigint[], ${to}::bigint[])
    with ordinality as word(pattern, expression, cents_from, cents_to, place)`;
  const holds = ({ texts = [], lowered: inLowerCase, amounts: cents = [] }: Columns): SQL => {
    const ways = inLowerCase ? [isLike(inLowerCase, sql`lower(word.pattern)`, sql`word.expression`)] : [];
    const text = haystack(texts);
    if (text) ways.push(sql`${text} ~* word.expression`);
    ways.push(...cents.map((each) => sql`${each} between word.cents_from and word.cents_to`));
    return anyOf(ways);
  };
  // Pairs of row and word are looked up in a hash table that is made once per statement.
  const ways = referred.map(
    ({ onlyIf, key, id, table, owner, hasNumbersOnly, ...columns }) =>
      sql`${onlyIf && sql`${onlyIf} and`} (${key}, word.place) in (select ${id}, word.place from ${table} cross join ${everyWord}
        where ${hasNumbersOnly && sql`word.pattern ~ '[0-9]' and`} ${holds(columns)} ${ofOwner(owner)})`,
  );
  const isFound = anyOf([...ways, holds({ texts: own, lowered, amounts })]);
  const isMissing = sql`exists (select from ${everyWord} where ${isFound} is not true)`;
  return sql`(${sql.raw(GENERIC_PLAN_HINT)} ${words.length === 0}::boolean or not ${isMissing})`;
}

function anyOf(ways: readonly SQL[]): SQL {
  return sql`(${sql.join([...ways], sql` or `)})`;
}

function ofOwner(owner: SQL | undefined): SQL | undefined {
  return owner && sql`and ${owner} = yardage_customer_id()`;
}

function haystack(localized: readonly Localized[]): SQL | undefined {
  const texts = localized.map(inLanguage);
  const [text, ...others] = texts;
  return others.length === 0 ? text : sql`concat_ws(chr(10), ${sql.join(texts, sql`, `)})`;
}
