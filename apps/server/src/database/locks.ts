/** Numbers of our PostgreSQL advisory locks, each for work that only one process may do at a time. */
// Migration 0021 uses 4_210_004 to order ledger entries and new statements.
export const LOCKS = { migration: 4_210_001, jobTables: 4_210_002, sandboxBooks: 4_210_003, eventFeed: 4_210_005 } as const;
