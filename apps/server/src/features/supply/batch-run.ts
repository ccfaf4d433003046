import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_SUPPLY_RECORDS } from '@yardage/contract/supply';
import { SUPPLY_RESOURCES, type SupplyRecord, type SupplyResource } from '@yardage/contract/supply-records';
import type { Transaction } from '#server/database/database';
import type { FieldErrors } from '#server/http/api-error';
import { compare, compareWithin, hasConflict, isCorrected, newestFirst, type Outcome } from './compare-versions.ts';
import { type GivenRecord, isValidRecord, RECORDS_PER_TURN } from './read-batch.ts';
import type { ChangedResource, Fault, Item, Reference, Sender, Writing } from './resources/resource-handler.ts';
import { handlerOf, WRITING_ORDER } from './resources/resource-handlers.ts';
import { assignNewIds } from './resources/write-rows.queries.ts';
import {
  endConflicts,
  findDependents,
  findEntityIds,
  findGlobalNumbers,
  findStaged,
  markOf,
  noteConflicts,
  readStateIds,
  type StagedRecord,
  stage,
} from './staging.queries.ts';
import { SUPPLY_MESSAGES } from './supply.messages.ts';

/** A valid version of a record that is to be applied. */
interface Work {
  staged: StagedRecord;
  record: SupplyRecord<SupplyResource>;
  /** False for a stored record of an earlier batch that is tried again. */
  isOfBatch: boolean;
}

/** A customer's records that changed. */
export interface Change {
  customerId: number;
  globalCustomerNumber: string;
  resource: ChangedResource;
  ids: number[];
}

/** Writes a set of items. Returns the faults of those that it did not write. */
export type WriteItems = (resource: SupplyResource, writing: Writing, items: readonly Item[]) => Promise<Fault[]>;

/**
 * Applies records, and the stored ones that their arrival releases, in one transaction. Each resource is written in sets, those first that
 * others refer to.
 *
 * A record is named by its mark, `dataSource/resource/key`. It waits while it refers to a record that is not applied, and is refused if it is
 * not valid or breaks a rule. Both keep the marks on which they depend (`dependsOn`). A record that is applied touches its own mark and those of
 * what it affects, and the run then tries all records again that depend on a touched mark. So one batch may apply records of many earlier ones.
 */
export class BatchRun {
  readonly #transaction: Transaction;
  readonly #by: Sender;
  readonly #writeItems: WriteItems;
  readonly #reading: string | null;
  /** What is still to be applied: by resource, then by mark. */
  readonly #queues = new Map<SupplyResource, Map<string, Work>>();
  /** Records that wait or are refused so far in this run, by mark. */
  readonly #open = new Map<string, Work>();
  /** The newest version of each record that this run has seen, by mark. */
  readonly #staged = new Map<string, StagedRecord>();
  /** Row ids of applied records, by mark. */
  readonly #ids = new Map<string, number>();
  /** By customer and resource. */
  readonly #changes = new Map<string, Omit<Change, 'globalCustomerNumber'>>();
  /** Records that only repeat what the portal did itself. */
  readonly #repeatsOfPortal = new Set<StagedRecord>();
  #stateIds: ReadonlyMap<string, number> | undefined;
  /** Records of earlier batches that were applied. */
  released = 0;

