import type { Tiers } from '@yardage/domain/rewards';
import type { PgTable } from '#server/database/drizzle';
import type { Numbers } from './numbers.ts';

/** Where the world's rows go. */
export interface WorldWriter {
  insert<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): Promise<void>;
}

/** Told what is being done, and what share of all is done. */
export type OnProgress = (step: string, share: number) => void;

/** What is passed along while the world is made. */
export interface Making {
  writer: WorldWriter;
  numbers: Numbers;
  onProgress: OnProgress;
  tiers: Tiers;
}

/** The same, for a part of the work: its progress runs from one share of the whole to another. */
export function partOf(making: Making, from: number, to: number): Making {
  return { ...making, onProgress: (step, share) => making.onProgress(step, from + (to - from) * share) };
}

const ROWS_A_PART = 4_000;

/** Inserts many rows, and tells how far it is. */
export async function insertInParts<Table extends PgTable>(
  { writer, onProgress }: Making,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  step: string,
  [from, to]: readonly [number, number],
): Promise<void> {
  for (let done = 0; done < rows.length; done += ROWS_A_PART) {
    onProgress(step, from + ((to - from) * done) / rows.length);
    await writer.insert(table, rows.slice(done, done + ROWS_A_PART));
  }
}
