import type pg from 'pg';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, holderOf, type Item, type Reference } from './resource-handler.ts';

/** The columns to write, with their types. */
export type Columns = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, unknown>>;

const namesOf = (columns: Columns) => Object.keys(columns).join(', ');
const given = (columns: Columns) =>
  `json_to_recordset($1::json) as given(${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`;
const replaced = (columns: Columns, keys: readonly string[]) =>
  Object.keys(columns)
    .filter((name) => !keys.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

/** Inserts rows, or updates those whose id exists, in one statement. In the order of ids, so that two writers cannot deadlock. */
export async function upsertRows(client: pg.ClientBase, table: string, columns: Columns, rows: readonly Row[]): Promise<void> {
  await client.query(
    `insert into ${table} (${namesOf(columns)}) select ${namesOf(columns)} from ${given(columns)} order by id
     on conflict (id) do update set ${replaced(columns, ['id'])}`,
    [JSON.stringify(rows)],
  );
}

/** Lines of a record: rows numbered within their parent. */
export interface Lines {
  table: string;
  parent: string;
  columns: Columns;
  /** The parents that have lines already. */
  knownParents: readonly number[];
  rows: readonly Row[];
}

/** Makes the given rows, numbered from 1 without a gap, the only lines of their parents. */
export async function replaceLines(client: pg.ClientBase, { table, parent, columns, knownParents, rows }: Lines): Promise<void> {
  if (knownParents.length > 0) {
    const counts = new Map(knownParents.map((id) => [id, 0]));
    for (const row of rows) {
      const id = row[parent] as number;
      const count = counts.get(id);
      if (count !== undefined) counts.set(id, count + 1);
    }
    await client.query(
      `delete from ${table} using json_to_recordset($1::json) as kept(id bigint, lines int)
       where ${table}.${parent} = kept.id and ${table}.line_number > kept.lines`,
      [JSON.stringify([...counts].map(([id, lines]) => ({ id, lines })))],
    );
  }
  if (rows.length === 0) return;
  await client.query(
    `insert into ${table} (${namesOf(columns)}) select ${namesOf(columns)} from ${given(columns)}
     on conflict (${parent}, line_number) do update set ${replaced(columns, [parent, 'line_number'])}`,
    [JSON.stringify(rows)],
  );
}

/** Gives each item the next id of its table. */
export async function assignNewIds(client: pg.ClientBase, table: string, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int) order by 1`,
    [table, items.length],
  );
  items.forEach((item, index) => {
    item.id = Number(rows[index]?.id);
  });
}

/** A number that must be unique within its owner. */
export interface Numbered<I extends Item = Item> {
  item: I;
  owner: number | null;
  number: string;
}

/** Where a number must be unique, and what to say if it is not. */
export interface Uniqueness {
  table: string;
  /** Column of the owner; undefined if the number is unique over all rows. */
  owner?: string;
  column: string;
  field: string;
  what: string;
}

/** Returns the known records that name another customer than before. What the ledger and issued statements say would stay with the first one. */
export async function findMoved(
  client: pg.ClientBase,
  table: 'invoices' | 'credits' | 'payments',
  items: readonly Item<'invoices' | 'credits' | 'payments'>[],
): Promise<Fault[]> {
  const known = items.filter(({ isNew }) => !isNew);
  const { rows } = await client.query<{ index: number }>(
    `select given.index from json_to_recordset($1::json) as given(index int, id bigint, customer bigint)
     join ${table} known on known.id = given.id where known.customer_id <> given.customer`,
    [JSON.stringify(known.map(({ id, idOf, record }, index) => ({ index, id, customer: idOf('customers', record.customerKey) })))],
  );
  return rows.flatMap(({ index }) => {
    const item = known[index];
    return item ? [{ item, field: 'customerKey', message: SUPPLY_MESSAGES.keepsCustomer, dependsOn: [] }] : [];
  });
}

/** Returns a fault for each record whose number another record has. Of two in one batch the first keeps it. */
export async function findRepeated<I extends Item>(
  client: pg.ClientBase,
  { table, owner, column, field, what }: Uniqueness,
  numbered: readonly Numbered<I>[],
  dependsOn: (item: I) => readonly Reference[],
): Promise<Fault[]> {
  const rows = numbered.map(({ owner: ownerId, number }, index) => ({ index, owner: ownerId, number }));
  const known = numbered.filter(({ item }) => !item.isNew).map(({ item }) => item.id);
  const sameOwner = owner ? `taken.${owner} = given.owner and` : '';
  const { rows: found } = await client.query<{ index: number }>(
    `select given.index from json_to_recordset($1::json) as given(index int, owner bigint, number text)
     where exists (select from ${table} taken where ${sameOwner} taken.${column} = given.number and taken.id <> all($2::bigint[]))`,
    [JSON.stringify(rows), known],
  );
  const faultOf = (item: I): Fault => ({ item, field, message: SUPPLY_MESSAGES.repeated(what), dependsOn: dependsOn(item) });
  const first = new Map<string, I>();
  const later = numbered.flatMap(({ item, owner: ownerId, number }): Fault[] => {
    const name = `${ownerId} ${number}`;
    const holder = first.get(name);
    if (holder) return [{ ...faultOf(item), waitsBehind: [holder] }];
    first.set(name, item);
    return [];
  });
  const taken = found.flatMap(({ index }) => numbered[index]?.item ?? []);
  return [...taken.map(faultOf), ...later];
}

/** The records of one data source that have a number: plants, products and trucks. */
export function findRepeatedOfSource<I extends Item<'plants' | 'products' | 'trucks'>>(
  client: pg.ClientBase,
  table: 'plants' | 'products' | 'trucks',
  items: readonly I[],
): Promise<Fault[]> {
  return findRepeated(
    client,
    { table, owner: 'data_source_id', column: 'number', field: 'number', what: 'number' },
    items.map((item) => ({ item, owner: item.idOf('data-sources', item.dataSource), number: item.record.number })),
    ({ record }) => [holderOf(table, record.number)],
  );
}

/** The documents of one customer that have a number: quotes, invoices and credits. */
export function findRepeatedOfCustomer<I extends Item<'quotes' | 'invoices' | 'credits'>>(
  client: pg.ClientBase,
  table: 'quotes' | 'invoices' | 'credits',
  column: 'quote_number' | 'document_number',
  items: readonly I[],
): Promise<Fault[]> {
  return findRepeated(
    client,
    { table, owner: 'customer_id', column, field: 'number', what: 'number' },
    items.map((item) => ({ item, owner: item.idOf('customers', item.record.customerKey), number: item.record.number })),
    ({ record }) => [holderOf(table, record.number, record.customerKey)],
  );
}

/** Locks the known rows in the order of their ids, as the other writers do. */
export async function lockRows(client: pg.ClientBase, table: string, items: readonly Item[]): Promise<void> {
  const known = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
  if (known.length > 0) await client.query(`select id from ${table} where id = any($1::bigint[]) order by id for update`, [known]);
}
