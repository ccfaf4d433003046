import { searchAddresses, searchAddressesPublicly } from '@yardage/contract/addresses';
import { decideDeskRegistration, getDeskRegistration, listDeskRegistrations, listDeskRoles } from '@yardage/contract/desk';
import { HEADERS } from '@yardage/contract/headers';
import {
  changeMembershipRequest,
  listStates,
  register,
  requestMembership,
  withdrawMembershipRequest,
} from '@yardage/contract/registration';
import { listCustomerNumbers } from '@yardage/contract/users';
import { TEXT_MESSAGES } from '@yardage/domain/rules.messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSignInAccount } from '#server/adapters/identity/built-in/records.queries';
import { isPassword } from '#server/adapters/identity/passwords';
import { sql } from '#server/database/drizzle';
import { customersOf, foreignCustomersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const STAFF = 'dispatcher@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer];
});
afterAll(() => app?.close());

const form = (changes: Record<string, unknown> = {}) => {
  const email = (changes.email as string | undefined) ?? 'Dana.Whitlock@example.com';
  return {
    email,
    confirmEmail: email,
    phoneNumber: '(423) 555-0188',
    companyName: 'Whitlock Paving',
    customerNumber: own.customerNumber,
    firstName: 'Dana',
    lastName: 'Whitlock',
    address: '940 Thrasher Pike',
    city: 'Hixson',
    stateId: 43,
    zip: '37343',
    ...changes,
  };
};
const send = (changes?: Record<string, unknown>) => app.call(register, { body: form(changes) });
const inApp = (changes?: Record<string, unknown>) => {
  const { confirmEmail: _, ...body } = form(changes);
  return body;
};
const requestsOf = (email: string) =>
  app.database.read<{ id: number; customer_id: number | null; phone: string; status_id: number; city: string; customer_number: string }[]>(
    'system',
    sql`select coalesce(json_agg(m order by id), '[]') as answer from members m where email = ${email.toLowerCase()}`,
  );
const mailTo = (email: string) =>
  app.database.read<{ subject: string; body: string }[]>(
    'system',
    sql`select coalesce(json_agg(m order by id), '[]') as answer from demo_mailbox m where ${email} = any(recipients)`,
  );

