import { setImmediate as nextTurn } from 'node:timers/promises';
import { SUPPLY_RESOURCES, type SupplyRecord, type SupplyResource } from '@yardage/contract/supply-records';
import type { Transaction } from '#server/database/database';
import type { FieldErrors } from '#server/http/api-error';
import { compare, compareWithin, isCorrected, isDisputed, newestFirst, type Outcome } from './compare-versions.ts';
import { type GivenRecord, isValidRecord, RECORDS_PER_TURN } from './read-batch.ts';
import type { ChangedResource, Fault, Item, Reference, Sender, Writing } from './resources/resource-handler.ts';
import { handlerOf, WRITING_ORDER } from './resources/resource-handlers.ts';
import { newIds } from './resources/write-rows.queries.ts';
import {
  findDependents,
  findEntityIds,
  findGlobalNumbers,
  findStaged,
  markOf,
  noteOtherContent,
  readStateIds,
  type StagedRecord,
  settleContent,
  stage,
} from './staging.queries.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** A version of a record that may be applied. */
interface Work {
  staged: StagedRecord;
  record: SupplyRecord<SupplyResource>;
  isOfBatch: boolean;
}

/** A customer's records that changed. */
export interface Change {
  customerId: number;
  globalCustomerNumber: string;
  resource: ChangedResource;
  ids: number[];
}

/** Writes a set of items; may write fewer than given and return why. */
export type WriteItems = (resource: SupplyResource, writing: Writing, items: readonly Item[]) => Promise<Fault[]>;

/**
 * Applies records and whatever their arrival releases, in one transaction. Each resource is written in sets, those first that others refer
 * to. A record that waits or is refused is tried again as soon as something changes on which it depends.
 */
export class BatchRun {
  readonly #transaction: Transaction;
  readonly #by: Sender;
  readonly #writeItems: WriteItems;
  readonly #reading: string | null;
  readonly #queues = new Map<SupplyResource, Map<string, Work>>();
  /** Records that wait or are refused so far, in this run. */
  readonly #open = new Map<string, Work>();
  readonly #staged = new Map<string, StagedRecord>();
  readonly #ids = new Map<string, number>();
  readonly #changes = new Map<string, Omit<Change, 'globalCustomerNumber'>>();
  readonly #own = new Set<StagedRecord>();
  #stateIds: ReadonlyMap<string, number> | undefined;
  /** Records of earlier batches that were applied. */
  released = 0;

  /** `reading` is that of the file from which the records come. */
  constructor(transaction: Transaction, by: Sender, writeItems: WriteItems, reading: string | null = null) {
    this.#transaction = transaction;
    this.#by = by;
    this.#writeItems = writeItems;
    this.#reading = reading;
  }

