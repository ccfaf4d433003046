import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { holderOf, type ResourceHandler, refer } from './resource-handler.ts';
import { findRepeated, upsertRows } from './write-rows.queries.ts';

const SOURCE = 'data-sources';
const PPM_PER_PERCENT = 10_000;

export const contacts: ResourceHandler<'contacts'> = {
  table: 'contacts',
  references: () => [],
  write: ({ client }, items) =>
    upsertRows(
      client,
      'contacts',
      { id: 'bigint', name: 'text', email: 'text', phone: 'text' },
      items.map(({ id, record: { name, email, phone } }) => ({ id, name, email, phone })),
    ),
};

export const announcements: ResourceHandler<'announcements'> = {
  table: 'announcements',
  references: () => [],
  validate: ({ audience }, { isLimited }) =>
    audience === 'all' && isLimited ? [{ field: 'audience', message: SUPPLY_MESSAGES.limitedKey }] : [],
  /** A limited key must not change an announcement that went to everybody either. */
  async check({ client, by: { isLimited } }, items) {
    const known = isLimited ? items.filter(({ isNew }) => !isNew) : [];
    if (known.length === 0) return [];
    const { rows } = await client.query<{ id: string }>(
      'select id from announcements where id = any($1::bigint[]) and data_source_id is null',
      [known.map(({ id }) => id)],
    );
    const toEverybody = new Set(rows.map(({ id }) => Number(id)));
    return known
      .filter(({ id }) => toEverybody.has(id))
      .map((item) => ({ item, field: 'audience', message: SUPPLY_MESSAGES.limitedKey, dependsOn: [] }));
  },
  write: ({ client }, items) =>
    upsertRows(
      client,
      'announcements',
      { id: 'bigint', data_source_id: 'int', title: 'text', body: 'text', posted_on: 'date', expires_on: 'date' },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: record.audience === 'all' ? null : idOf(SOURCE, dataSource),
        title: record.title,
        body: record.body,
        posted_on: record.postedOn,
        expires_on: record.expiresOn,
      })),
    ),
};

export const customers: ResourceHandler<'customers'> = {
  table: 'customers',
  references: ({ priceListKey, contacts: people }) => [
    refer('price-lists', priceListKey, 'priceListKey'),
    ...people.map(({ contactKey }, index) => refer('contacts', contactKey, `contacts.${index}.contactKey`)),
  ],
  async check({ client }, items) {
    const own = await findRepeated(
      client,
      { table: 'customers', owner: 'data_source_id', column: 'customer_number', field: 'customerNumber', what: 'customer number' },
      items.map((item) => ({ item, owner: item.idOf(SOURCE, item.dataSource), number: item.record.customerNumber })),
      ({ record }) => [holderOf('customers', record.customerNumber)],
    );
    const everywhere = await findRepeated(
      client,
      { table: 'customers', column: 'global_customer_number', field: 'globalCustomerNumber', what: 'global customer number' },
      items.map((item) => ({ item, owner: null, number: item.record.globalCustomerNumber })),
      ({ record }) => [holderOf('customers', record.globalCustomerNumber, 'global')],
    );
    return [...own, ...everywhere];
  },
  affects: ({ customerNumber, globalCustomerNumber }) => [
    holderOf('customers', customerNumber),
    holderOf('customers', globalCustomerNumber, 'global'),
  ],
  async write({ client, stateIds }, items) {
    await upsertRows(
      client,
      'customers',
      {
        id: 'bigint',
        data_source_id: 'int',
        customer_number: 'text',
        global_customer_number: 'text',
        company_name: 'text',
        display_name: 'text',
        email: 'text',
        phone: 'text',
        address_line1: 'text',
        city: 'text',
        state_id: 'smallint',
        zip: 'text',
        tax_rate_ppm: 'int',
        price_list_id: 'bigint',
        since: 'timestamptz',
      },
      items.map(({ id, dataSource, record, idOf }) => ({
        id,
        data_source_id: idOf(SOURCE, dataSource),
        customer_number: record.customerNumber,
        global_customer_number: record.globalCustomerNumber,
        company_name: record.companyName,
        display_name: record.displayName,
        email: record.email,
        phone: record.phone,
        address_line1: record.addressLine1,
        city: record.city,
        state_id: stateIds.get(record.state),
        zip: record.zip,
        tax_rate_ppm: Math.round(record.taxRate * PPM_PER_PERCENT),
        price_list_id: idOf('price-lists', record.priceListKey),
        since: record.since,
      })),
    );
    await client.query('delete from customer_contacts where customer_id = any($1::bigint[])', [items.map(({ id }) => id)]);
    const people = items.flatMap(({ id, record, idOf }) =>
      record.contacts.map(({ kind, contactKey }) => ({ customer: id, kind, contact: idOf('contacts', contactKey) })),
    );
    await client.query(
      `insert into customer_contacts (customer_id, kind, contact_id)
       select customer, kind, contact from json_to_recordset($1::json) as given(customer bigint, kind text, contact bigint)`,
      [JSON.stringify(people)],
    );
  },
};
