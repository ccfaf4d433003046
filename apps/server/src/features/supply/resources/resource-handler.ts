import type { SupplyRecord, SupplyResource } from '@yardage/contract/supply-records';
import type { Transaction } from '#server/database/database';

/** A record that another one names by its key. */
export interface Reference {
  resource: SupplyResource;
  key: string;
  /** The field that names it. */
  field: string;
}

/** A broken rule. The record is tried again when one of `dependsOn` changes. */
export interface Fault {
  item: Item;
  field: string;
  message: string;
  dependsOn: readonly Reference[];
  /** Records that may fit now that this version is known, though it is refused. */
  mayRelease?: readonly Reference[];
  /** Earlier items of the set that take what this one needs. If one of them is refused, this one is checked again. */
  waitsBehind?: readonly Item[];
}

/** A record on its way into its tables. */
export interface Item<R extends SupplyResource = SupplyResource> {
  dataSource: string;
  key: string;
  record: SupplyRecord<R>;
  /** The id of its row: given before the row is written, so that rows refer to each other within one statement. */
  id: number;
  isNew: boolean;
  /** The id of a record that this one refers to. */
  idOf(resource: SupplyResource, key: string): number;
}

/** Who sends records, for the audit log: a key, or staff who import a file. */
export interface Sender {
  userId: number | null;
  name: string;
  requestId: string;
  /** The key is limited to some data sources, so what it sends may not concern others. */
  isLimited: boolean;
}

/** What resources share while they are written. */
export interface Writing {
  client: Transaction['client'];
  by: Sender;
  /** The ids of the states by their two letters. */
  stateIds: ReadonlyMap<string, number>;
  /** Notes a changed record of another resource, which open pages show, too. */
  noteChange(resource: ChangedResource, customerId: number, id: number): void;
}

/** What a batch can change: the supplier's records, and the requests that its orders answer. */
export type ChangedResource = SupplyResource | 'requests';

/**
 * How records of a resource get into the tables. `check` and `write` take any number of records in a few statements. Nothing that `check`
 * passes may break a constraint, because one bad record must not stop the others.
 */
export interface ResourceHandler<R extends SupplyResource = SupplyResource> {
  /** The table whose rows the records are. */
  table: string;
  references(record: SupplyRecord<R>): Reference[];
  /** Rules that need only the record and its sender. */
  validate?(record: SupplyRecord<R>, by: Sender): { field: string; message: string }[];
  /** Rules that need the stored data. Called again without the items that it refused. Ids of new records are not assigned yet. */
  check?(writing: Writing, items: readonly Item<R>[]): Promise<Fault[]>;
  /** Returns records that only repeat what the portal did itself (its own payments). They count as applied and are not written. */
  findRepeatsOfPortal?(writing: Writing, items: readonly Item<R>[]): Promise<Item<R>[]>;
  /** Assigns ids to new records where the table's sequence does not. */
  assignIds?(writing: Writing, items: readonly Item<R>[]): Promise<void>;
  write(writing: Writing, items: readonly Item<R>[]): Promise<void>;
  /** Records whose waiting or refused versions may fit once this one is applied, besides those that name it. */
  affects?(record: SupplyRecord<R>): Reference[];
  /** Key of the customer whose pages show the record. */
  customerKey?(record: SupplyRecord<R>): string;
}

/** Returns the reference of a field to a record. */
export const refer = (resource: SupplyResource, key: string, field: string): Reference => ({ resource, key, field });

/** Stands for a number that is taken, as if it were a record: a record that was refused because of it is retried when the number becomes free. */
export const holderOf = (resource: SupplyResource, number: string, ownerKey = ''): Reference => ({
  resource,
  // No key has a control character.
  key: `\u0001${ownerKey}\u0001${number}`,
  field: 'number',
});