  /** `reading` names the file from which the records come, and how it was read (`StagedRecord`). */
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
    /** Records whose version is stored with other content, and those whose stored content is sent again after such a conflict. */
    const [conflicting, confirmed]: [GivenRecord[], GivenRecord[]] = [[], []];
    const candidates = new Map<number, { staged: StagedRecord; wasApplied: boolean }>();
    for (const [turn, each] of newestFirst(given).entries()) {
      if (turn % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await nextTurn();
      const mark = markOf(each.dataSource, resource, each.key);
      const stored = known.get(mark);
      const verdict = compareWithin(each, this.#staged.get(mark)) ?? compare(each, stored, (other) => this.#isReplaceable(other));
      if (verdict) {
        outcomes.set(each.index, verdict);
        if (verdict.outcome === 'refused' && 'record' in each.content) conflicting.push(each);
        if (verdict.outcome === 'unchanged' && stored && hasConflict(stored)) confirmed.push(each);
        continue;
      }
      const staged = this.#admit(resource, each, stored);
      candidates.set(each.index, { staged, wasApplied: staged.entityId !== null });
    }
    // Records that are not valid never reach a queue, so they are stored here.
    await stage(
      client,
      [...this.#staged.values()].filter(({ errors }) => errors !== null),
    );
    await this.#drain();
    await endConflicts(client, resource, confirmed);
    await noteConflicts(client, resource, conflicting);
    for (const [index, { staged, wasApplied }] of candidates) {
      outcomes.set(index, this.#repeatsOfPortal.has(staged) ? { outcome: 'unchanged' } : outcomeOf(staged, wasApplied));
    }
    return outcomes;
  }

  /** Tries the records again that depend on one of the marks. */
  async retry(marks: readonly string[]): Promise<void> {
    await this.#release(marks, []);
    await this.#drain();
  }

  /**
   * Whether other content with the same version may replace the stored one: if the stored version was never valid, or if it was read from the
   * same file in another way, which corrects it.
   */
  #isReplaceable({ resource, body, state, dependsOn, reading }: StagedRecord): boolean {
    if (isCorrected(reading, this.#reading)) return true;
    return state === 'refused' && dependsOn.length === 0 && !isValidRecord(resource, body, this.#by);
  }

  /** Stages a new version, and puts it into the queue if it is valid. */
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

  /**
   * Applies what is in the queues, in the order of the resources, until they are empty. At most as many at a time as a batch has: a record for
   * which a hundred thousand others waited must not make one statement of all of them.
   */
  async #drain(): Promise<void> {
    for (;;) {
      const resource = WRITING_ORDER.find((name) => (this.#queues.get(name)?.size ?? 0) > 0);
      if (!resource) return;
      const works = [...(this.#queues.get(resource) ?? [])].slice(0, MAX_SUPPLY_RECORDS);
      for (const [mark] of works) this.#queues.get(resource)?.delete(mark);
      await this.#apply(
        resource,
        works.map(([, work]) => work),
      );
    }
  }

  /** Applies works of one resource: resolves references, checks rules, writes rows, and puts what this releases into the queues. */
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
    const repeats = new Set(await handler.findRepeatsOfPortal?.(writing, itemsOf(ready)));
    for (const { work, item } of ready) if (repeats.has(item)) this.#markRepeatOfPortal(work);
    const { checked, faults } = await this.#check(
      resource,
      writing,
      ready.filter(({ item }) => !repeats.has(item)),
    );
    const fresh = checked.filter(({ item }) => item.isNew).map(({ item }) => item);
    if (handler.assignIds) await handler.assignIds(writing, fresh);
    else await assignNewIds(writing.client, handler.table, fresh);
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
   * Checks items until all that are left fit: a check assumes that the whole set is applied, so it is repeated without those that it refused.
   * Returns the items that are left, and the faults of the others.
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

  /** Refuses the items with faults, and returns the others. */
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

  /** Notes that a record repeats what the portal did itself: it counts as applied, without a row of its own. */
  #markRepeatOfPortal({ staged }: Work): void {
    Object.assign(staged, { state: 'applied', dependsOn: [], errors: null });
    this.#open.delete(markOfStaged(staged));
    this.#repeatsOfPortal.add(staged);
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

  /**
   * Puts records that depend on the marks into the queues again. `offered` are marks of refused versions, which may release other records,
   * but not themselves.
   */
  async #release(marks: readonly string[], offered: readonly string[]): Promise<void> {
    const touched = new Set([...marks, ...offered]);
    for (const [mark, work] of [...this.#open]) {
      if (offered.includes(mark) || !work.staged.dependsOn.some((each) => touched.has(each))) continue;
      this.#open.delete(mark);
      this.#enqueue(work);
    }
    for (const [turn, staged] of (await findDependents(this.#transaction.client, [...touched])).entries()) {
      if (turn % RECORDS_PER_TURN === RECORDS_PER_TURN - 1) await nextTurn();
      if (this.#staged.has(markOfStaged(staged))) continue;
      const read = SUPPLY_RESOURCES[staged.resource].safeParse(staged.body);
      if (read.success) this.#enqueue({ staged, record: read.data, isOfBatch: false });
    }
  }
}

const itemsOf = (ready: readonly { item: Item }[]): Item[] => ready.map(({ item }) => item);
const markOfStaged = ({ dataSource, resource, key }: StagedRecord): string => markOf(dataSource, resource, key);

/**
 * Returns the mark of a record that another one names. Both are in the same data source; the mark of a data source begins with its own key.
 */
function markIn({ dataSource }: StagedRecord, { resource, key }: Pick<Reference, 'resource' | 'key'>): string {
  return resource === 'data-sources' ? markOf(key, resource, key) : markOf(dataSource, resource, key);
}

function affectedMarks(staged: StagedRecord, record: SupplyRecord<SupplyResource>): string[] {
  return (handlerOf(staged.resource).affects?.(record) ?? []).map((reference) => markIn(staged, reference));
}

/** Returns the marks that the applied version of a stored record affects. An earlier version of the portal may have stored only some of them. */
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
