import type { Endpoint } from '@yardage/contract/endpoint';
import { ENDPOINTS } from '@yardage/contract/endpoints';
import { PERMISSION_CODES, type PermissionCode } from '@yardage/contract/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customersOf, sampleCall, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const TEMP = 'temp@example.com';
const ROLE = 99;

let app: TestApp;
let own: TestCustomer;
let bearer: string;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, 'field@example.com')) as [TestCustomer];
  await app.database.transaction('system', async ({ client }) => {
    await client.query(`insert into roles (id, name, description) values (${ROLE}, 'Temp', 'Has the codes of one test at a time')`);
    await client.query(
      `with temp as (insert into users (email, first_name, last_name) values ($1, 'Terry', 'Temp') returning id)
       insert into members (customer_id, user_id, role_id, status_id, request_type_name, email, first_name, last_name, phone, company_name,
         customer_number, address_line1, city, state_id, zip)
       select $2, temp.id, ${ROLE}, 2, 'Sample', $1, 'Terry', 'Temp', '4235550100', 'Sample', 'TEMP', '1 Sample St', 'Hixson', 43, '37343' from temp`,
      [TEMP, own.customerId],
    );
  });
  bearer = await app.token(TEMP);
});
afterAll(() => app?.close());

async function holdOnly(codes: readonly string[]): Promise<void> {
  await app.database.transaction('system', async ({ client }) => {
    await client.query(`delete from role_permissions where role_id = ${ROLE}`);
    await client.query(`insert into role_permissions (role_id, code) select ${ROLE}, unnest($1::text[])`, [codes]);
  });
}

type Guarded = Endpoint & { access: { anyOf: readonly PermissionCode[] } };
const guarded = ENDPOINTS.filter((endpoint): endpoint is Guarded => 'anyOf' in endpoint.access);
const groups = Object.entries(Object.groupBy(guarded, ({ access }) => access.anyOf.toSorted().join(' or ')));

/** Calls whose sample needs a second code, for what the body asks for. The refusal comes from the service, with its own tests. */
const NEEDS_ANOTHER_CODE =
  /^(payments\.(initiate|schedule|request-approval|add-autopay|save-method)|chat\.start|shares\.create|integrations\.create-api-key|members\.|discount-plan\.)/;

describe('PER-06 permission codes in turn', () => {
  it.for(groups)('%s: calls are refused without it, and accepted with it alone', async ([, endpoints = []]) => {
    const codes = endpoints[0]?.access.anyOf ?? [];
    await holdOnly(PERMISSION_CODES.filter((code) => !codes.includes(code)));
    for (const endpoint of endpoints) {
      const answer = await app.call(endpoint, { ...(await sampleCall(app.database, endpoint, own, TEMP)), token: bearer });
      expect([answer.status, answer.body?.code], endpoint.id).toEqual([403, 'permission-missing']);
    }
    for (const code of codes) {
      await holdOnly([code]);
      for (const endpoint of endpoints.filter(({ id }) => !NEEDS_ANOTHER_CODE.test(id))) {
        const answer = await app.call(endpoint, { ...(await sampleCall(app.database, endpoint, own, TEMP)), token: bearer });
        expect(answer.status, `${endpoint.id} with ${code} only: ${answer.text.slice(0, 200)}`).toBe(200);
      }
    }
  });
});
