import { randomUUID } from 'node:crypto';
import { listCustomerEvents, listEvents } from '@yardage/contract/events';
import { HEADERS } from '@yardage/contract/headers';
import { getOrder } from '@yardage/contract/orders';
import { createServiceKey } from '@yardage/contract/service-keys';
import { createSignOff, getSignature, getSignOffPhoto, getSupplySignature, type SignOff } from '@yardage/contract/sign-offs';
import { getTicket, getTicketPdf, listTickets } from '@yardage/contract/tickets';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import { photo } from '#server/features/pictures/testing/pictures';
import { SIGNATURE, unsignedTicket } from '#server/testing/prepare-sign-off';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { IS_REJECTED_LOAD, isRejectedLoad } from './sign-offs.queries.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;

beforeAll(async () => {
  app = await openTestApp();
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
});
afterAll(() => app?.close());

const ticketParams = (ticketId: number) => ({ globalCustomerNumber: own.globalCustomerNumber, ticketId });
const entry = (changes: object = {}) => ({
  clientKey: randomUUID(),
  isRejected: 'false',
  receivedBy: 'Dana Reyes',
  signature: SIGNATURE,
  ...changes,
});
type Photo = { fileName: string; bytes: Buffer };
const sign = (ticketId: number, body: object, { as = OWNER, files = [] as Photo[] } = {}) =>
  app.call(createSignOff, { as, params: ticketParams(ticketId), body, files });
const ticketOf = async (ticketId: number) => (await app.call(getTicket, { as: OWNER, params: ticketParams(ticketId) })).body;
const entriesOf = async (ticketId: number) => (await ticketOf(ticketId)).signOffs as SignOff[];
const ticket = (statusId?: number) => unsignedTicket(app.database, own.customerId, statusId);
const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);

