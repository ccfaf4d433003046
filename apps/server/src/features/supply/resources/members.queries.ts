import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import type pg from 'pg';
import { SUPPLY_MESSAGES } from '../supply.messages.ts';
import { type Fault, holderOf, type Item, type ResourceHandler, refer, type Sender } from './resource-handler.ts';
import { assignNewIds } from './write-rows.queries.ts';

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
    for (const [index, id] of known) {
      const item = items[index];
      if (item) item.id = id;
    }
    const fresh = items.filter((_, index) => !known.has(index));
    await assignNewIds(client, 'members', fresh);
  },
  async write({ client, by }, items) {
    const rows = await findMemberRows(client, items);
    const before = await findGivenAccess(client, items);
    const given = items.flatMap((item) => {
      const { record, idOf } = item;
      const last = before.get(nameOf(item));
      const customer = idOf('customers', record.customerKey);
      // Another customer or address is another member, whom nobody has changed in the portal yet.
      const isOther = last?.customer_id !== customer || last.email !== record.email;
      const setsRole = isOther || last.role !== record.role;
      const setsEnabled = isOther || last.is_enabled !== record.isEnabled;
      const known = rows.get(item.id);
      // The member was removed in the portal, and the supplier has not changed the access since.
      if (!known && !item.isNew && !setsRole && !setsEnabled) return [];
      return [{ ...memberRow(item, customer), is_known: known !== undefined, sets_role: setsRole, sets_enabled: setsEnabled }];
    });
    await writeMembers(client, JSON.stringify(given));
    await keepGivenAccess(client, items);
    await auditAccess(client, by, given, rows);
  },
};

type MemberItem = Item<'members'>;
type GivenMember = ReturnType<typeof memberRow>;
const nameOf = ({ dataSource, key }: Pick<MemberItem, 'dataSource' | 'key'>) => `${dataSource}/${key}`;

const memberRow = ({ id, record }: MemberItem, customer: number) => ({
  id,
  customer,
  email: record.email,
  first_name: record.firstName,
  last_name: record.lastName,
  phone: record.phone,
  role: record.role,
  enabled: record.isEnabled,
  place: record.position,
  since: record.since,
  invite: record.invite,
});

interface MemberRow {
  id: string;
  customer_id: number;
  email: string;
  role: string | null;
  is_enabled: boolean;
  status_id: number;
}

/**
 * Locks the rows of the members, by id. A member who was removed in the portal and asked for access again has another row, which the record
 * means from now on.
 */
async function findMemberRows(client: pg.ClientBase, items: readonly MemberItem[]): Promise<Map<number, MemberRow>> {
  const lock = async (ids: readonly number[]) => {
    const { rows } = await client.query<MemberRow>(
      `select m.id, m.customer_id::float8 as customer_id, m.email, r.name as role, m.is_enabled, m.status_id
       from members m left join roles r on r.id = m.role_id
       where m.id = any($1::bigint[]) order by m.id for update of m`,
      [ids],
    );
    return rows.map((row) => [Number(row.id), row] as const);
  };
  const known = new Map(await lock(items.map(({ id }) => id)));
  const removed = items.filter(({ id, isNew }) => !isNew && !known.has(id));
  for (const [index, id] of removed.length === 0 ? [] : await findMembers(client, removed)) {
    const item = removed[index];
    if (item) item.id = id;
  }
  for (const [id, row] of await lock(removed.map(({ id }) => id))) known.set(id, row);
  return known;
}

interface GivenAccess {
  data_source: string;
  key: string;
  customer_id: number;
  email: string;
  role: string;
  is_enabled: boolean;
}

/** Returns the access that the supplier gave with the last version of each record that was applied. */
async function findGivenAccess(client: pg.ClientBase, items: readonly MemberItem[]): Promise<Map<string, GivenAccess>> {
  const { rows } = await client.query<GivenAccess>(
    `select data_source, key, customer_id::float8 as customer_id, email, role, is_enabled from supplied_access
     join unnest($1::text[], $2::text[]) as named(named_source, named_key) on data_source = named_source and key = named_key`,
    [items.map(({ dataSource }) => dataSource), items.map(({ key }) => key)],
  );
  return new Map(rows.map((row) => [nameOf({ dataSource: row.data_source, key: row.key }), row]));
}

async function keepGivenAccess(client: pg.ClientBase, items: readonly MemberItem[]): Promise<void> {
  const given = items.map(({ dataSource, key, record, idOf }) => ({
    data_source: dataSource,
    key,
    customer_id: idOf('customers', record.customerKey),
    email: record.email,
    role: record.role,
    is_enabled: record.isEnabled,
  }));
  await client.query(
    `insert into supplied_access (data_source, key, customer_id, email, role, is_enabled)
     select * from json_to_recordset($1::json) as given(data_source text, key text, customer_id bigint, email text, role text, is_enabled boolean)
     on conflict (data_source, key) do update set customer_id = excluded.customer_id, email = excluded.email, role = excluded.role,
       is_enabled = excluded.is_enabled`,
    [JSON.stringify(given)],
  );
}

const PEOPLE = `json_to_recordset($1::json) as given(id bigint, customer bigint, email text, first_name text, last_name text, phone text,
  role text, enabled boolean, place int, since timestamptz, invite boolean, is_known boolean, sets_role boolean, sets_enabled boolean)
  join customers c on c.id = given.customer join data_sources s on s.id = c.data_source_id
  join users u on u.email = given.email join roles r on r.name = given.role`;
const INVITATION = `case when given.enabled and coalesce(given.invite, not s.is_test) then 'due' else 'withheld' end`;

