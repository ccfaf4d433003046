import type { PgTable } from 'drizzle-orm/pg-core';
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
}

/** The same, for a part of the work: its progress runs from one share of the whole to another. */
export function partOf(making: Making, from: number, to: number): Making {
  return { ...making, onProgress: (step, share) => making.onProgress(step, from + (to - from) * share) };
}
