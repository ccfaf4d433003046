import { SUPPLY_OUTCOMES } from '@yardage/contract/supply-outcomes';
import type { Database } from '#server/database/database';
import { csvHeading, csvLine } from '#server/http/csv';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import { type Counts, MAX_PROBLEMS, readProblems } from './imports.queries.ts';

const PAGE = 2000;
const HEAD = ['outcome', 'rows', 'line', 'key', 'field', 'message'];

/** Streams the report of a run as CSV: the counts first, then each row that was not applied, with the reason (FED-11). */
export async function* reportOf(database: Database, id: number, counts: Counts): AsyncGenerator<string> {
  yield csvHeading(HEAD);
  for (const outcome of SUPPLY_OUTCOMES) yield csvLine([outcome, counts[outcome], null, null, null, null]);
  let after = 0;
  let listed = 0;
  for (;;) {
    const page = await readProblems(database, id, after, PAGE);
    yield page.map(({ line, key, outcome, field, message }) => csvLine([outcome, null, line, key, field, message])).join('');
    listed += page.length;
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? after;
  }
  if (listed >= MAX_PROBLEMS) yield csvLine([null, null, null, null, null, IMPORT_MESSAGES.tooManyProblems(MAX_PROBLEMS)]);
}
