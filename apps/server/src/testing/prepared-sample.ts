import type { Database } from '#server/database/database';

/** The parts of a sample call that the declaration alone does not determine. */
export interface PreparedSample {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: { fileName: string; bytes: Buffer }[];
}

export type Prepare = (database: Database, customerId: number, email: string) => Promise<PreparedSample>;
