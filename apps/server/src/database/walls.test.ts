import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Member } from '#server/database/database';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { sql } from './drizzle.ts';

/** The condition of `yardage_wall`, as PostgreSQL prints it. */
const OWN_ROWS = 'CASE WHEN (customer_id = ( SELECT yardage_customer_id() AS yardage_customer_id)) THEN true ELSE false END';

describe('walls around customer-owned tables', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase('empty');
  });
  afterAll(() => test.close());

  it('PER-01 protect customers and every table with a customer_id: forced, and with both policies besides the one for retention', async () => {
    // A policy without a check for written rows checks them like rows that are read.
    const { rows } = await test.database.engine.pool.query(`
      select class.relname as name, class.relrowsecurity as is_enabled, class.relforcerowsecurity as is_forced,
        (select json_object_agg(policyname, json_build_object('for', array_to_string(roles, ',') || ' ' || cmd, 'kind', permissive,
           'sees', btrim(regexp_replace(qual, '\\s+', ' ', 'g')), 'writes', with_check))
         from pg_policies where schemaname = 'public' and tablename = class.relname and roles <> '{yardage_retention}') as policies
      from pg_attribute join pg_class as class on class.oid = attrelid
      where attname = case class.relname when 'customers' then 'id' else 'customer_id' end and class.relkind in ('r', 'p') and class.relnamespace = 'public'::regnamespace
      order by class.relname`);
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, ...wall } of rows) {
      expect({ name, ...wall }).toEqual({
        name,
        is_enabled: true,
        is_forced: true,
        policies: {
          own_customer: {
            for: 'yardage_app ALL',
            kind: 'PERMISSIVE',
            sees: name === 'customers' ? OWN_ROWS.replace('customer_id', 'id') : OWN_ROWS,
            writes: null,
          },
          everything: { for: 'yardage_system ALL', kind: 'PERMISSIVE', sees: 'true', writes: 'true' },
        },
      });
    }
  });
});

describe('what a member reaches', () => {
  let test: TestDatabase;
  let own: Member;
  let foreignCustomerId: number;
  let walled: string[];

  beforeAll(async () => {
    test = await openTestDatabase('demo');
    const ids = await test.database.read<[number, number, number]>(
      'system',
      sql`select json_build_array(
        (select m.customer_id from members m join users u on u.id = m.user_id where u.email = 'owner@example.com' order by m.position limit 1),
        (select id from users where email = 'owner@example.com'),
        (select m.customer_id from members m join users u on u.id = m.user_id where u.email = 'other@example.com' limit 1)) as answer`,
    );
    own = { customerId: ids?.[0] ?? 0, userId: ids?.[1] ?? 0 };
    foreignCustomerId = ids?.[2] ?? 0;
    walled = (await test.database.read<string[]>(
      'system',
      sql`select json_agg(tablename order by tablename) as answer from pg_policies where policyname = 'own_customer' and tablename <> 'customers'`,
    )) as string[];
  });
  afterAll(() => test.close());

  const count = (actor: Actor, table: string, condition = sql`true`) =>
    test.database.read<string>(actor, sql`select count(*) as answer from ${sql.identifier(table)} where ${condition}`).then(Number);

  it('PER-01 is only their own customer, in every table, even without a WHERE', async () => {
    let filled = 0;
    for (const table of walled) {
      const isForeign = sql`customer_id is distinct from ${own.customerId}`;
      expect(await count(own, table, isForeign), table).toBe(0);
      expect(await count(own, table), table).toBe(await count('system', table, sql`customer_id = ${own.customerId}`));
      if ((await count('system', table, isForeign)) > 0) filled += 1;
    }
    expect(filled).toBeGreaterThan(10);
    expect(await count(own, 'customers')).toBe(1);
  });

  it('is the same right after a read that failed', async () => {
    for (let round = 0; round < 3; round += 1) {
      await expect(count(own, 'customers', sql`1 / ${0}::int = 1`)).rejects.toMatchObject({ code: '22012' });
      expect(await count(own, 'customers')).toBe(1);
    }
  });

  it('is nothing if no customer is set', async () => {
    for (const table of walled) expect(await count({ customerId: 0, userId: 0 }, table), table).toBe(0);
  });

  it('does not include writing for another customer', async () => {
    const statement = 'insert into statements (customer_id, statement_date) values ($1, current_date)';
    const write = (customerId: number) => test.database.transaction(own, ({ client }) => client.query(statement, [customerId]));
    await expect(write(foreignCustomerId)).rejects.toThrow('row-level security');
    await expect(write(own.customerId)).resolves.toBeDefined();
    const moved = test.database.transaction(own, ({ client }) => client.query('update orders set customer_id = $1', [foreignCustomerId]));
    await expect(moved).rejects.toThrow('row-level security');
  });

  it.each(['users', 'sign_in_accounts', 'oidc_records', 'installation_facts', 'demo_mailbox', 'hub_attachments', 'schema_migrations'])(
    'is not %s',
    async (table) => {
      await expect(count(own, table)).rejects.toThrow('permission denied');
    },
  );
});

describe('the audit log', () => {
  it('is append-only for every role', async () => {
    const test = await openTestDatabase('empty');
    const add = "insert into audit_log (action, subject, detail, request_id) values ('test', 'test', '{}', 'test')";
    await test.database.transaction('system', ({ client }) => client.query(add));
    for (const statement of ['delete from audit_log', "update audit_log set action = 'other'", 'truncate audit_log']) {
      await expect(
        test.database.transaction('system', ({ client }) => client.query(statement)),
        statement,
      ).rejects.toThrow();
      await expect(test.database.engine.pool.query(statement), `${statement}, as the owner`).rejects.toThrow('the audit log only grows');
    }
    await test.close();
  });
});
