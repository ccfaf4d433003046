import type { Tiers } from '@yardage/domain/rewards';
import type { PgTable } from '#server/database/drizzle';
import type { Numbers } from './numbers.ts';

/** Receives the world's rows. */
export interface WorldWriter {
  insert<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): Promise<void>;
}

/** Called with the current step and the share of the work that is done. */
export type OnProgress = (step: string, share: number) => void;

/** The context passed along while the world is generated. */
export interface Making {
  writer: WorldWriter;
  numbers: Numbers;
  onProgress: OnProgress;
  tiers: Tiers;
}

/** Returns a context for a part of the work, whose progress runs from one share of the whole to another. */
export function partOf(making: Making, from: number, to: number): Making {
  return { ...making, onProgress: (step, share) => making.onProgress(step, from + (to - from) * share) };
}

const ROWS_A_PART = 4_000;

/** Inserts many rows in parts and reports progress. */
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