describe('signing for a load', () => {
  it('SGN-01 stores who received it, the measures, the signature and six photos', async () => {
    const ticketId = await ticket(5);
    const [large, small] = await Promise.all([photo(2000, 900), photo(64, 64)]);
    const files = Array.from({ length: 6 }, (_, index) => ({ fileName: `p${index}.jpg`, bytes: index === 0 ? large : small }));
    const measures = { waterGallons: '5.5', slumpInches: '4.25', airPercent: '', temperatureF: '71' };
    const answer = await sign(ticketId, entry({ ...measures, notes: 'Placed at grid B4.' }), { as: 'field@example.com', files });
    expect(answer.status).toBe(200);
    const [stored, ...others] = await entriesOf(ticketId);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      ...{ id: answer.body.id, correctsId: null, isCorrected: false, isRejected: false, rejectReason: null, receivedBy: 'Dana Reyes' },
      ...{ waterGallons: 5.5, slumpInches: 4.25, airPercent: null, temperatureF: 71, notes: 'Placed at grid B4.' },
    });
    expect(stored?.photos.map(({ fileName }) => fileName)).toEqual(files.map(({ fileName }) => fileName));
    const params = { ...ticketParams(ticketId), signOffId: answer.body.id };
    const photoId = stored?.photos[0]?.id as number;
    const headers = { authorization: `Bearer ${await app.token(OWNER)}` };
    const picture = await app.http.inject({ url: stored?.photos[0]?.photo as string, headers });
    const { width, height } = await sharp(picture.rawPayload).metadata();
    expect([picture.headers['content-type'], width, height]).toEqual(['image/jpeg', 1600, 720]);
    expect((await app.call(getSignature, { as: OWNER, params })).status).toBe(200);
    // A photo of another entry does not open below this one.
    const elsewhere = { ...params, signOffId: answer.body.id + 1, photoId };
    expect((await app.call(getSignOffPhoto, { as: OWNER, params: elsewhere })).status).toBe(404);
  });

  it('SGN-01 is refused before the truck is on the job, and for a cancelled ticket', async () => {
    const onTheRoad = await ticket(3);
    expect(await sign(onTheRoad, entry())).toMatchObject({
      status: 409,
      body: { code: 'load-not-on-job', title: expect.stringContaining('on the job') },
    });
    const cancelled = await ticket(6);
    await app.database.transaction('system', ({ client }) =>
      client.query('update tickets set is_cancelled = true where id = $1', [cancelled]),
    );
    expect(await sign(cancelled, entry())).toMatchObject({ status: 409, body: { detail: 'This ticket was cancelled.' } });
    expect(Number(await ask(sql`select count(*) as answer from ticket_sign_offs where ticket_id in (${onTheRoad}, ${cancelled})`))).toBe(0);
  });

  it('SGN-01 says what is missing or implausible, by field', async () => {
    const ticketId = await ticket();
    const fieldsOf = async (body: object, files: Photo[] = []) => Object.keys((await sign(ticketId, body, { files })).body.errors);
    expect(await fieldsOf(entry({ receivedBy: ' ', slumpInches: '40' }))).toEqual(['receivedBy', 'slumpInches']);
    expect(await fieldsOf(entry({ signature: '' }))).toEqual(['signature']);
    expect(await fieldsOf(entry({ isRejected: 'true' }))).toEqual(['rejectReason']);
    expect(await fieldsOf(entry({ isRejected: 'true', rejectReason: 'other' }))).toEqual(['notes']);
    expect(await fieldsOf(entry({ signature: 'data:image/png;base64,AAAA' }))).toEqual(['signature']);
    expect(await fieldsOf(entry(), [{ fileName: 'a.jpg', bytes: Buffer.from('GIF89a') }])).toEqual(['photos']);
    const seven = await Promise.all(Array.from({ length: 7 }, async () => ({ fileName: 'a.jpg', bytes: await photo(20, 20) })));
    expect(await fieldsOf(entry(), seven)).toEqual(['photos']);
  });

  it('SGN-01 reads measures by the rule of the form: fractions as builders write them, and no other spellings', async () => {
    const ticketId = await ticket();
    expect((await sign(ticketId, entry({ slumpInches: '4 1/2', airPercent: '5½', temperatureF: '71,5' }))).status).toBe(200);
    expect(await entriesOf(ticketId)).toMatchObject([{ waterGallons: null, slumpInches: 4.5, airPercent: 5.5, temperatureF: 71.5 }]);
    const refused = await sign(await ticket(), entry({ waterGallons: '1e1', slumpInches: '30 1/4', airPercent: 'much' }));
    expect(Object.keys(refused.body.errors)).toEqual(['waterGallons', 'slumpInches', 'airPercent']);
    expect((await sign(await ticket(), entry({ waterGallons: ' ' }))).status).toBe(200);
  });

  it('SGN-01 happens once, however often the same entry arrives, at once or later', async () => {
    const ticketId = await ticket();
    const body = entry({ signedAt: '2026-01-05T10:00:00-05:00' });
    const answers = await Promise.all([sign(ticketId, body), sign(ticketId, body), sign(ticketId, body)]);
    const again = await sign(ticketId, body);
    expect(new Set([...answers, again].map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect((await entriesOf(ticketId)).map(({ signedAt }) => signedAt)).toEqual(['2026-01-05T15:00:00Z']);
    expect(
      Number(
        await ask(sql`select count(*) as answer from events where type = 'ticket.signed' and (data ->> 'ticketId')::bigint = ${ticketId}`),
      ),
    ).toBe(1);
    // The key of one load cannot be used for another.
    expect((await sign(await ticket(), body)).status).toBe(422);
  });

  it('SGN-01 is done by the first of two people; the second gets an error that says so', async () => {
    const ticketId = await ticket();
    const statuses = (await Promise.all([sign(ticketId, entry()), sign(ticketId, entry(), { as: 'field@example.com' })])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 409]);
    expect(await entriesOf(ticketId)).toHaveLength(1);
  });

  it('SGN-01 ignores a time in the future from a phone with a wrong clock', async () => {
    const ticketId = await ticket();
    await sign(ticketId, entry({ signedAt: '2049-01-01T00:00:00Z' }));
    const [stored] = await entriesOf(ticketId);
    expect(Date.parse(stored?.signedAt ?? '')).toBeLessThanOrEqual(Date.now());
  });
});

