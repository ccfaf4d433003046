import type { SupplyOutcome } from '@yardage/contract/supply-outcomes';
import { SUPPLY_RESOURCES, type SupplyResource } from '@yardage/contract/supply-records';
import type { FieldErrors } from '#server/http/api-error';
import { type GivenRecord, isAhead } from './read-batch.ts';
import type { StagedRecord } from './staging.queries.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** What became of a record of the batch. */
export interface Outcome {
  outcome: SupplyOutcome;
  waitsFor?: readonly string[];
  errors?: FieldErrors;
}

/** Sorts versions by time, newest first; of equal ones, those that are valid, then the first given. */
export function newestFirst(given: readonly GivenRecord[]): GivenRecord[] {
  const rank = ({ content }: GivenRecord) => ('errors' in content ? 1 : 0);
  return given.toSorted((a, b) => b.updatedAt - a.updatedAt || rank(a) - rank(b) || a.index - b.index);
}

/** Whether the same file was read in another way before. */
export function isCorrected(before: string | null, now: string | null): boolean {
  return before !== null && now !== null && before !== now && before.split('#')[0] === now.split('#')[0];
}

/** Compares a version with a newer or equal one of the same batch. */
export function compareWithin(given: GivenRecord, newer: StagedRecord | undefined): Outcome | undefined {
  if (!newer) return undefined;
  return hasSameContent(given, newer) ? { outcome: 'unchanged' } : (compare(given, newer, () => false) ?? { outcome: 'stale' });
}

/** Returns the outcome of a version if the stored one decides it; undefined if it has to be applied. */
export function compare(
  given: GivenRecord,
  stored: StagedRecord | undefined,
  isReplaceable: (stored: StagedRecord) => boolean,
): Outcome | undefined {
  if (!stored || given.updatedAt > stored.updatedAt) return undefined;
  // Earlier versions of the portal accepted times in the future. Such a version must not keep newer ones out until then.
  if (given.updatedAt < stored.updatedAt) return isAhead(stored.updatedAt) ? undefined : { outcome: 'stale' };
  if (!hasSameContent(given, stored)) {
    return isReplaceable(stored) ? undefined : { outcome: 'refused', errors: { updatedAt: [SUPPLY_MESSAGES.otherContent] } };
  }
  return stored.state === 'applied' || hasConflict(stored) ? { outcome: 'unchanged' } : undefined;
}

/** Whether an applied version is listed as refused because other content with its time was sent. Sending it again ends the conflict. */
export function hasConflict({ state, entityId, errors }: StagedRecord): boolean {
  return state === 'refused' && entityId !== null && errors !== null && Object.keys(errors).join() === 'updatedAt';
}

/** Whether two versions with the same time say the same, however their times and lists are written. */
function hasSameContent(given: GivenRecord, stored: StagedRecord): boolean {
  if (given.hash === stored.hash) return true;
  if (given.updatedAt !== stored.updatedAt || stored.hash === '' || 'errors' in given.content) return false;
  return contentOf(stored.resource, given.body) === contentOf(stored.resource, stored.body);
}

/** Lists whose order has no meaning. */
const UNORDERED = new Set(['ticketKeys', 'applications', 'contacts', 'items']);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/;

/** Returns the content of a record as text that is the same for every way to write it. */
function contentOf(resource: SupplyResource, body: unknown): string {
  const read = SUPPLY_RESOURCES[resource].safeParse(body);
  return JSON.stringify(plainOf(read.success ? read.data : body));
}

function plainOf(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    const moment = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(moment) ? value : new Date(moment).toISOString();
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => plainOf(item));
    return UNORDERED.has(name) ? items.map((item) => JSON.stringify(item)).sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([field, each]) => [field, plainOf(each, field)]);
}
