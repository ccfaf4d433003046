import type { SupplyAnswer, SupplyResult } from '@yardage/contract/supply';
import { SUPPLY_OUTCOMES, type SupplyOutcome } from '@yardage/contract/supply-outcomes';
import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database, Transaction } from '#server/database/database';
import { isCollision, isContradiction } from '#server/database/failures';
import { ApiError, type FieldErrors } from '#server/http/api-error';
import { queuesOf } from './batch-queues.ts';
import { BatchRun, type Change, type WriteItems } from './batch-run.ts';
import type { Outcome } from './compare-versions.ts';
import { type GivenRecord, type NamelessRecord, readBatch } from './read-batch.ts';
import type { Fault, Item, Sender } from './resources/resource-handler.ts';
import { handlerOf } from './resources/resource-handlers.ts';
import { withinSavepoint } from './savepoint.queries.ts';
import { lockDataSources, noteDelivery, parseMark, takeReleases } from './staging.queries.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** Records of one resource, from an API call, a file or the demo world. */
export interface SupplyBatch {
  resource: SupplyResource;
  /** Code of the data source that the keys belong to. Data sources themselves have none. */
  dataSource: string | undefined;
  records: readonly unknown[];
  /** Whether other records were refused already, so that an empty batch does not count as the delivery of nothing new. */
  hasRefusedOthers?: boolean;
  /** Who sends them; by default the system itself. */
  by?: Sender;
  /** The file that the records were read from, and how (`StagedRecord`); undefined for records that a system sends. */
  reading?: string;
  /** All records are applied, or none is. */
  isAtomic: boolean;
  /** Everything is checked and undone at the end. */
  isDryRun?: boolean;
  /** How long it may wait for its turn; without a limit if absent. */
  waitMs?: number;
  /** Writes more in the transaction of the batch, once its records are applied. Not called in a dry run. */
  alongside?: (transaction: Transaction, answer: SupplyAnswer) => Promise<void>;
}

/** What became of a batch, and which customers' records it changed. */
export interface AppliedBatch {
  answer: SupplyAnswer;
  changes: Change[];
}

/** Thrown to roll back the transaction of a dry run; carries its result. */
class DryRunEnd extends Error {
  readonly applied: AppliedBatch;

  constructor(applied: AppliedBatch) {
    super('the dry run is over');
    this.applied = applied;
  }
}

const SYSTEM: Sender = { userId: null, name: 'system', requestId: 'supply', isLimited: false };
/** How often a batch is tried when another writer gets in its way. */
const TRIES = 4;
/** The name of the lock that guards the numbering of data sources. No data source has an empty code. */
const ALL_DATA_SOURCES = '';

/**
 * The one way in for the supplier's data. Validates, stages and applies a batch in one transaction, together with the records of earlier
 * batches that waited for it. Repeating it changes nothing.
 */
export async function applySupplyBatch(database: Database, batch: SupplyBatch): Promise<AppliedBatch> {
  const { resource, dataSource, records } = batch;
  const { given, nameless } = await readBatch(resource, dataSource, records, batch.by ?? SYSTEM);
  if (batch.isAtomic) assertAllValid(given, nameless);
  try {
    const work = () => inTries(database, (transaction, write) => runBatch(transaction, batch, given, nameless, write));
    return await queuesOf(database).run(dataSource ?? ALL_DATA_SOURCES, batch.waitMs, work);
  } catch (error) {
    if (error instanceof DryRunEnd) return error.applied;
    throw error;
  }
}

/**
 * Tries records of a data source again that were refused because of documents that a payment in the portal has released since. Returns the
 * changed records.
 */
export async function applyReleased(database: Database, dataSource: string): Promise<Change[]> {
  const work = () =>
    inTries(database, async (transaction, write) => {
      await lockDataSources(transaction.client, [dataSource]);
      const run = new BatchRun(transaction, SYSTEM, write);
      await run.retry(await takeReleases(transaction.client, dataSource));
      return run.readChanges();
    });
  return queuesOf(database).run(dataSource, undefined, work);
}

/** Runs work in a transaction, and again if another writer or a rule of the database gets in its way. */
async function inTries<T>(database: Database, work: (transaction: Transaction, write: WriteItems) => Promise<T>): Promise<T> {
  let write: WriteItems = writeAll;
  for (let tried = 1; ; tried += 1) {
    try {
      return await database.transaction('system', (transaction) => work(transaction, write));
    } catch (error) {
      if (error instanceof DryRunEnd || tried >= TRIES) throw error;
      // A rule of the database that no check foresaw: find the records that break it.
      if (isContradiction(error)) write = writeInHalves;
      else if (!isCollision(error)) throw error;
    }
  }
}