describe('the order of a load that is signed for late', () => {
  /** Makes a delivered load, ticketed some hours ago, the only one of its order. */
  const onlyLoad = async (statusId: number, hoursAgo = 1) => {
    const ticketId = await ticket();
    const orderId = Number(await ask(sql`select order_id as answer from tickets where id = ${ticketId}`));
    await app.database.transaction('system', async ({ client }) => {
      await client.query('update tickets set is_cancelled = true where order_id = $1 and id <> $2', [orderId, ticketId]);
      await client.query('update tickets set ticketed_at = now() - make_interval(hours => $2) where id = $1', [ticketId, hoursAgo]);
      await client.query(
        `update orders set status_id = $2, load_count = 1, quantity_ordered = (select quantity from tickets where id = $3) where id = $1`,
        [orderId, statusId, ticketId],
      );
    });
    const status = async () => Number(await ask(sql`select status_id as answer from orders where id = ${orderId}`));
    return { ticketId, orderId, status };
  };
  const rejection = (changes: object = {}) => entry({ isRejected: 'true', rejectReason: 'slump', ...changes });

  it('POUR-01 SGN-02 is open again after a rejection, and complete after its correction', async () => {
    const { ticketId, orderId, status } = await onlyLoad(5);
    const announced = vi.spyOn(app.hub, 'announceRecords');
    const { id } = (await sign(ticketId, rejection())).body;
    expect(await status()).toBe(6);
    expect(announced.mock.calls.flat(2)).toContainEqual(expect.objectContaining({ resource: 'orders', ids: [orderId] }));
    announced.mockRestore();
    await sign(ticketId, entry({ correctsId: String(id) }));
    expect(await status()).toBe(5);
  });

  it('POUR-01 SGN-02 stays as the supplier left it if the load came long ago, or nothing changes', async () => {
    const old = await onlyLoad(5, 30);
    await sign(old.ticketId, rejection());
    expect(await old.status()).toBe(5);
    const received = await onlyLoad(6);
    await sign(received.ticketId, entry());
    expect(await received.status()).toBe(6);
    const cancelled = await onlyLoad(9);
    await sign(cancelled.ticketId, rejection());
    expect(await cancelled.status()).toBe(9);
    // An order that people completed with less than was ordered: after the correction of a rejection nothing would complete it again.
    const short = await onlyLoad(5);
    await app.database.transaction('system', ({ client }) =>
      client.query('update orders set quantity_ordered = quantity_ordered * 4, load_count = 4 where id = $1', [short.orderId]),
    );
    await sign(short.ticketId, rejection());
    expect(await short.status()).toBe(5);
  });
});