  /** Returns the customers' records that changed. */
  async readChanges(): Promise<Change[]> {
    const changes = [...this.#changes.values()];
    const numbers = await findGlobalNumbers(
      this.#transaction.client,
      changes.map(({ customerId }) => customerId),
    );
    return changes.map((change) => ({ ...change, globalCustomerNumber: numbers.get(change.customerId) ?? '' }));
  }

  /** Runs the records of a batch. Returns the outcome of each by its index. */
  async run(resource: SupplyResource, given: readonly GivenRecord[]): Promise<Map<number, Outcome>> {
    const { client } = this.#transaction;
    const known = new Map((await findStaged(client, resource, given)).map((staged) => [markOfStaged(staged), staged]));
    const outcomes = new Map<number, Outcome>();
    const [disputed, settled]: [GivenRecord[], GivenRecord[]] = [[], []];
    const candidates = new Map<number, { staged: StagedRecord; wasApplied: boolean }>();
    for (const [turn, each] of newestFirst(given).entries()) {
      if (turn % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await nextTurn();
      const mark = markOf(each.dataSource, resource, each.key);
      const stored = known.get(mark);
      const verdict = compareWithin(each, this.#staged.get(mark)) ?? compare(each, stored, (other) => this.#isReplaceable(other));
      if (verdict) {
        outcomes.set(each.index, verdict);
        if (verdict.outcome === 'refused' && 'record' in each.content) disputed.push(each);
        if (verdict.outcome === 'unchanged' && stored && isDisputed(stored)) settled.push(each);
        continue;
      }
      const staged = this.#admit(resource, each, stored);
      candidates.set(each.index, { staged, wasApplied: staged.entityId !== null });
    }
    // Those that are not valid never reach a queue.
    await stage(
      client,
      [...this.#staged.values()].filter(({ errors }) => errors !== null),
    );
    await this.#drain();
    await settleContent(client, resource, settled);
    await noteOtherContent(client, resource, disputed);
    for (const [index, { staged, wasApplied }] of candidates) {
      outcomes.set(index, this.#own.has(staged) ? { outcome: 'unchanged' } : outcomeOf(staged, wasApplied));
    }
    return outcomes;
  }

  /** Tries the records again that depend on one of the marks. */
  async retry(marks: readonly string[]): Promise<void> {
    await this.#release(marks, []);
    await this.#drain();
  }

  /**
   * Whether another content with the same version may replace the stored one: a version that was never valid counts for nothing, and a file
   * that is read in another way corrects what was read from it before.
   */
  #isReplaceable({ resource, body, state, dependsOn, reading }: StagedRecord): boolean {
    if (isCorrected(reading, this.#reading)) return true;
    return state === 'refused' && dependsOn.length === 0 && !isValidRecord(resource, body, this.#by);
  }

  /** Takes a new version in: into the queue, or as refused. */
  #admit(resource: SupplyResource, given: GivenRecord, stored: StagedRecord | undefined): StagedRecord {
    const { dataSource, key, updatedAt, hash, body, content } = given;
    const staged: StagedRecord = {
      resource,
      dataSource,
      key,
      updatedAt,
      hash,
      body,
      state: 'refused',
      dependsOn: [],
      errors: 'errors' in content ? content.errors : null,
      entityId: stored?.entityId ?? null,
      affects: stored ? affectedBy(stored) : [],
      reading: this.#reading,
    };
    this.#staged.set(markOfStaged(staged), staged);
    if ('record' in content) this.#enqueue({ staged, record: content.record, isOfBatch: true });
    return staged;
  }

  #enqueue(work: Work): void {
    const { resource } = work.staged;
    const queue = this.#queues.get(resource) ?? new Map<string, Work>();
    queue.set(markOfStaged(work.staged), work);
    this.#queues.set(resource, queue);
  }

  /** Works through the queues until nothing is left that could be applied. */
  async #drain(): Promise<void> {
    for (;;) {
      const resource = WRITING_ORDER.find((name) => (this.#queues.get(name)?.size ?? 0) > 0);
      if (!resource) return;
      const works = [...(this.#queues.get(resource)?.values() ?? [])];
      this.#queues.delete(resource);
      await this.#apply(resource, works);
    }
  }

  async #apply(resource: SupplyResource, works: readonly Work[]): Promise<void> {
    const handler = handlerOf(resource);
    await this.#resolve(works);
    const ready: { work: Work; item: Item }[] = [];
    for (const work of works) {
      const missing = this.#marksOf(work).filter((mark) => !this.#ids.has(mark));
      if (missing.length > 0) this.#leaveOpen(work, 'waiting', missing, null);
      else ready.push({ work, item: this.#itemOf(work) });
    }
    const writing: Writing = {
      client: this.#transaction.client,
      by: this.#by,
      stateIds: await this.#readStateIds(),
      noteChange: (changed, customerId, id) => this.#noteChange(changed, customerId, id),
    };
    const own = new Set(await handler.findOwn?.(writing, itemsOf(ready)));
    for (const { work, item } of ready) if (own.has(item)) this.#markOwn(work);
    const { checked, faults } = await this.#check(
      resource,
      writing,
      ready.filter(({ item }) => !own.has(item)),
    );
    const fresh = checked.filter(({ item }) => item.isNew).map(({ item }) => item);
    if (handler.assignIds) await handler.assignIds(writing, fresh);
    else {
      const ids = await newIds(writing.client, handler.table, fresh.length);
      fresh.forEach((item, index) => {
        item.id = ids[index] ?? 0;
      });
    }
    const written = checked.length === 0 ? [] : this.#refuse(checked, await this.#writeItems(resource, writing, itemsOf(checked)));
    const marks = written.flatMap(({ work, item }) => this.#markApplied(work, item));
    await stage(
      writing.client,
      works.map(({ staged }) => staged),
    );
    const offered = ready.flatMap(({ work, item }) =>
      faults
        .filter((fault) => fault.item === item)
        .flatMap(({ mayRelease = [] }) => mayRelease.map((reference) => markIn(work.staged, reference))),
    );
    await this.#release(marks, offered);
  }

  /**
   * Checks items, and those that are left again, until all of them fit: a check takes for granted that the whole set is applied. Returns them, and the
   * faults of those that were refused.
   */
  async #check(
    resource: SupplyResource,
    writing: Writing,
    ready: readonly { work: Work; item: Item }[],
  ): Promise<{ checked: { work: Work; item: Item }[]; faults: Fault[] }> {
    const { check } = handlerOf(resource);
    const faults: Fault[] = [];
    let left = [...ready];
    while (check && left.length > 0) {
      const found = standingFaults(itemsOf(left), await check(writing, itemsOf(left)));
      if (found.length === 0) break;
      faults.push(...found);
      left = this.#refuse(left, found);
    }
    return { checked: left, faults };
  }

  async #readStateIds(): Promise<ReadonlyMap<string, number>> {
    this.#stateIds ??= await readStateIds(this.#transaction.client);
    return this.#stateIds;
  }

  /** Looks up the rows of what the records refer to. */
  async #resolve(works: readonly Work[]): Promise<void> {
    const unknown = new Set(works.flatMap((work) => this.#marksOf(work)).filter((mark) => !this.#ids.has(mark)));
    for (const [mark, id] of await findEntityIds(this.#transaction.client, [...unknown])) this.#ids.set(mark, id);
  }

  #referencesOf({ staged, record }: Work): Reference[] {
    const own = handlerOf(staged.resource).references(record);
    return staged.resource === 'data-sources' ? own : [{ resource: 'data-sources', key: staged.dataSource, field: 'dataSource' }, ...own];
  }

  #marksOf(work: Work): string[] {
    return [...new Set(this.#referencesOf(work).map((reference) => markIn(work.staged, reference)))];
  }

  #itemOf({ staged, record }: Work): Item {
    return {
      dataSource: staged.dataSource,
      key: staged.key,
      record,
      id: staged.entityId ?? 0,
      isNew: staged.entityId === null,
      idOf: (resource, key) => {
        const id = this.#ids.get(markIn(staged, { resource, key }));
        if (id === undefined) throw new Error(`${resource} ${key} was not looked up`);
        return id;
      },
    };
  }

  /** Leaves out the items with faults. */
  #refuse(ready: readonly { work: Work; item: Item }[], faults: readonly Fault[]): { work: Work; item: Item }[] {
    if (faults.length === 0) return [...ready];
    const byItem = Map.groupBy(faults, ({ item }) => item);
    return ready.filter(({ work, item }) => {
      const own = byItem.get(item);
      if (!own) return true;
      const errors: FieldErrors = {};
      for (const { field, message } of own) errors[field] = [...(errors[field] ?? []), message];
      const marks = own.flatMap(({ dependsOn }) => dependsOn.map((reference) => markIn(work.staged, reference)));
      this.#leaveOpen(work, 'refused', [...new Set(marks)], errors);
      return false;
    });
  }

  #leaveOpen(work: Work, state: 'waiting' | 'refused', dependsOn: readonly string[], errors: FieldErrors | null): void {
    Object.assign(work.staged, { state, dependsOn, errors });
    const mark = markOfStaged(work.staged);
    this.#staged.set(mark, work.staged);
    this.#open.set(mark, work);
  }

  /** Notes that a record tells of what the portal did itself: it is applied, and has no row of its own. */
  #markOwn({ staged }: Work): void {
    Object.assign(staged, { state: 'applied', dependsOn: [], errors: null });
    this.#open.delete(markOfStaged(staged));
    this.#own.add(staged);
  }

  /** Notes that a record is applied. Returns the marks that it touches. */
  #markApplied(work: Work, item: Item): string[] {
    const { staged, record, isOfBatch } = work;
    const mark = markOfStaged(staged);
    const { touched, affects } = this.#touchedBy(work);
    Object.assign(staged, { state: 'applied', dependsOn: [], errors: null, entityId: item.id, affects });
    this.#staged.set(mark, staged);
    this.#open.delete(mark);
    this.#ids.set(mark, item.id);
    if (!isOfBatch) this.released += 1;
    const customerKey = handlerOf(staged.resource).customerKey?.(record);
    if (customerKey !== undefined) this.#noteChange(staged.resource, item.idOf('customers', customerKey), item.id);
    if (staged.resource === 'customers') this.#noteChange(staged.resource, item.id, item.id);
    return touched;
  }

  #noteChange(resource: ChangedResource, customerId: number, id: number): void {
    const change = this.#changes.get(`${customerId} ${resource}`) ?? { customerId, resource, ids: [] };
    change.ids.push(id);
    this.#changes.set(`${customerId} ${resource}`, change);
  }

  /** Returns the marks that a record touches: its own, and what this version and the one before affect. */
  #touchedBy({ staged, record }: Work): { touched: string[]; affects: string[] } {
    const affects = affectedMarks(staged, record);
    return { touched: [markOfStaged(staged), ...staged.affects, ...affects], affects };
  }

  /** Puts what depends on the marks into the queues again. An offered version releases others, not itself. */
  async #release(marks: readonly string[], offered: readonly string[]): Promise<void> {
    const touched = new Set([...marks, ...offered]);
    for (const [mark, work] of [...this.#open]) {
      if (offered.includes(mark) || !work.staged.dependsOn.some((each) => touched.has(each))) continue;
      this.#open.delete(mark);
      this.#enqueue(work);
    }
    for (const staged of await findDependents(this.#transaction.client, [...touched])) {
      if (this.#staged.has(markOfStaged(staged))) continue;
      const read = SUPPLY_RESOURCES[staged.resource].safeParse(staged.body);
      if (read.success) this.#enqueue({ staged, record: read.data, isOfBatch: false });
    }
  }
}

const itemsOf = (ready: readonly { item: Item }[]): Item[] => ready.map(({ item }) => item);
const markOfStaged = ({ dataSource, resource, key }: StagedRecord): string => markOf(dataSource, resource, key);

/** Data sources belong to themselves; all other references stay within the data source. */
function markIn({ dataSource }: StagedRecord, { resource, key }: Pick<Reference, 'resource' | 'key'>): string {
  return resource === 'data-sources' ? markOf(key, resource, key) : markOf(dataSource, resource, key);
}

function affectedMarks(staged: StagedRecord, record: SupplyRecord<SupplyResource>): string[] {
  return (handlerOf(staged.resource).affects?.(record) ?? []).map((reference) => markIn(staged, reference));
}

/** Returns what the applied version of a stored record affects. An earlier release may have noted less of it than this one would. */
function affectedBy(stored: StagedRecord): readonly string[] {
  if (stored.state !== 'applied' || !handlerOf(stored.resource).affects) return stored.affects;
  const read = SUPPLY_RESOURCES[stored.resource].safeParse(stored.body);
  return read.success ? [...new Set([...stored.affects, ...affectedMarks(stored, read.data)])] : stored.affects;
}

/**
 * Returns the faults that hold. An item may have failed only because earlier items of the batch take what it needs (`waitsBehind`). If one of
 * those is refused itself, the item's fault is left out, and the item is checked again.
 */
function standingFaults(items: readonly Item[], found: readonly Fault[]): Fault[] {
  const byItem = Map.groupBy(found, ({ item }) => item);
  const refused = new Set(found.filter(({ waitsBehind }) => waitsBehind === undefined).map(({ item }) => item));
  for (const item of items) {
    if (byItem.get(item)?.some(({ waitsBehind = [] }) => !waitsBehind.some((other) => refused.has(other)))) refused.add(item);
  }
  return found.filter(({ item }) => refused.has(item));
}

function outcomeOf({ state, dependsOn, errors }: StagedRecord, wasApplied: boolean): Outcome {
  if (state === 'applied') return { outcome: wasApplied ? 'updated' : 'created' };
  if (state === 'waiting') return { outcome: 'waiting', waitsFor: dependsOn };
  return { outcome: 'refused', errors: errors ?? { record: [SUPPLY_MESSAGES.unexpected] } };
}
