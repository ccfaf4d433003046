import type { PgTable } from 'drizzle-orm/pg-core';
import { Numbers } from './numbers.ts';

/** Where the world's rows go. */
export interface WorldWriter {
  insert<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][]): Promise<void>;
}

/** What is passed along while the world is made. */
export interface Making {
  writer: WorldWriter;
  numbers: Numbers;
  onProgress: (step: string, share: number) => void;
}
