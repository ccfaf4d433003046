/**
 * PostgreSQL advisory locks by number, each for work that only one process may do at a time. Migration 0021 uses 4_210_004 to order ledger
 * entries and new statements; a batch of the supplier's data locks (19, hash of the data source). All others are per record and named by
 * a text, `hashtextextended('what and whose', seed)`: search for that. Their hashes are far from these numbers.
 */
export const LOCKS = { migration: 4_210_001, jobTables: 4_210_002, sandboxBooks: 4_210_003, eventFeed: 4_210_005 } as const;
