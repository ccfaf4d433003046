/** What became of a record. */
export const SUPPLY_OUTCOMES = ['created', 'updated', 'unchanged', 'stale', 'waiting', 'refused'] as const;
export type SupplyOutcome = (typeof SUPPLY_OUTCOMES)[number];