describe('registering from outside', () => {
  it('REG-19 REG-23 API-47 API-48 stores a request with the customer that it means; a repeat is the same request', async () => {
    const answers = await Promise.all([send(), send(), send({ email: 'DANA.whitlock@example.com' })]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ message: 'Your email is being reviewed. Please wait for admin approval.' });
    }
    const email = 'dana.whitlock@example.com';
    expect(await requestsOf(email)).toMatchObject([{ customer_id: own.customerId, phone: '4235550188', status_id: 1 }]);
    await app.eventually('mails', async () => expect(await mailTo(email)).toHaveLength(1));
    expect((await mailTo(email))?.[0]?.body).toContain('24-48 hours');
  });

  it('gives the same answer for known and unknown emails and numbers', async () => {
    const bodies = [
      form({ email: 'owner@example.com' }),
      form({ email: 'nobody.ever@example.com' }),
      form({ email: 'nobody.ever@example.com', customerNumber: '77777' }),
      form({ email: 'owner@example.com', customerNumber: '77777' }),
    ];
    const answers = await Promise.all(bodies.map((body) => app.call(register, { body })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    // An existing member gets no second request and no mail; only the request for the unknown number is stored.
    expect((await requestsOf('owner@example.com'))?.filter(({ status_id }) => status_id === 1)).toMatchObject([{ customer_id: null }]);
  });

  it("REG-11 REG-12 REG-13 REG-14 REG-17 reports missing or invalid fields with the form's messages", async () => {
    const empty = Object.fromEntries(Object.keys(form()).map((name) => [name, name === 'stateId' ? 0 : '']));
    const { status, body } = await app.call(register, { body: empty });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject({
      email: ['Email is required'],
      phoneNumber: ['Phone number is required'],
      companyName: ['Company is required'],
      customerNumber: ['Customer # is required'],
      stateId: ['State is required'],
      zip: ['Zip code is required'],
    });
    expect((await send({ confirmEmail: 'other@example.com' })).body.errors).toEqual({ confirmEmail: ['Email do not match'] });
    expect((await send({ phoneNumber: '123', zip: '1' })).body.errors).toEqual({
      phoneNumber: ['Phone number must be 10 digits'],
      zip: ['Invalid zip code'],
    });
    expect((await send({ email: 'someone.else@example.com', stateId: 99 })).body.errors).toEqual({ stateId: ['State is required'] });
  });

  it('API-48 mails nothing that was typed, and at most three times a day to one mailbox, without saying so', async () => {
    const typed = { firstName: 'Zebedee', lastName: 'Quux', companyName: 'Xylo Builders', city: 'Wexwater', address: '1 Zzyzx Road' };
    const addresses = ['victim@example.com', 'Victim@example.com', 'victim+a@example.com', 'victim+b@example.com', 'victim@example.com'];
    const answers = await Promise.all(addresses.map((email, index) => send({ ...typed, email, customerNumber: `8881${index}` })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const mails = () =>
      app.database.read<{ body: string }[]>(
        'system',
        sql`select coalesce(json_agg(m), '[]') as answer from demo_mailbox m where m.recipients[1] like 'victim%'`,
      );
    await app.eventually('mails', async () => expect(await mails()).toHaveLength(3));
    const queued = await app.database.read<number>(
      'system',
      sql`select count(*)::int as answer from outgoing_mails where to_addresses[1] like 'victim%'`,
    );
    expect(queued).toBe(3);
    const text = JSON.stringify(await mails());
    for (const each of [...Object.values(typed), '8881']) expect(text).not.toContain(each);
    // The desk still gets all five requests to decide on.
    expect(
      await app.database.read<number>(
        'system',
        sql`select count(*)::int as answer from members where email like 'victim%' and status_id = 1`,
      ),
    ).toBe(5);
  });

  it('API-48 USR-11 refuses names with links, and fields with several lines', async () => {
    const notAName = 'Use a name without links, addresses or the characters < > @ / \\ :';
    const notPlain = 'Use plain text without line breaks or control characters';
    const email = 'plain@example.com';
    for (const firstName of ['evil.example', 'www.evil', 'https://evil', 'Dana <b>', 'a@b', 'evil/path']) {
      expect((await send({ email, firstName })).body.errors, firstName).toEqual({ firstName: [notAName] });
    }
    for (const name of ['firstName', 'lastName', 'companyName', 'customerNumber', 'address', 'city']) {
      expect((await send({ email, [name]: 'a\r\nBcc: b' })).body.errors, name).toEqual({ [name]: [notPlain] });
      expect((await send({ email, [name]: 'a\u202eb' })).body.errors, name).toEqual({ [name]: [notPlain] });
    }
    for (const lastName of ["O'Neil-Vance", 'St. John', 'de la Cruz Jr.', 'Nguyễn', 'J.R.']) {
      expect((await send({ email, lastName })).status, lastName).toBe(200);
    }
  });

  it('is rate limited against a script that registers thousands', async () => {
    const slow = await openTestApp({ world: 'empty', environment: { CALLS_PER_MINUTE: '600' } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => slow.call(register, { body: {} })));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    await slow.close();
  });

  it('REG-18 API-50 has the states with id, name and abbreviation', async () => {
    const { body } = await app.call(listStates, {});
    expect(body).toHaveLength(51);
    expect(body).toContainEqual({ id: 43, name: 'Tennessee', abbreviation: 'TN' });
  });
});

describe('what only the supplier can decide', () => {
  const pending = async (email: string) => {
    const { body } = await app.call(listDeskRegistrations, { as: STAFF, query: { search: email } });
    return body.items as { id: number; customer: { globalCustomerNumber: string } | null }[];
  };

  it('REG-23 STF-01 are requests for unknown numbers and for accounts without an approver; approval mails a temporary password', async () => {
    const [orphan] = (await foreignCustomersOf(app.database, 'owner@example.com')).filter(({ companyName }) =>
      companyName.startsWith('Quillmark'),
    ) as [TestCustomer];
    await send({ email: 'first@quillmark.example', customerNumber: orphan.customerNumber, companyName: 'Quillmark Homes' });
    const [request] = await pending('first@quillmark.example');
    expect(request?.customer?.globalCustomerNumber).toBe(orphan.globalCustomerNumber);
    const decide = (body: object, as = 'desk@example.com') =>
      app.call(decideDeskRegistration, { as, params: { id: request?.id ?? 0 }, body });
    const detail = () => app.call(getDeskRegistration, { as: STAFF, params: { id: request?.id ?? 0 } });
    expect((await detail()).body).toEqual(request);
    // STF-01: an Owner invites others, which a Dispatcher may not do.
    const rolesOf = async (as: string) => ((await app.call(listDeskRoles, { as })).body as { name: string }[]).map(({ name }) => name);
    expect(await rolesOf(STAFF)).toEqual(['Accounts Payable', 'Project Manager', 'Field', 'Viewer']);
    expect(await rolesOf('desk@example.com')).toContain('Owner');
    for (const roleId of [1, 2]) {
      const { status, body } = await decide({ status: 2, roleId }, STAFF);
      expect([status, body.detail]).toEqual([403, expect.stringMatching(/^Only an Administrator of the desk/)]);
    }
    expect((await decide({ status: 2, roleId: 1 })).status).toBe(200);
    expect((await decide({ status: 2, roleId: 1 })).status).toBe(404);
    expect((await detail()).status).toBe(404);
    expect(await pending('first@quillmark.example')).toEqual([]);
    await app.eventually('mails', async () => expect(await mailTo('first@quillmark.example')).toHaveLength(2));
    const text = (await mailTo('first@quillmark.example'))?.map(({ body }) => body).join('\n') ?? '';
    const password = /Temporary password: (\S+)/.exec(text)?.[1] ?? '';
    const account = await findSignInAccount(app.database, 'first@quillmark.example');
    expect(await isPassword(password, account?.passwordHash ?? '')).toBe(true);
    expect(account?.temporaryUntil?.getTime()).toBeGreaterThan(Date.now());
    const { body: numbers } = await app.call(listCustomerNumbers, { as: 'first@quillmark.example' });
    expect(numbers).toMatchObject([{ globalCustomerNumber: orphan.globalCustomerNumber }]);
    // The password is only in the mail: not in the queue, the audit log or the server log.
    const kept = await app.database.read<string>(
      'system',
      sql`select (select json_agg(o)::text from outgoing_mails o) || (select json_agg(a)::text from audit_log a) as answer`,
    );
    expect(kept).not.toContain(password);
    expect(app.logLines.join('')).not.toContain(password);
  });

  it('REG-23 STF-02 is assigned to an account once, if colleagues decide two requests of one person at once', async () => {
    for (const customerNumber of ['66661', '66662']) await send({ email: 'twice@example.com', customerNumber });
    const [one, two] = await pending('twice@example.com');
    const body = { status: 2, roleId: 6, globalCustomerNumber: own.globalCustomerNumber };
    const answers = await Promise.all(
      [one, two].map((each) => app.call(decideDeskRegistration, { as: STAFF, params: { id: each?.id ?? 0 }, body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('REG-23 STF-02 is not approved for somebody whom the supplier disabled: they would get neither access nor a mail', async () => {
    const email = 'barred@example.com';
    await app.database.transaction('system', ({ orm }) =>
      orm.execute(sql`insert into users (email, first_name, last_name, is_enabled) values (${email}, 'Bart', 'Barred', false)`),
    );
    await send({ email, customerNumber: '66663' });
    const [request] = await pending(email);
    const decide = (body: object) => app.call(decideDeskRegistration, { as: STAFF, params: { id: request?.id ?? 0 }, body });
    const refused = await decide({ status: 2, roleId: 6, globalCustomerNumber: own.globalCustomerNumber });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('disabled at the desk')]);
    expect((await decide({ status: 3 })).status).toBe(200);
  });

  it('LNG-01 REG-23 is mailed in the language of the person, whatever language the decider uses', async () => {
    const email = 'lucia@example.com';
    const spanish = { 'accept-language': 'es' };
    await app.call(register, { body: form({ email, customerNumber: '33331' }), headers: spanish });
    const decide = async (of: string, headers: Record<string, string>) => {
      const [request] = await pending(of);
      const body = { status: 3, roleId: 6 };
      return app.call(decideDeskRegistration, { as: STAFF, params: { id: request?.id ?? 0 }, body, headers });
    };
    expect((await decide(email, { 'accept-language': 'en' })).status).toBe(200);
    await send({ email: 'lucy@example.com', customerNumber: '33332' });
    expect((await decide('lucy@example.com', spanish)).status).toBe(200);
    const subjectsTo = async (to: string) => (await mailTo(to))?.map(({ subject }) => subject.split(': ')[1]).toSorted();
    await app.eventually('mails', async () => expect(await subjectsTo(email)).toEqual(['acerca de su registro', 'recibimos su registro']));
    await app.eventually('mails', async () =>
      expect(await subjectsTo('lucy@example.com')).toEqual(['about your registration', 'we received your registration']),
    );
  });

  it("is forwarded to the account's own approvers if there are some, or rejected with a mail", async () => {
    await send({ email: 'lost@example.com', customerNumber: '55555' });
    const [request] = await pending('lost@example.com');
    expect(request?.customer).toBeNull();
    const decide = (id: number, body: object) => app.call(decideDeskRegistration, { as: STAFF, params: { id }, body });
    expect((await decide(request?.id ?? 0, { status: 2, roleId: 6 })).body.errors).toHaveProperty('globalCustomerNumber');
    const forwarded = await decide(request?.id ?? 0, { status: 2, roleId: 6, globalCustomerNumber: own.globalCustomerNumber });
    expect(forwarded.body.message).toMatch(/waits for the people/);
    expect(await requestsOf('lost@example.com')).toMatchObject([{ customer_id: own.customerId, status_id: 1 }]);

    // The account rejected the same person once, who now registers with a wrong number.
    const reject = sql`update members set status_id = 3, decided_at = now() where email = 'lost@example.com'`;
    await app.database.transaction('system', ({ orm }) => orm.execute(reject));
    await send({ email: 'lost@example.com', customerNumber: '55556' });
    const [again] = await pending('lost@example.com');
    const forwardedAgain = await decide(again?.id ?? 0, { status: 2, roleId: 6, globalCustomerNumber: own.globalCustomerNumber });
    expect(forwardedAgain.body.message).toMatch(/waits for the people/);
    expect(await requestsOf('lost@example.com')).toMatchObject([{ id: again?.id, customer_id: own.customerId, status_id: 1 }]);

    await send({ email: 'stranger@example.com', customerNumber: '44444' });
    const [other] = await pending('stranger@example.com');
    expect((await decide(other?.id ?? 0, { status: 3 })).status).toBe(200);
    await app.eventually('mails', async () =>
      expect((await mailTo('stranger@example.com'))?.map(({ body }) => body).join()).toContain('was not approved'),
    );
  });
});

describe('asking for one more account', () => {
  const as = 'manager@example.com';

  it("REG-08 REG-10 API-44 API-45 API-46 is possible in one's own name only, and can be corrected and withdrawn", async () => {
    const body = inApp({ email: as, customerNumber: '30140', phoneNumber: '' });
    expect((await app.call(requestMembership, { as, body: { ...body, email: 'owner@example.com' } })).status).toBe(403);
    expect((await app.call(requestMembership, { as, body })).status).toBe(200);
    expect((await app.call(changeMembershipRequest, { as, body: { ...body, city: 'Dalton' } })).status).toBe(200);
    // The names are those of the account, whatever the body says.
    expect((await requestsOf(as))?.filter(({ status_id }) => status_id === 1)).toMatchObject([
      { city: 'Dalton', customer_number: '30140', first_name: 'Luis', last_name: 'Ochoa' },
    ]);
    await app.database.transaction('system', ({ orm }) => orm.execute(sql`update users set last_name = '' where email = ${STAFF}`));
    const askWithoutName = (lastName: string) => app.call(requestMembership, { as: STAFF, body: inApp({ email: STAFF, lastName }) });
    expect([(await askWithoutName('www.example.com')).status, (await askWithoutName('Okafor')).status]).toEqual([400, 200]);
    expect(await requestsOf(STAFF)).toMatchObject([{ first_name: expect.not.stringMatching(body.firstName), last_name: 'Okafor' }]);
    expect((await app.call(changeMembershipRequest, { as, body: { ...body, customerNumber: '1' } })).status).toBe(404);
    expect((await app.call(withdrawMembershipRequest, { as, query: { Email: 'viewer@example.com' } })).status).toBe(403);
    expect((await app.call(withdrawMembershipRequest, { as, query: { Email: as } })).status).toBe(200);
    expect((await app.call(withdrawMembershipRequest, { as, query: { Email: as } })).status).toBe(404);
  });

  it('STF-08 API-45 API-46 is in the audit log with its customer, from its start to its end', async () => {
    const [other] = (await foreignCustomersOf(app.database, as)) as [TestCustomer];
    const known = inApp({ email: as, customerNumber: other.globalCustomerNumber, phoneNumber: '' });
    const unknown = { ...known, customerNumber: '30141' };
    for (const body of [known, unknown]) {
      expect((await app.call(requestMembership, { as, body })).status).toBe(200);
      expect((await app.call(changeMembershipRequest, { as, body })).status).toBe(200);
    }
    expect((await app.call(withdrawMembershipRequest, { as, query: { Email: as } })).status).toBe(200);
    const entriesFor = (customerNumber: string) =>
      app.database.read(
        'system',
        sql`select json_agg(json_build_array(action, customer_id) order by id) as answer from audit_log
            where action like 'registration.%' and detail ->> 'customerNumber' = ${customerNumber}`,
      );
    const verbs = ['registration.request', 'registration.change', 'registration.withdraw'];
    expect(await entriesFor(other.globalCustomerNumber)).toEqual(verbs.map((verb) => [verb, other.customerId]));
    expect(await entriesFor('30141')).toEqual(verbs.map((verb) => [verb, null]));
  });
});

describe('the phone of such a request', () => {
  it('REG-13 is neither required nor checked, and stored as digits', async () => {
    const as = 'manager@example.com';
    const send = (phoneNumber: string, customerNumber = '30141') =>
      app.call(requestMembership, { as, body: inApp({ email: as, customerNumber, phoneNumber }) });
    expect((await send('cell: 423-555-0188 (Joe)')).status).toBe(200);
    const stored = await app.database.read('system', sql`select phone as answer from members where customer_number = '30141'`);
    expect(stored).toBe('4235550188');
    expect((await send('+1 (423) 555-0189 ext. 12', '30142')).status).toBe(200);
    const other = sql`select phone as answer from members where customer_number = '30142'`;
    expect(await app.database.read('system', other)).toBe('4235550189');
    expect((await send('4'.repeat(41))).body.errors).toEqual({ phoneNumber: [TEXT_MESSAGES.tooLong] });
    expect((await app.call(withdrawMembershipRequest, { as, query: { Email: as } })).status).toBe(200);
  });
});

describe('address suggestions', () => {
  it('API-17 API-49 REG-15 fill in city, state and zip; an empty list is status 204', async () => {
    const { body } = await app.call(searchAddressesPublicly, { query: { search: '12 bonny oaks' } });
    expect(body[0]).toMatchObject({ address: '12 Bonny Oaks Dr', city: 'Chattanooga', stateId: 43 });
    expect(body[0].fullAddress).toMatch(/^12 Bonny Oaks Dr, Chattanooga, TN 37\d{3}$/);
    expect((await app.call(searchAddressesPublicly, { query: { search: 'qqqqqqq' } })).status).toBe(204);
    expect((await app.call(searchAddressesPublicly, { query: { search: 'ab' } })).status).toBe(400);
    expect((await app.call(searchAddresses, { as: 'owner@example.com', query: { query: 'qqqqqqq' } })).status).toBe(204);
  });

  const headersOf = ({ globalCustomerNumber, datasourceId }: TestCustomer) => ({
    [HEADERS.globalCustomerNumber]: globalCustomerNumber,
    [HEADERS.datasourceId]: String(datasourceId),
  });

  it('PER-01 show job sites with their numbers for the selected customer only, to users who may view its orders', async () => {
    const site = await app.database.read<string>(
      'system',
      sql`select job_address1 as answer from orders o where customer_id = ${own.customerId} and job_address2 is not null
          and not exists (select from orders other where other.customer_id <> o.customer_id and other.job_address1 = o.job_address1)
          order by id limit 1`,
    );
    const search = (site ?? '').slice((site?.split(' ')[0] ?? '').length + 1);
    const ask = async (as: string, headers: Record<string, string> = {}) =>
      ((await app.call(searchAddresses, { as, headers, query: { query: search } })).body ?? []) as { address: string }[];
    const sites = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).filter(({ address }) => address === site);
    expect(await sites('owner@example.com', headersOf(own))).toHaveLength(1);

    const [, second] = (await customersOf(app.database, 'owner@example.com')) as [TestCustomer, TestCustomer];
    expect(await sites('owner@example.com', headersOf(second))).toEqual([]);
    expect(await sites('owner@example.com')).toEqual([]);
    // A data source that several of their customers share does not identify one of them.
    expect(await sites('owner@example.com', { [HEADERS.datasourceId]: String(own.datasourceId) })).toEqual([]);
    expect(await sites('other@example.com', headersOf(own))).toEqual([]);
    const open = await app.call(searchAddressesPublicly, { query: { search } });
    expect(open.text).not.toContain(`"${site}"`);
  });

  it('PER-01 show no job sites to a member who may not view orders', async () => {
    const email = 'viewer@example.com';
    const role = sql`(select m.role_id from members m join users u on u.id = m.user_id where u.email = ${email} and m.customer_id = ${own.customerId})`;
    const site = await app.database.read<string>(
      'system',
      sql`select job_address1 as answer from orders where customer_id = ${own.customerId} and job_address2 is not null order by id limit 1`,
    );
    const search = (site ?? '').slice((site?.split(' ')[0] ?? '').length + 1);
    const ask = () => app.call(searchAddresses, { as: email, headers: headersOf(own), query: { query: search } });
    expect((await ask()).text).toContain(`"${site}"`);
    const withdrawn = sql`delete from role_permissions where role_id = ${role} and code = 'orders.view'`;
    await app.database.transaction('system', ({ orm }) => orm.execute(withdrawn));
    expect((await ask()).text).not.toContain(`"${site}"`);
  });

  it('report when the source cannot be reached', async () => {
    const addresses = { search: async () => Promise.reject(new Error('down')) };
    const broken = await openTestApp({ world: 'empty', addresses });
    expect((await broken.call(searchAddressesPublicly, { query: { search: 'chatt' } })).status).toBe(503);
    await broken.close();
  });
});
