import { type SQL, sql } from './drizzle.ts';
import { writtenOut } from './statement.ts';

/** A moment as ISO 8601 in UTC. */
export function isoMoment(expression: unknown): SQL {
  return sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** A moment as ISO 8601 in UTC with its milliseconds, where the order of moments matters. */
export function isoMillisecond(expression: unknown): SQL {
  return sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Cents as the decimal number that JSON carries. */
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

/** The name that belongs to a number, as the domain's tables spell it. */
export function nameOf(expression: unknown, names: Readonly<Record<number, string>>): SQL {
  const cases = Object.entries(names).map(([number, name]) => sql`when ${sql.raw(String(Number(number)))} then ${sql.raw(quote(name))}`);
  return sql`case ${expression} ${sql.join(cases, sql` `)} end`;
}

/** A literal of our own making, for texts that must not differ from call to call. */
function quote(literal: string): string {
  return `'${literal.replaceAll("'", "''")}'`;
}

/** `expression as "name", …` */
export function columnsOf(fields: Readonly<Record<string, SQL>>): SQL {
  const columns = Object.entries(fields).map(([name, expression]) => sql`${expression} as ${sql.identifier(name)}`);
  return writtenOut(sql.join(columns, sql`, `));
}

/** `{ name: expression, … }` as one JSON object; measured a third faster, and its text a fifth shorter, than `json_build_object`. */
export function jsonObject(fields: Readonly<Record<string, SQL>>): SQL {
  return writtenOut(sql`(select row_to_json(fields) from (select ${columnsOf(fields)}) as fields)`);
}
