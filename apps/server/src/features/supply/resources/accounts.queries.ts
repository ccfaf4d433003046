import type pg from 'pg';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, holderOf, type Item, type ResourceHandler, refer } from './resource-handler.ts';
import { findRepeated, newIds, upsertRows } from './write-rows.queries.ts';

const SOURCE = 'data-sources';
const PPM_PER_PERCENT = 10_000;
const APPROVED = 2;

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

export const members: ResourceHandler<'members'> = {
  table: 'members',
  references: ({ customerKey }) => [refer('customers', customerKey, 'customerKey')],
  customerKey: ({ customerKey }) => customerKey,
  affects: ({ email, customerKey }) => [holderOf('members', email, customerKey)],
  async check({ client }, items) {
    const { rows: staff } = await client.query<{ email: string }>('select email from users where is_staff and email = any($1::text[])', [
      items.map(({ record }) => record.email),
    ]);
    const staffAddresses = new Set(staff.map(({ email }) => email));
    const faults: Fault[] = items
      .filter(({ record }) => staffAddresses.has(record.email))
      .map((item) => ({ item, field: 'email', message: SUPPLY_MESSAGES.staffAddress, dependsOn: [] }));
    return [...faults, ...(await findSharedMembers(client, items))];
  },
  async assignIds({ client }, items) {
    // A person who joined through the portal is the member that the record means.
    const known = await findMembers(client, items);
    const fresh = items.filter((_, index) => !known.has(index));
    const ids = await newIds(client, 'members', fresh.length);
    for (const [index, id] of known) {
      const item = items[index];
      if (item) item.id = id;
    }
    fresh.forEach((item, index) => {
      item.id = ids[index] ?? 0;
    });
  },
  async write({ client }, items) {
    const given = JSON.stringify(
      items.map(({ id, record, idOf }) => ({
        id,
        customer: idOf('customers', record.customerKey),
        email: record.email,
        first_name: record.firstName,
        last_name: record.lastName,
        phone: record.phone,
        role: record.role,
        enabled: record.isEnabled,
        place: record.position,
        since: record.since,
        invite: record.invite,
      })),
    );
    const people = `json_to_recordset($1::json) as given(id bigint, customer bigint, email text, first_name text, last_name text, phone text,
      role text, enabled boolean, place int, since timestamptz, invite boolean)`;
    await client.query(
      `insert into users (email, first_name, last_name, created_at)
       select distinct on (email) email, first_name, last_name, since from ${people} order by email, since
       on conflict (email) do nothing`,
      [given],
    );
    await client.query(
      `insert into members (id, customer_id, user_id, role_id, status_id, is_enabled, request_type_name, email, first_name, last_name, phone,
         company_name, customer_number, address_line1, city, state_id, zip, position, requested_at, decided_at, invitation)
       select given.id, c.id, u.id, r.id, ${APPROVED}, given.enabled, 'Invitation', given.email, given.first_name, given.last_name, given.phone,
         c.company_name, c.customer_number, c.address_line1, c.city, c.state_id, c.zip,
         coalesce(given.place, (select own.position from members own where own.id = given.id),
           (select max(own.position) + 1 from members own where own.user_id = u.id), 0), given.since, given.since,
         case when given.enabled and coalesce(given.invite, not s.is_test) then 'due' else 'withheld' end
       from ${people}
       join customers c on c.id = given.customer join data_sources s on s.id = c.data_source_id
       join users u on u.email = given.email join roles r on r.name = given.role
       order by given.id
       on conflict (id) do update set customer_id = excluded.customer_id, user_id = excluded.user_id, role_id = excluded.role_id,
         status_id = excluded.status_id, is_enabled = excluded.is_enabled, email = excluded.email, first_name = excluded.first_name,
         last_name = excluded.last_name, phone = excluded.phone, company_name = excluded.company_name,
         customer_number = excluded.customer_number, address_line1 = excluded.address_line1, city = excluded.city,
         state_id = excluded.state_id, zip = excluded.zip, position = excluded.position, requested_at = excluded.requested_at, decided_at = excluded.decided_at,
         invitation = case
           when members.invitation = 'sent' then 'sent'
           when members.invitation = 'none' and members.status_id = ${APPROVED} and members.is_enabled then 'none'
           else excluded.invitation end`,
      [given],
    );
  },
};

type MemberItem = Item<'members'>;

/** The rows of the members that the records name, by the index of the record. */
async function findMembers(client: pg.ClientBase, items: readonly MemberItem[]): Promise<Map<number, number>> {
  const named = items.map(({ record, idOf }, index) => ({ index, customer: idOf('customers', record.customerKey), email: record.email }));
  const { rows } = await client.query<{ index: number; id: string }>(
    `select given.index, m.id from json_to_recordset($1::json) as given(index int, customer bigint, email text)
     join members m on m.customer_id = given.customer and m.email = given.email`,
    [JSON.stringify(named)],
  );
  return new Map(rows.map(({ index, id }) => [index, Number(id)]));
}

/** Two records must not mean the same member. */
async function findSharedMembers(client: pg.ClientBase, items: readonly MemberItem[]): Promise<Fault[]> {
  const known = await findMembers(client, items);
  const { rows } = await client.query<{ entity_id: string; data_source: string; key: string }>(
    `select entity_id, data_source, key from supply_records where resource = 'members' and entity_id = any($1::bigint[])`,
    [[...known.values()]],
  );
  const holders = new Map(rows.map(({ entity_id, data_source, key }) => [Number(entity_id), `${data_source}/${key}`]));
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const { record } = item;
    const person = `${record.customerKey}/${record.email}`;
    const holder = holders.get(known.get(index) ?? 0);
    const isShared = seen.has(person) || (holder !== undefined && holder !== `${item.dataSource}/${item.key}`);
    seen.add(person);
    const dependsOn = [holderOf('members', record.email, record.customerKey)];
    return isShared ? [{ item, field: 'email', message: SUPPLY_MESSAGES.repeated('mail address'), dependsOn }] : [];
  });
}
