/** Numbers of our PostgreSQL advisory locks, each for work that only one process may do at a time. */
export const LOCKS = { migration: 4_210_001, jobTables: 4_210_002, sandboxBooks: 4_210_003 } as const;
// Migration 0021 uses 4_210_004 to order ledger entries and new statements.
