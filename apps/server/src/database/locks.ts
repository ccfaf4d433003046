/**
 * The numbers of PostgreSQL advisory locks, each for work that only one process may do at a time. Used elsewhere: 4_210_004 in migration
 * 0021, to order ledger entries and new statements, and (19, hash of the data source) for batches of the supplier's data. All other locks
 * are for one record and use the hash of a text as their number: search for `hashtextextended`.
 */
export const LOCKS = { migration: 4_210_001, jobTables: 4_210_002, sandboxBooks: 4_210_003, eventFeed: 4_210_005 } as const;
