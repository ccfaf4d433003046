import { getCustomerSummary, listAnnouncements } from '@yardage/contract/dashboard';
import {
  addAnnouncement,
  type DeskAnnouncementRow,
  deleteAnnouncement,
  listDeskAnnouncements,
  updateAnnouncement,
} from '@yardage/contract/desk-announcements';
import { deleteDeskContact, listDeskContacts, saveDeskContact } from '@yardage/contract/desk-contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { applySupplyBatch } from '#server/features/supply/apply-supply-batch.service';
import { untilDayIsLong } from '#server/testing/day-left';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const as = 'desk@example.com';
const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer[];

beforeAll(async () => {
  app = await openTestApp();
  own = await customersOf(app.database, OWNER);
});
afterAll(() => app?.close());

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const shownTo = async ({ globalCustomerNumber }: TestCustomer): Promise<string[]> =>
  (await app.call(listAnnouncements, { as: OWNER, params: { globalCustomerNumber } })).body.items.map(
    ({ title }: { title: string }) => title,
  );
const find = async (title: string): Promise<DeskAnnouncementRow> =>
  (await app.call(listDeskAnnouncements, { as, query: { search: title } })).body.items[0];
const fields = { title: 'Plant closed', body: 'On Friday.', postedOn: day(-2), expiresOn: day(2), dataSources: null };

