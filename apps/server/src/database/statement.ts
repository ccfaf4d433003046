import { Name, PgDialect, SQL, StringChunk, sql } from './drizzle.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * A Drizzle expression as text and values for the driver. What consists of texts, names and plain values, as every reading statement here
 * does, is written out directly, in a quarter of the time; for anything else Drizzle's own dialect does it.
 */
export function toStatement(expression: SQL): Statement {
  const values: unknown[] = [];
  const text = written(expression, values);
  if (text !== undefined) return { text, values };
  const { sql: drizzled, params } = dialect.sqlToQuery(expression);
  return { text: drizzled, values: params };
}

/** The text of a chunk, its values appended to those before it; undefined for a chunk that only the dialect knows. */
function written(chunk: unknown, values: unknown[]): string | undefined {
  if (chunk === undefined) return '';
  if (chunk === null || typeof chunk !== 'object') return `$${values.push(chunk)}`;
  if (chunk instanceof StringChunk) return chunk.value.length === 1 ? chunk.value[0] : chunk.value.join('');
  if (chunk instanceof Name) return `"${chunk.value.replaceAll('"', '""')}"`;
  if (!(chunk instanceof SQL)) return undefined;
  let text = '';
  for (const part of chunk.queryChunks) {
    const partText = written(part, values);
    if (partText === undefined) return undefined;
    text += partText;
  }
  return text;
}

/** An expression without values, written out once, so that statements it is part of are written in a stroke; one with values as it is. */
export function writtenOut(expression: SQL): SQL {
  const values: unknown[] = [];
  const text = written(expression, values);
  return text === undefined || values.length > 0 ? expression : sql.raw(text);
}