async function runBatch(
  transaction: Transaction,
  { resource, dataSource, hasRefusedOthers, reading, isAtomic, isDryRun, alongside, by = SYSTEM }: SupplyBatch,
  given: readonly GivenRecord[],
  nameless: readonly NamelessRecord[],
  write: WriteItems,
): Promise<AppliedBatch> {
  const { client } = transaction;
  const codes = dataSource === undefined ? given.map(({ key }) => key) : [dataSource];
  await lockDataSources(client, dataSource === undefined ? [...codes, ALL_DATA_SOURCES] : codes);
  const run = new BatchRun(transaction, by, write, reading);
  const outcomes = await run.run(resource, given);
  const results = [
    ...given.map(({ index, key }) => resultOf(index, key, outcomes.get(index))),
    ...nameless.map(({ index, key, errors }): SupplyResult => ({ index, key, outcome: 'refused', errors })),
  ].sort((a, b) => a.index - b.index);
  if (isAtomic) assertAllApplied(results);
  // A batch whose records were all refused does not count as a delivery: the data is still as old as before.
  const saysNothingNew = results.length === 0 && !hasRefusedOthers;
  if (saysNothingNew || results.some(({ outcome }) => outcome !== 'refused')) await noteDelivery(client, resource, codes);
  const answer = { counts: countsOf(results), released: run.released, results };
  if (isDryRun) throw new DryRunEnd({ answer, changes: [] });
  await alongside?.(transaction, answer);
  return { answer, changes: await run.readChanges() };
}

const writeAll: WriteItems = async (resource, writing, items) => {
  await handlerOf(resource).write(writing, items);
  return [];
};

/** Writes the items in ever smaller parts, until those that break a rule are found. */
const writeInHalves: WriteItems = async (resource, writing, items) => {
  try {
    await withinSavepoint(writing.client, () => handlerOf(resource).write(writing, items));
    return [];
  } catch (error) {
    if (!isContradiction(error)) throw error;
    const [only] = items;
    if (only && items.length === 1) return [unexpectedFault(only)];
    const middle = Math.ceil(items.length / 2);
    const faults = await writeInHalves(resource, writing, items.slice(0, middle));
    return [...faults, ...(await writeInHalves(resource, writing, items.slice(middle)))];
  }
};

function unexpectedFault(item: Item): Fault {
  return { item, field: 'record', message: SUPPLY_MESSAGES.unexpected, dependsOn: [] };
}

function resultOf(index: number, key: string, { outcome, waitsFor, errors }: Outcome = { outcome: 'unchanged' }): SupplyResult {
  return { index, key, outcome, ...(waitsFor ? { waitsFor: waitsFor.map(parseMark) } : {}), ...(errors ? { errors } : {}) };
}

/** Counts of zero for every outcome. */
export const noCounts = (): Record<SupplyOutcome, number> =>
  Object.fromEntries(SUPPLY_OUTCOMES.map((outcome) => [outcome, 0])) as Record<SupplyOutcome, number>;

function countsOf(results: readonly SupplyResult[]): Record<SupplyOutcome, number> {
  const counts = noCounts();
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** In an atomic batch one record that is not valid refuses all. */
function assertAllValid(given: readonly GivenRecord[], nameless: readonly NamelessRecord[]): void {
  const invalid = given.flatMap(({ index, content }) => ('errors' in content ? [{ index, errors: content.errors }] : []));
  refuseBatch([...invalid, ...nameless]);
}

/** In an atomic batch one record that cannot be applied undoes all. */
function assertAllApplied(results: readonly SupplyResult[]): void {
  refuseBatch(
    results.flatMap(({ index, outcome, errors = {}, waitsFor = [] }) => {
      if (outcome === 'refused') return [{ index, errors }];
      if (outcome !== 'waiting') return [];
      return [{ index, errors: { record: waitsFor.map(({ resource, key }) => SUPPLY_MESSAGES.waitsFor(`${resource} ${key}`)) } }];
    }),
  );
}

function refuseBatch(faulty: readonly { index: number; errors: FieldErrors }[]): void {
  if (faulty.length === 0) return;
  const entries = faulty
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ index, errors }) => Object.entries(errors).map(([field, messages]) => [`records.${index}.${field}`, messages] as const));
  throw new ApiError('validation-failed', { fieldErrors: Object.fromEntries(entries) });
}