describe('announcements at the desk', () => {
  it('STF-04 are for chosen data sources and days, changed and deleted', async () => {
    const [first, second] = [own[0] as TestCustomer, own.find(({ dataset }) => dataset !== own[0]?.dataset) as TestCustomer];
    const third = own.find(({ dataset }) => dataset !== first.dataset && dataset !== second.dataset) as TestCustomer;
    const body = { ...fields, dataSources: [first.dataset, second.dataset] };
    expect((await app.call(addAnnouncement, { as, body })).status).toBe(200);
    expect(await shownTo(first)).toContain('Plant closed');
    expect(await shownTo(second)).toContain('Plant closed');
    expect(await shownTo(third)).not.toContain('Plant closed');
    const { id, state, isOfDesk, dataSources } = await find('Plant closed');
    expect([state, isOfDesk, dataSources]).toEqual(['shown', true, [first.dataset, second.dataset].sort()]);
    await app.call(updateAnnouncement, { as, params: { id }, body: { ...fields, postedOn: day(3), expiresOn: null } });
    expect((await find('Plant closed')).state).toBe('scheduled');
    expect(await shownTo(first)).not.toContain('Plant closed');
    expect((await app.call(deleteAnnouncement, { as, params: { id } })).status).toBe(200);
    expect((await app.call(deleteAnnouncement, { as, params: { id } })).status).toBe(404);
    const actions = sql`select json_agg(action order by id) as answer from audit_log where action like 'announcements.%'`;
    expect(await app.database.read('system', actions)).toEqual(['announcements.add', 'announcements.update', 'announcements.delete']);
  });

  it('STF-04 of the systems are listed and stay as they are', async () => {
    const { id, isOfDesk } = await find('');
    const supplied = isOfDesk ? undefined : id;
    expect(supplied).toBeDefined();
    expect((await app.call(updateAnnouncement, { as, params: { id }, body: fields })).status).toBe(404);
    expect((await app.call(deleteAnnouncement, { as, params: { id } })).status).toBe(404);
  });

  it.each([
    [{ expiresOn: day(-5) }, 'expiresOn'],
    [{ dataSources: ['NONE'] }, 'dataSources'],
    [{ dataSources: [] }, 'dataSources'],
    [{ title: ' ' }, 'title'],
  ])('STF-04 are refused with %j', async (change, field) => {
    const answer = await app.call(addAnnouncement, { as, body: { ...fields, ...change } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it.each(['Etc/GMT+12', 'Pacific/Kiritimati'])('STF-04 are shown as long as a customer reads them, here in %s', async (timeZone) => {
    const zones = await app.database.read<{ id: number; zone: string }[]>(
      'system',
      sql`select json_agg(json_build_object('id', id, 'zone', time_zone)) as answer from data_sources`,
    );
    const setZone = (id: number, zone: string) =>
      app.database.transaction('system', ({ client }) => client.query('update data_sources set time_zone = $2 where id = $1', [id, zone]));
    await untilDayIsLong(timeZone, 20_000);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    const title = `Today in ${timeZone}`;
    try {
      for (const { id } of zones ?? []) await setZone(id, timeZone);
      await app.call(addAnnouncement, { as, body: { ...fields, title, postedOn: today, expiresOn: today } });
      expect((await find(title)).state).toBe('shown');
      // Elsewhere it is another day, or will be soon. What counts is the day where the announcement is read.
      const [first, ...others] = own.map(({ dataset }) => dataset);
      for (const { id, zone } of zones ?? []) await setZone(id, zone);
      await app.database.transaction('system', ({ client }) =>
        client.query('update data_sources set time_zone = $2 where code = $1', [first, timeZone]),
      );
      const { id } = await find(title);
      const dataSources = [...new Set([first, ...others])];
      await app.call(updateAnnouncement, {
        as,
        params: { id },
        body: { ...fields, title, postedOn: today, expiresOn: today, dataSources },
      });
      expect((await find(title)).state).toBe('shown');
    } finally {
      for (const { id, zone } of zones ?? []) await setZone(id, zone);
    }
  });

  it('STF-04 one of the systems with the same title is a separate announcement', async () => {
    await app.call(addAnnouncement, { as, body: { ...fields, title: 'Same title' } });
    const source = { ...sampleRecord['data-sources'](), key: 'ANN1' };
    await applySupplyBatch(app.database, { resource: 'data-sources', dataSource: undefined, records: [source], isAtomic: true });
    await applySupplyBatch(app.database, {
      resource: 'announcements',
      dataSource: 'ANN1',
      records: [{ ...sampleRecord.announcements(), title: 'Same title' }],
      isAtomic: true,
    });
    const { items } = (await app.call(listDeskAnnouncements, { as, query: { search: 'Same title' } })).body;
    expect(items.map(({ isOfDesk }: DeskAnnouncementRow) => isOfDesk).sort()).toEqual([false, true]);
  });
});

describe('contacts at the desk', () => {
  it('STF-04 contacts of a customer come before those of the data source, survive a delivery, and are replaced by them when deleted', async () => {
    const customer = own[0] as TestCustomer;
    const params = { globalCustomerNumber: customer.globalCustomerNumber };
    const rep = async () => (await app.call(getCustomerSummary, { as: OWNER, params, query: { part: 'contacts' } })).body.accountRep?.name;
    const supplied = await rep();
    const person = { kind: 'account-rep', name: 'Dana Desk', email: 'dana@example.com', phone: '(423) 555-0100' };
    expect((await app.call(saveDeskContact, { as, body: { ...person, ...params } })).status).toBe(200);
    expect(await rep()).toBe('Dana Desk');
    expect((await app.call(listDeskContacts, { as })).body).toMatchObject([{ name: 'Dana Desk', customer: params, updatedBy: as }]);
    // The systems write their own contacts beside it.
    await app.database.transaction('system', ({ client }) =>
      client.query("update contacts set name = 'Changed by the system' where name = $1", [supplied]),
    );
    expect(await rep()).toBe('Dana Desk');
    await app.call(deleteDeskContact, { as, query: { kind: 'account-rep', ...params } });
    expect(await rep()).toBe('Changed by the system');
  });

  it('STF-04 of a data source fill only what the systems leave open', async () => {
    const customer = own[0] as TestCustomer;
    const params = { globalCustomerNumber: customer.globalCustomerNumber };
    const contacts = async () => (await app.call(getCustomerSummary, { as: OWNER, params, query: { part: 'contacts' } })).body;
    const person = { name: 'Sid Source', email: 'sid@example.com', phone: '1', dataSource: customer.dataset };
    for (const kind of ['account-rep', 'sales-rep']) await app.call(saveDeskContact, { as, body: { ...person, kind } });
    await app.database.transaction('system', ({ client }) =>
      client.query("delete from customer_contacts where customer_id = $1 and kind = 'sales-rep'", [customer.customerId]),
    );
    const { accountRep, salesRep } = await contacts();
    expect([accountRep.name === 'Sid Source', salesRep.name]).toEqual([false, 'Sid Source']);
    const both = await app.call(saveDeskContact, { as, body: { ...person, kind: 'sales-rep', ...params } });
    expect(both.status).toBe(400);
  });

  it('STF-04 are replaced only if the writer has seen the one that is there, and the audit log keeps it', async () => {
    const dataSource = own[0]?.dataset ?? '';
    const person = { kind: 'regional-manager', dataSource, name: 'Rita Region', email: 'rita@example.com', phone: '1' };
    const save = (body: object) => app.call(saveDeskContact, { as, body: { ...person, ...body } });
    const stored = async () =>
      (await app.call(listDeskContacts, { as })).body.find(({ kind }: { kind: string }) => kind === 'regional-manager');
    expect((await save({})).status).toBe(200);
    const { updatedAt } = await stored();
    expect(await save({ name: 'By accident' })).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Rita Region') } });
    expect((await save({ phone: '2', replaces: updatedAt })).status).toBe(200);
    expect((await save({ phone: '3', replaces: updatedAt })).status).toBe(409);
    expect(await stored()).toMatchObject({ name: 'Rita Region', phone: '2' });
    await app.call(deleteDeskContact, { as, query: { kind: person.kind, dataSource } });
    expect((await app.call(deleteDeskContact, { as, query: { kind: person.kind, dataSource } })).status).toBe(404);
    const details = await app.database.read<object[]>(
      'system',
      sql`select json_agg(detail order by id desc) as answer from audit_log where action like 'contacts.%'`,
    );
    const seen = (phone: string) => ({ name: 'Rita Region', email: 'rita@example.com', phone });
    expect(details?.slice(0, 3)).toMatchObject([{ before: seen('2') }, { before: seen('1'), after: seen('2') }, { after: seen('1') }]);
  });
});
