import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';

describe('walls around customer-owned tables', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await openTestDatabase('empty');
  });
  afterAll(() => test.close());

  it('stand, forced and with both policies, around every table with a customer_id', async () => {
    const { rows } = await test.database.engine.pool.query(`
      select class.relname as name, class.relrowsecurity as is_enabled, class.relforcerowsecurity as is_forced,
        (select json_object_agg(policyname, array_to_string(roles, ',') || ' ' || cmd)
         from pg_policies where schemaname = 'public' and tablename = class.relname) as policies
      from pg_attribute join pg_class as class on class.oid = attrelid
      where attname = 'customer_id' and class.relkind in ('r', 'p') and class.relnamespace = 'public'::regnamespace
      order by class.relname`);
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, ...wall } of rows) {
      expect({ name, ...wall }).toEqual({
        name,
        is_enabled: true,
        is_forced: true,
        policies: { own_customer: 'yardage_app ALL', everything: 'yardage_system ALL' },
      });
    }
  });
});