describe('the record of sign-offs', () => {
  it('SGN-02 grows by corrections, each of which names the entry that counted until then', async () => {
    const ticketId = await ticket();
    const first = (await sign(ticketId, entry({ waterGallons: '50' }))).body.id as number;
    const second = (await sign(ticketId, entry({ waterGallons: '5', correctsId: String(first) }))).body.id as number;
    // The first entry was corrected already, and a foreign one cannot be named.
    expect((await sign(ticketId, entry({ correctsId: String(first) }))).status).toBe(409);
    expect((await sign(await ticket(), entry({ correctsId: String(second) }))).status).toBe(409);
    const entries = await entriesOf(ticketId);
    expect(entries.map(({ id, correctsId, isCorrected, waterGallons }) => [id, correctsId, isCorrected, waterGallons])).toEqual([
      [first, null, true, 50],
      [second, first, false, 5],
    ]);
  });

  it('SGN-02 says by its last entry whether a load was rejected, in sums and one by one', async () => {
    const rejected = { isRejected: 'true', rejectReason: 'slump', signature: '' };
    await sign(await ticket(), entry());
    const refused = await ticket();
    expect((await sign(refused, entry(rejected))).status).toBe(200);
    const corrected = await ticket();
    const first = (await sign(corrected, entry(rejected))).body.id as number;
    expect((await sign(corrected, entry({ correctsId: String(first) }))).status).toBe(200);
    const [one, sum] = await Promise.all(
      [isRejectedLoad, sql.raw(IS_REJECTED_LOAD)].map((rule) =>
        ask<string[]>(sql`select json_agg(t.id::text order by t.id) as answer from tickets t where ${rule}`),
      ),
    );
    expect(one).toContain(String(refused));
    expect(one).not.toContain(String(corrected));
    expect(sum).toEqual(one);
  });

  it('SGN-02 cannot be changed or deleted by anybody, the owner of the tables included', async () => {
    const ticketId = await ticket();
    await sign(ticketId, entry());
    const scope = { customerId: own.customerId, userId: 1 };
    for (const table of ['ticket_sign_offs', 'ticket_sign_off_photos']) {
      for (const statement of [`update ${table} set customer_id = customer_id`, `delete from ${table}`]) {
        for (const actor of [scope, 'system'] as const) {
          await expect(app.database.transaction(actor, ({ client }) => client.query(statement))).rejects.toThrow('permission denied');
        }
        await expect(app.database.engine.pool.query(statement)).rejects.toThrow('sign-offs only grow');
      }
      await expect(app.database.engine.pool.query(`truncate ${table} cascade`)).rejects.toThrow('sign-offs only grow');
    }
  });

  it('SGN-02 is printed on the PDF: measures, signature and photos, and those of corrected entries', async () => {
    const ticketId = await ticket();
    const pictureOf = async (background: string) => {
      const bytes = await sharp({ create: { width: 300, height: 90, channels: 3, background } })
        .png()
        .toBuffer();
      return `data:image/png;base64,${bytes.toString('base64')}`;
    };
    const [drawn, corrected, photographed] = await Promise.all([pictureOf('#123456'), pictureOf('#654321'), photo(800, 600)]);
    const papers = async () => {
      const { body } = await app.call(getTicketPdf, { as: OWNER, params: ticketParams(ticketId) });
      const bytes = Buffer.from(body.data, 'base64');
      const { context } = await PDFDocument.load(bytes);
      const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
      return {
        words: wordsOfPdf(bytes).toString(),
        pictures: objects.filter((object) => object.includes('/Subtype /Image')).length,
        figures: objects.flatMap((object) => (object.includes('/S /Figure') ? (/\/Alt \((.*?)\)/.exec(object)?.[1] ?? '') : [])),
      };
    };
    const before = await papers();
    // The photos and the signature of the foreman are on the first entry; the office corrects the slump without a photo.
    const first = await sign(ticketId, entry({ slumpInches: '9', receivedBy: 'First Foreman', signature: drawn }), {
      files: ['a.jpg', 'b.jpg'].map((fileName) => ({ fileName, bytes: photographed })),
    });
    const signed = await papers();
    await sign(ticketId, entry({ slumpInches: '4.75', signature: corrected, correctsId: String(first.body.id) }));
    const after = await papers();
    for (const text of ['4.75', 'Dana Reyes', 'First Foreman', 'Slump measured']) expect(after.words).toContain(text);
    const figures = ['Photo 1', 'Photo 2', 'Signature of First Foreman'];
    expect(signed.figures.filter((figure) => !before.figures.includes(figure))).toEqual(figures);
    expect(after.figures.filter((figure) => !before.figures.includes(figure))).toEqual(['Signature of Dana Reyes', ...figures]);
    expect([signed.pictures - before.pictures, after.pictures - before.pictures]).toEqual([3, 4]);
  });

  it('SGN-02 EVT-02 EVT-05 goes out to the systems of the supplier and of the customer', async () => {
    const ticketId = await ticket();
    const rejected = await sign(ticketId, entry({ isRejected: 'true', rejectReason: 'age', signature: '' }));
    const isOurs = ({ data }: { data: { ticket?: { id: number } } }) => data.ticket?.id === ticketId;
    const supplied = await app.call(listEvents, { as: SERVICE, query: { types: 'ticket.rejected', limit: 500 } });
    const seen = await app.call(listCustomerEvents, {
      as: OWNER,
      params: { globalCustomerNumber: own.globalCustomerNumber },
      query: { types: 'ticket.signed,ticket.rejected', limit: 500 },
    });
    for (const feed of [supplied, seen]) {
      const found = feed.body.events.filter(isOurs);
      expect(found).toHaveLength(1);
      expect(found[0].data).toMatchObject({
        signOffId: rejected.body.id,
        ticketKey: await ask(sql`select alt_key as answer from tickets where id = ${ticketId}`),
        ticket: { signOffs: [{ isRejected: true, rejectReason: 'age' }] },
      });
    }
  });

  it("SGN-02 FED-01 gives its pictures to the supplier's systems, to those of its data source only", async () => {
    const ticketId = await ticket();
    const { body } = await sign(ticketId, entry());
    const read = (headers: object) => app.call(getSupplySignature, { ...headers, params: { signOffId: body.id } });
    const answer = await read({ as: SERVICE });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
    const key = await app.call(createServiceKey, {
      as: 'desk@example.com',
      body: { name: 'Elsewhere', scopes: ['tickets:read'], dataSources: ['ELSEWHERE'] },
    });
    expect((await read({ headers: { [HEADERS.serviceKey]: key.body.secret } })).status).toBe(404);
  });

  it('SGN-02 has paths that work, whatever characters the number of the customer has', async () => {
    const ticketId = await ticket();
    await sign(ticketId, entry());
    const rename = (number: string) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update customers set global_customer_number = $2 where id = $1', [own.customerId, number]),
      );
    await rename('Ä/B 7%');
    const [{ signature } = { signature: '' }] = (
      await app.call(getTicket, { as: OWNER, params: { globalCustomerNumber: 'Ä/B 7%', ticketId } })
    ).body.signOffs as SignOff[];
    const headers = { authorization: `Bearer ${await app.token(OWNER)}` };
    const picture = await app.http.inject({ url: signature ?? '', headers });
    await rename(own.globalCustomerNumber);
    expect(signature).toContain(`/customers/${encodeURIComponent('Ä/B 7%')}/tickets/`);
    expect(picture.statusCode).toBe(200);
  });

  it('SGN-02 shows in lists which loads are signed for', async () => {
    const ticketId = await ticket();
    await sign(ticketId, entry());
    const { orderId, ticketNumber } = await ticketOf(ticketId);
    const { globalCustomerNumber } = own;
    const list = await app.call(listTickets, { as: OWNER, params: { globalCustomerNumber }, query: { search: ticketNumber } });
    const order = await app.call(getOrder, { as: OWNER, params: { globalCustomerNumber, orderId } });
    for (const rows of [list.body.items, order.body.tickets]) {
      expect(rows.find(({ id }: { id: number }) => id === ticketId).signOff).toBe('signed');
    }
  });

  it('SGN-02 TKT-02 filters the tickets list by the entry that counts, and by loads that are still to be signed for', async () => {
    const rejection = { isRejected: 'true', rejectReason: 'slump', signature: '' };
    const signed = await ticket();
    await sign(signed, entry());
    const rejected = await ticket();
    await sign(rejected, entry(rejection));
    const corrected = await ticket();
    const first = (await sign(corrected, entry(rejection))).body.id as number;
    await sign(corrected, entry({ correctsId: String(first) }));
    const unsigned = await ticket();
    const stillLoading = await ticket(2);
    const made = [signed, rejected, corrected, unsigned, stillLoading];
    const { globalCustomerNumber } = own;
    const listed = async (signOff: string) => {
      const numbers = await Promise.all(made.map(async (id) => (await ticketOf(id)).ticketNumber as string));
      const found = await Promise.all(
        numbers.map((search) => app.call(listTickets, { as: OWNER, params: { globalCustomerNumber }, query: { search, signOff } })),
      );
      return made.filter((id, index) => found[index]?.body.items.some((row: { id: number }) => row.id === id));
    };
    expect(await listed('signed')).toEqual([signed, corrected]);
    expect(await listed('rejected')).toEqual([rejected]);
    expect(await listed('unsigned')).toEqual([unsigned]);
    expect(await listed('')).toEqual(made);
    const unknown = await app.call(listTickets, { as: OWNER, params: { globalCustomerNumber }, query: { signOff: 'any' } });
    expect(unknown.status).toBe(400);
  });
});
