import { type SQL, sql } from './drizzle.ts';
import { renderOnce } from './statement.ts';

/** An expression; a function if it depends on the language of the request, for names that screens translate. */
export type Localized = SQL | (() => SQL);

/** Returns the expression in the language of the request. */
export function inLanguage(expression: Localized): SQL {
  return typeof expression === 'function' ? expression() : expression;
}

const DIGITS = sql.raw("'0123456789'");

/**
 * Returns the sort key of a text in natural order, whatever the database's collation: 'A-9' before 'A-10', and 'alpha' before 'Beta'. Pads the
 * number at its end to 20 digits. It uses string functions only, because a regular expression takes 20 times as long.
 */
export function asRead(text: SQL): SQL {
  const head = sql`rtrim(${text}, ${DIGITS})`;
  return sql`case when right(${text}, 1) between '0' and '9'
    then lower(${head}) || lpad(substr(${text}, length(${head}) + 1), 20, '0') else lower(${text}) end`;
}

/** Formats a timestamp as ISO 8601 in UTC. */
export function isoMoment(expression: unknown): SQL {
  // As text, because `to_char` takes twice as long, and a page of tickets has hundreds of timestamps.
  return sql`(replace(date_trunc('second', ${expression} at time zone 'UTC')::text, ' ', 'T') || 'Z')`;
}

/** Formats a timestamp as ISO 8601 in UTC with milliseconds, for when the order of timestamps matters. */
export function isoMillisecond(expression: unknown): SQL {
  return sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * A field of the customer `c` (with data source `d`) that the transaction acts for. PostgreSQL reads it once per statement, where a join
 * would look the customer up for every row.
 */
export function ofOwnCustomer(field: SQL): SQL {
  return sql`(select ${field} from customers c join data_sources d on d.id = c.data_source_id where c.id = yardage_customer_id())`;
}

/** Converts cents to the decimal dollars that JSON carries. */
export function dollars(expression: SQL): SQL {
  return sql`((${expression}) / 100.0)::numeric(14, 2)`;
}

/** The first moment of a calendar day in a time zone. */
export function startOfDay(day: string, timeZone: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${timeZone}::text)`;
}

/** The first moment after a calendar day in a time zone. */
export function endOfDay(day: string, timeZone: string): SQL {
  return sql`((${day}::date + 1)::timestamp at time zone ${timeZone}::text)`;
}

/** Returns a list of texts as one value, so that the statement is the same for lists of every length. */
export function textArray(texts: readonly string[]): SQL {
  return sql`array(select json_array_elements_text(${JSON.stringify(texts)}::json))`;
}

/** Passes all ids as one parameter, so that the statement text does not depend on their number. */
export function idArray(ids: readonly number[]): SQL {
  return sql`${`{${ids.join(',')}}`}::bigint[]`;
}

/** Maps a number to its name, as the domain's tables spell it. */
export function nameById(expression: unknown, names: Readonly<Record<number, string>>): SQL {
  const cases = Object.entries(names).map(([number, name]) => sql`when ${sql.raw(String(Number(number)))} then ${sql.raw(quote(name))}`);
  return sql`case ${expression} ${sql.join(cases, sql` `)} end`;
}

/** Returns the name of a code, or the code itself if it has none. */
export function nameByCode(expression: SQL, names: Readonly<Record<string, string>>): SQL {
  const cases = Object.entries(names).map(([code, name]) => sql`when ${sql.raw(quote(code))} then ${sql.raw(quote(name))}`);
  return sql`case ${expression} ${sql.join(cases, sql` `)} else ${expression} end`;
}

/** Quotes a literal of our own (never user input), so that the SQL text is the same at every call. */
function quote(literal: string): string {
  return `'${literal.replaceAll("'", "''")}'`;
}

/** Returns `expression as "name", …`. */
export function columnsOf(fields: Readonly<Record<string, SQL>>): SQL {
  const columns = Object.entries(fields).map(([name, expression]) => sql`${expression} as ${sql.identifier(name)}`);
  return renderOnce(sql.join(columns, sql`, `));
}

/**
 * Returns `{ name: expression, … }` as one JSON object. Measured a third faster than `json_build_object`, and its text is a fifth shorter.
 */
export function jsonObject(fields: Readonly<Record<string, SQL>>): SQL {
  return renderOnce(sql`(select row_to_json(fields) from (select ${columnsOf(fields)}) as fields)`);
}