/** Whether the record sets the dates of the member. A request that was made in the portal keeps its dates until it is decided. */
const IS_SUPPLIED = `(given.sets_role or given.sets_enabled or m.status_id = ${MEMBER_STATUS.approved})`;

/**
 * Adds new members and changes known ones. Of their access it changes only what the supplier changed. A corrected address means another
 * person, who has not been invited yet.
 */
async function writeMembers(client: pg.ClientBase, given: string): Promise<void> {
  await client.query(
    `insert into users (email, first_name, last_name, created_at)
     select distinct on (email) email, first_name, last_name, since
     from json_to_recordset($1::json) as given(email text, first_name text, last_name text, since timestamptz) order by email, since
     on conflict (email) do nothing`,
    [given],
  );
  await client.query(
    `update members m set customer_id = c.id, user_id = u.id, email = given.email, first_name = given.first_name, last_name = given.last_name,
       phone = given.phone, company_name = c.company_name, customer_number = c.customer_number, address_line1 = c.address_line1, city = c.city,
       state_id = c.state_id, zip = c.zip, position = coalesce(given.place, m.position),
       requested_at = case when ${IS_SUPPLIED} then given.since else m.requested_at end,
       decided_at = case when ${IS_SUPPLIED} then given.since else m.decided_at end,
       role_id = case when given.sets_role then r.id else m.role_id end,
       is_enabled = case when given.sets_enabled then given.enabled else m.is_enabled end,
       status_id = case when given.sets_role or given.sets_enabled then ${MEMBER_STATUS.approved} else m.status_id end,
       invitation = case
         when m.email <> given.email then ${INVITATION}
         when m.invitation = 'sent' or not (given.sets_role or given.sets_enabled) then m.invitation
         when m.invitation = 'none' and m.status_id = ${MEMBER_STATUS.approved} and m.is_enabled then 'none'
         else ${INVITATION} end
     from ${PEOPLE} where given.is_known and m.id = given.id`,
    [given],
  );
  await client.query(
    `insert into members (id, customer_id, user_id, role_id, status_id, is_enabled, request_type_name, email, first_name, last_name, phone,
       company_name, customer_number, address_line1, city, state_id, zip, position, requested_at, decided_at, invitation)
     select given.id, c.id, u.id, r.id, ${MEMBER_STATUS.approved}, given.enabled, 'Invitation', given.email, given.first_name, given.last_name, given.phone,
       c.company_name, c.customer_number, c.address_line1, c.city, c.state_id, c.zip,
       coalesce(given.place, (select max(own.position) + 1 from members own where own.user_id = u.id), 0), given.since, given.since, ${INVITATION}
     from ${PEOPLE} where not given.is_known order by given.id`,
    [given],
  );
}

interface AccessEntry {
  customer: number;
  action: string;
  subject: string;
  detail: object;
}

/**
 * Adds an entry to the audit log for each member who got access, lost it or has another role. With another address or customer the member
 * before lost it, and another one got it. Entries about a test data source name its customers only in their detail: a purge deletes the
 * customers, and no entry.
 */
async function auditAccess(
  client: pg.ClientBase,
  by: Sender,
  given: readonly (GivenMember & { sets_role: boolean; sets_enabled: boolean })[],
  rows: ReadonlyMap<number, MemberRow>,
): Promise<void> {
  const entries = given.flatMap((member): AccessEntry[] => {
    const known = rows.get(member.id);
    if (known && (known.email !== member.email || known.customer_id !== member.customer)) {
      const lost = { role: known.role, suppliedBy: by.name };
      const got = { role: member.role, isEnabled: member.enabled, suppliedBy: by.name };
      const before = { customer: known.customer_id, action: 'members.delete', subject: known.email, detail: lost };
      const now = { customer: member.customer, action: 'members.add', subject: member.email, detail: got };
      return known.status_id === MEMBER_STATUS.approved ? [before, now] : [now];
    }
    const role = known && !member.sets_role ? known.role : member.role;
    const isEnabled = known && !member.sets_enabled ? known.is_enabled : member.enabled;
    const isSame = known?.status_id === MEMBER_STATUS.approved && known.role === role && known.is_enabled === isEnabled;
    if (isSame || (known && !member.sets_role && !member.sets_enabled)) return [];
    const action = known?.status_id === MEMBER_STATUS.approved ? 'members.update' : 'members.add';
    return [{ customer: member.customer, action, subject: member.email, detail: { role, isEnabled, suppliedBy: by.name } }];
  });
  if (entries.length === 0) return;
  await client.query(
    `insert into audit_log (user_id, customer_id, action, subject, detail, request_id)
     select $2::bigint, case when s.is_test then null else c.id end, given.action, given.subject,
       given.detail || jsonb_build_object('customer', c.global_customer_number), $3
     from json_to_recordset($1::json) as given(customer bigint, action text, subject text, detail jsonb)
     join customers c on c.id = given.customer join data_sources s on s.id = c.data_source_id`,
    [JSON.stringify(entries), by.userId, by.requestId],
  );
}

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
  const seen = new Map<string, Item>();
  return items.flatMap((item, index): Fault[] => {
    const { record } = item;
    const person = `${record.customerKey}/${record.email}`;
    const dependsOn = [holderOf('members', record.email, record.customerKey)];
    const fault = { item, field: 'email', message: SUPPLY_MESSAGES.repeated('mail address'), dependsOn };
    const holder = holders.get(known.get(index) ?? 0);
    if (holder !== undefined && holder !== `${item.dataSource}/${item.key}`) return [fault];
    const earlier = seen.get(person);
    if (earlier) return [{ ...fault, waitsBehind: [earlier] }];
    seen.set(person, item);
    return [];
  });
}
