import { centsOf } from '@yardage/domain/money';
import { ORDER_TYPE } from '@yardage/domain/orders';
import type pg from 'pg';
import { IS_LOAD_ACTIVE } from '#server/features/truck-tracking/active-loads.queries';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, holderOf, type ResourceHandler, refer } from './resource-handler.ts';
import { findRepeated, findRepeatedOfSource, upsertRows } from './write-rows.queries.ts';

const SOURCE = 'data-sources';

/** The number of a material in `order_type` columns. */
export const orderTypeOf = (material: keyof typeof ORDER_TYPE): number => ORDER_TYPE[material];

export const dataSources: ResourceHandler<'data-sources'> = {
  table: 'data_sources',
  references: () => [],
  async assignIds({ client }, items) {
    const { rows } = await client.query<{ last: number }>('select coalesce(max(id), 0) as last from data_sources');
    items.forEach((item, index) => {
      item.id = (rows[0]?.last ?? 0) + index + 1;
    });
  },
  async check({ client }, items) {
    const repeated = await findRepeated(
      client,
      { table: 'data_sources', column: 'code', field: 'key', what: 'code' },
      items.map((item) => ({ item, owner: null, number: item.key })),
      () => [],
    );
    // The records of a test data source can be purged, so one with customers must not become one.
    const { rows } = await client.query<{ id: number }>(
      `select d.id from data_sources d where d.id = any($1::int[]) and not d.is_test and exists (select from customers c where c.data_source_id = d.id)`,
      [items.filter(({ isNew, record }) => !isNew && record.isTest).map(({ id }) => id)],
    );
    const live = new Set(rows.map(({ id }) => id));
    const faults = items.flatMap((item): Fault[] =>
      live.has(item.id) && item.record.isTest ? [{ item, field: 'isTest', message: SUPPLY_MESSAGES.liveSource, dependsOn: [] }] : [],
    );
    return [...repeated, ...faults];
  },
  write: ({ client }, items) =>
    upsertRows(
      client,
      'data_sources',
      { id: 'int', code: 'text', name: 'text', time_zone: 'text', is_test: 'boolean' },
      items.map(({ id, key, record }) => ({ id, code: key, name: record.name, time_zone: record.timeZone, is_test: record.isTest })),
    ),
};

export const plants: ResourceHandler<'plants'> = {
  table: 'plants',
  references: () => [],
  check: ({ client }, items) => findRepeatedOfSource(client, 'plants', items),
  affects: ({ number }) => [holderOf('plants', number)],
  write: ({ client, stateIds }, items) =>
    upsertRows(
      client,
      'plants',
      {
        id: 'bigint',
        data_source_id: 'int',
        number: 'text',
        name: 'text',
        address_line1: 'text',
        city: 'text',
        state_id: 'smallint',
        zip: 'text',
        latitude: 'numeric(9, 6)',
        longitude: 'numeric(9, 6)',
      },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: idOf(SOURCE, dataSource),
        number: record.number,
        name: record.name,
        address_line1: record.addressLine1,
        city: record.city,
        state_id: stateIds.get(record.state),
        zip: record.zip,
        latitude: record.latitude,
        longitude: record.longitude,
      })),
    ),
};

export const products: ResourceHandler<'products'> = {
  table: 'products',
  references: () => [],
  check: ({ client }, items) => findRepeatedOfSource(client, 'products', items),
  affects: ({ number }) => [holderOf('products', number)],
  write: ({ client }, items) =>
    upsertRows(
      client,
      'products',
      {
        id: 'bigint',
        data_source_id: 'int',
        number: 'text',
        description: 'text',
        order_type: 'smallint',
        unit_of_measure: 'text',
        is_charge: 'boolean',
        is_environmental_charge: 'boolean',
        slump: 'text',
        pieces_per_pallet: 'int',
      },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: idOf(SOURCE, dataSource),
        number: record.number,
        description: record.description,
        order_type: orderTypeOf(record.material),
        unit_of_measure: record.unitOfMeasure,
        is_charge: record.kind !== 'material',
        is_environmental_charge: record.kind === 'environmental-charge',
        slump: record.slump,
        pieces_per_pallet: record.piecesPerPallet ?? null,
      })),
    ),
};

export const priceLists: ResourceHandler<'price-lists'> = {
  table: 'price_lists',
  references: ({ items }) => items.map(({ productKey }, index) => refer('products', productKey, `items.${index}.productKey`)),
  validate: ({ items }) =>
    new Set(items.map(({ productKey }) => productKey)).size === items.length
      ? []
      : [{ field: 'items', message: SUPPLY_MESSAGES.productTwice }],
  async write({ client }, items) {
    await upsertRows(
      client,
      'price_lists',
      { id: 'bigint', data_source_id: 'int', name: 'text', effective_from: 'date' },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: idOf(SOURCE, dataSource),
        name: record.name,
        effective_from: record.effectiveFrom,
      })),
    );
    await client.query('delete from price_list_items where price_list_id = any($1::bigint[])', [items.map(({ id }) => id)]);
    const prices = items.flatMap(({ id, record, idOf }) =>
      record.items.map(({ productKey, unitPrice }) => ({ list: id, product: idOf('products', productKey), price: centsOf(unitPrice) })),
    );
    await client.query(
      `insert into price_list_items (price_list_id, product_id, unit_price_cents)
       select list, product, price from json_to_recordset($1::json) as given(list bigint, product bigint, price bigint)`,
      [JSON.stringify(prices)],
    );
  },
};

export const trucks: ResourceHandler<'trucks'> = {
  table: 'trucks',
  references: ({ plantKey }) => [refer('plants', plantKey, 'plantKey')],
  check: ({ client }, items) => findRepeatedOfSource(client, 'trucks', items),
  affects: ({ number }) => [holderOf('trucks', number)],
  async write({ client, noteChange }, items) {
    await upsertRows(
      client,
      'trucks',
      {
        id: 'bigint',
        data_source_id: 'int',
        plant_id: 'bigint',
        number: 'text',
        zonar_account: 'text',
        driver_name: 'text',
        driver_phone: 'text',
      },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: idOf(SOURCE, dataSource),
        plant_id: idOf('plants', record.plantKey),
        number: record.number,
        zonar_account: record.telemetryAccount,
        driver_name: record.driverName,
        driver_phone: record.driverPhone,
      })),
    );
    // Pages show a truck with the load that it carries.
    const known = items.filter(({ isNew }) => !isNew).map(({ id }) => id);
    for (const { id, customer_id: customerId } of await findCarriedLoads(client, known))
      noteChange('tickets', Number(customerId), Number(id));
  },
};

/** The loads that customers can follow on the trucks. */
async function findCarriedLoads(client: pg.ClientBase, truckIds: readonly number[]): Promise<{ id: string; customer_id: string }[]> {
  if (truckIds.length === 0) return [];
  const { rows } = await client.query<{ id: string; customer_id: string }>(
    `select t.id, t.customer_id from tickets t where t.truck_id = any($1::bigint[]) and ${IS_LOAD_ACTIVE}`,
    [truckIds],
  );
  return rows;
}
