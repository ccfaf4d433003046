import { type AddressInfo, connect } from 'node:net';
import { answerDeskSupport, getDeskSupport, listDeskSupport } from '@yardage/contract/desk';
import {
  type Attachment,
  createSupportTicket,
  getSupportOptions,
  getSupportTicket,
  listSupportAttachments,
  listSupportTickets,
  type SupportRow,
} from '@yardage/contract/support';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { hostileFiles, photo } from '#server/features/pictures/testing/pictures';
import { connectHub } from '#server/testing/hub-client';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';

const OWNER = 'owner@example.com';
const STAFF = 'dispatcher@example.com';
let app: TestApp;
let own: TestCustomer;
let params: { globalCustomerNumber: string };

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  params = { globalCustomerNumber: own.globalCustomerNumber };
});
afterAll(() => app?.close());

const list = async (query: Record<string, string> = {}) =>
  (await app.call(listSupportTickets, { as: OWNER, params, query })).body as { items: SupportRow[]; totalCount: number };
const fields = (title: string) => ({ title, description: 'It happened twice.', category: 3, type: 2 });
const create = (title: string, files: { fileName: string; bytes: Buffer }[] = [], more: object = {}) =>
  app.call(createSupportTicket, { as: OWNER, params, body: { ...fields(title), ...more }, files });
const counts = () =>
  app.database.read<string>(
    'system',
    sql`select (select count(*) from support_tickets) || '/' || (select count(*) from support_attachments) as answer`,
  );

describe('the list of support requests', () => {
  it('SUP-02 SUP-07 API-51 contains all requests or those of one status, by creation date', async () => {
    const byStatus = await Promise.all(['1', '2', '3', '4'].map(async (status) => (await list({ status })).items));
    expect((await list({ status: '' })).totalCount).toBe(byStatus.flat().length);
    expect(byStatus.every((items, index) => items.length > 0 && items.every(({ status }) => status === index + 1))).toBe(true);
    const [newest] = (await list()).items as [SupportRow];
    expect(newest).toMatchObject({ globalCustomerNumber: own.globalCustomerNumber, customerNumber: own.customerNumber });
    expect((await list({ search: newest.title })).items.map(({ id }) => id)).toContain(newest.id);
    expect((await list({ search: `${own.customerNumber} ${newest.id}` })).items.map(({ id }) => id)).toContain(newest.id);
    const none = await list({ startDate: '2019-01-01', endDate: '2019-12-31' });
    expect(none.totalCount).toBe(0);
  });
});

describe('asking for support', () => {
  it('SUP-05 SUP-06 SUP-08 API-52 API-53 API-54 stores the request and its pictures, which are served as attachments', async () => {
    const answer = await create('Cracks in the slab', [{ fileName: 'crack.jpg', bytes: await photo() }]);
    expect(answer.status).toBe(200);
    const { id } = answer.body;
    const { body } = await app.call(getSupportTicket, { as: OWNER, params: { ...params, id } });
    expect(body).toMatchObject({
      title: 'Cracks in the slab',
      statusName: 'Active',
      categoryName: 'Quality of material',
      typeName: 'Problem',
      replies: [],
    });
    const files = (await app.call(listSupportAttachments, { as: OWNER, params: { ...params, id } })).body as [Attachment];
    expect(files.map(({ fileName }) => fileName)).toEqual(['crack.jpg']);
    const headers = { authorization: `Bearer ${await app.token(OWNER)}` };
    const file = await app.http.inject({ url: files[0].attachment, headers });
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="crack.jpg"',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(file.rawPayload).metadata()).exif).toBeUndefined();
    const foreign = await app.http.inject({
      url: files[0].attachment,
      headers: { authorization: `Bearer ${await app.token('other@example.com')}` },
    });
    expect(foreign.statusCode).toBe(403);
  });

  it('SUP-09 reports missing fields, and returns the choices', async () => {
    const { status, body } = await create('', [], { description: ' ', category: '', type: '' });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      title: ['Title is required'],
      description: ['Description is required'],
      category: ['Category is required'],
      type: ['Type is required'],
    });
    const { body: options } = await app.call(getSupportOptions, { as: OWNER, params });
    expect([options.categories.length, options.types.length]).toEqual([5, 4]);
    // As many characters as are allowed. Browsers send each line break as two.
    const long = (lineBreak: string) => `${'x'.repeat(3_999 - 40)}${lineBreak.repeat(40)}y`;
    const { body: stored } = await create('Long description', [], { description: long('\r\n') });
    expect((await app.call(getSupportTicket, { as: OWNER, params: { ...params, id: stored.id } })).body.description).toBe(long('\n'));
    for (const name of ['category', 'type']) {
      expect((await create('Odd choice', [], { [name]: 99 })).body.errors, name).toEqual({ [name]: ['This choice does not exist.'] });
    }
    expect((await create('Endless category', [], { category: 3_000_000_000 })).body.errors).toEqual({ category: ['Category is required'] });
    expect((await create('Foreign account', [], { customerNumber: '20118' })).status).toBe(403);
  });

  it('SUP-10 SUP-11 SUP-12 refuses other files, large files and a fourth file, and keeps nothing of the request', async () => {
    const before = await counts();
    const good = { fileName: 'a.jpg', bytes: await photo(32, 32) };
    const errorsOf = async (files: { fileName: string; bytes: Buffer }[]) => (await create('Files', files)).body.errors?.attachments;
    for (const hostile of await hostileFiles()) expect(await errorsOf([good, hostile]), hostile.fileName).toHaveLength(1);
    expect(await errorsOf([{ fileName: 'a.exe', bytes: Buffer.from('MZ') }])).toEqual(['Only .jpg, .jpeg, and .png files are allowed.']);
    expect(await errorsOf([{ fileName: 'b.jpg', bytes: Buffer.concat([good.bytes, Buffer.alloc(2 * 1024 * 1024)]) }])).toEqual([
      'File size must not exceed 2 MB.',
    ]);
    expect(await errorsOf([good, good, good, good])).toEqual(['You can upload a maximum of 3 files.']);
    expect(await counts()).toBe(before);
    expect((await create('Three files', [good, good, good])).status).toBe(200);
  });

  it('refuses an empty form, and treats a double click as one request', async () => {
    const url = `/api/customers/${own.globalCustomerNumber}/supporttickets`;
    const send = async (contentType: string, payload: string | Buffer) => {
      const headers = { authorization: `Bearer ${await app.token(OWNER)}`, 'content-type': contentType };
      return (await app.http.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    expect(await send('application/json', '{"title": "x"}')).toBe(415);
    expect(await send('multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nhalf')).toBe(400);
    expect(await send('multipart/form-data; boundary=x', Buffer.alloc(32 * 1024 * 1024))).toBe(413);
    const [first, second] = await Promise.all([create('Clicked twice'), create('Clicked twice')]);
    expect(first.body.id).toBe(second.body.id);
    // The same text with a picture added is another request.
    const picture = { fileName: 'a.jpg', bytes: await photo(32, 32) };
    const [third, fourth] = await Promise.all([create('Clicked twice', [picture]), create('Clicked twice', [picture])]);
    expect(third.body.id).not.toBe(first.body.id);
    expect(third.body.id).toBe(fourth.body.id);
  });

  it('releases the slot of a sender who left before the form was read', async () => {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address}/api/customers/${own.globalCustomerNumber}/supporttickets`;
    const headers = { authorization: `Bearer ${await app.token(OWNER)}`, 'content-type': 'multipart/form-data; boundary=x' };
    const leave = new AbortController();
    // Two of them are being read and two wait until all disconnect; the others are refused.
    let refusals = 0;
    const started = Array.from({ length: 16 }, async () => {
      const body = new ReadableStream({ start: (part) => part.enqueue(Buffer.from('--x\r\n')) });
      await fetch(url, { method: 'POST', headers, body, duplex: 'half', signal: leave.signal } as RequestInit).then(
        () => void refusals++,
        () => undefined,
      );
    });
    await expect.poll(() => refusals).toBe(12);
    leave.abort();
    await Promise.all(started);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields('After all'))) form.append(name, String(value));
    const { authorization } = headers;
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form, signal: AbortSignal.timeout(20_000) });
    expect(answer.status).toBe(200);
  });
});

describe('the desk', () => {
  it('SUP-02 SUP-03 SUP-05 answers and moves a request; the customer sees it and gets a mail', async () => {
    const { id } = (await create('Please call me')).body;
    const version = async () => (await app.call(getDeskSupport, { as: STAFF, params: { id } })).body.version;
    const answer = async (body: object) =>
      app.call(answerDeskSupport, { as: STAFF, params: { id }, body: { version: await version(), ...body } });
    expect((await app.call(listDeskSupport, { as: STAFF, query: { search: 'Please call me', status: '1' } })).body.items).toMatchObject([
      { id },
    ]);
    const ofCustomer = await app.call(listDeskSupport, { as: STAFF, query: { search: `${own.companyName} call me`, status: '1' } });
    expect(ofCustomer.body.items).toMatchObject([{ id }]);
    expect((await answer({ status: 1 })).status).toBe(409);
    expect((await answer({ status: 2, reply: 'We call you at noon.' })).status).toBe(200);
    const { body } = await app.call(getSupportTicket, { as: OWNER, params: { ...params, id } });
    expect(body).toMatchObject({
      status: 2,
      statusName: 'Pending',
      assignedToName: 'Renee Castleberry',
      assignedToEmail: STAFF,
      replies: [{ authorName: 'Renee Castleberry', message: 'We call you at noon.' }],
    });
    await app.eventually('mails', async () => {
      const mails = await app.database.read<{ body: string }[]>(
        'system',
        sql`select coalesce(json_agg(m), '[]') as answer from demo_mailbox m where ${OWNER} = any(recipients)`,
      );
      expect(mails?.map(({ body }) => body).join()).toContain('We call you at noon.');
    });
    // A member who left the account gets no more mail about it.
    const enable = (isEnabled: boolean) =>
      app.database.transaction('system', ({ orm }) =>
        orm.execute(sql`update members set is_enabled = ${isEnabled} where customer_id = ${own.customerId} and email = ${OWNER}`),
      );
    const replies = sql`select count(*)::int as answer from outgoing_mails where document_kind = 'support-reply'`;
    const before = await app.database.read('system', replies);
    await enable(false);
    const seen = (await app.call(getDeskSupport, { as: STAFF, params: { id } })).body;
    expect(seen.creator).toMatchObject({ email: OWNER, hasAccess: false });
    expect((await answer({ status: 3, reply: 'Nobody answered.' })).status).toBe(200);
    await enable(true);
    expect(await app.database.read('system', replies)).toBe(before);
    expect((await answer({ status: 4 })).status).toBe(200);
    expect((await app.call(getDeskSupport, { as: STAFF, params: { id } })).body.statusName).toBe('Closed');
    expect((await app.call(answerDeskSupport, { as: STAFF, params: { id: 999_999 }, body: { status: 2, version: 1 } })).status).toBe(404);
  });
});

describe('the mail about an answer', () => {
  it('LNG-01 SUP-02 names the status in the language of its reader', async () => {
    const speak = (language: string | null) =>
      app.database.transaction('system', ({ orm }) => orm.execute(sql`update users set language = ${language} where email = ${OWNER}`));
    await speak('es');
    const { id } = (await create('Please write to me')).body;
    await app.call(answerDeskSupport, { as: STAFF, params: { id }, body: { status: 3, reply: 'Está hecho.' } });
    const mail = sql`select max(body) as answer from demo_mailbox where body like '%Está hecho.%'`;
    await app.eventually('mails', async () => expect(await app.database.read('system', mail)).toContain('Resuelta'));
    await speak(null);
  });
});

describe('two people at the desk', () => {
  it('SUP-02 an answer to a request that a colleague has answered is refused, and changes nothing', async () => {
    const { id } = (await create('Answer me once')).body;
    const find = async () => (await app.call(getDeskSupport, { as: STAFF, params: { id } })).body;
    const answer = (body: object) => app.call(answerDeskSupport, { as: STAFF, params: { id }, body });
    const first = await find();
    expect((await answer({ status: 3, reply: 'It is done.', version: first.version })).status).toBe(200);
    const mails = sql`select count(*)::int as answer from outgoing_mails where document_kind = 'support-reply'`;
    const before = await app.database.read('system', mails);
    expect((await answer({ status: 2, reply: 'We look into it.', version: first.version })).status).toBe(409);
    expect(await find()).toMatchObject({ status: 3, replies: [{ message: 'It is done.' }] });
    expect(await app.database.read('system', mails)).toBe(before);
    expect((await answer({ status: 2, reply: 'One more thing.', version: (await find()).version })).status).toBe(200);
  });

  it('SUP-05 they see who asked and how to reach them, the customer does not see what is for staff', async () => {
    const { id } = (await create('Who am I')).body;
    const { creator } = (await app.call(getDeskSupport, { as: STAFF, params: { id } })).body;
    expect(creator).toMatchObject({ email: OWNER, name: expect.stringMatching(/\w \w/), phone: expect.any(String), hasAccess: true });
    const { body } = await app.call(getSupportTicket, { as: OWNER, params: { ...params, id } });
    expect([body.creator, body.version]).toEqual([undefined, undefined]);
  });

  it('SUP-02 hear of new requests and answers', async () => {
    const url = await app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => app.http.listeningOrigin);
    const staff = await connectHub(url, await app.token(STAFF));
    try {
      const { id } = (await create('Announce me')).body;
      expect(await staff.hears('DeskChanged', 1)).toEqual([{ area: 'support' }]);
      const { version } = (await app.call(getDeskSupport, { as: STAFF, params: { id } })).body;
      await app.call(answerDeskSupport, { as: STAFF, params: { id }, body: { status: 2, version } });
      expect(await staff.hears('DeskChanged', 2)).toHaveLength(2);
    } finally {
      staff.close();
    }
  });
});

describe('uploads that stop half-way', () => {
  it("SUP-10 of one user do not block another user's request, and are refused beyond a few", async () => {
    if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.http.server.address() as AddressInfo;
    const head = [
      `POST /api/customers/${own.globalCustomerNumber}/supporttickets HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${await app.token(OWNER)}`,
      'Content-Type: multipart/form-data; boundary=half',
      'Content-Length: 100000',
      '\r\n--half\r\nContent-Disposition: form-data; name="title"\r\n\r\nHalf',
    ].join('\r\n');
    const answers: string[] = [];
    const sockets = Array.from({ length: 30 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      socket.on('data', (data) => answers.push(String(data)));
      socket.on('error', () => {});
      return socket;
    });
    // Two are being read and two wait; the others are refused at once.
    await vi.waitFor(() => expect(answers).toHaveLength(26), { timeout: 30_000 });
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5[\s\S]*too many uploads in progress/i);
    const [theirs] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
    const answer = await app.call(createSupportTicket, {
      as: 'other@example.com',
      params: { globalCustomerNumber: theirs.globalCustomerNumber },
      body: fields('Not kept waiting'),
      files: [{ fileName: 'a.jpg', bytes: await photo(64, 64) }],
    });
    expect(answer.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    // The slots of the closed connections are free again.
    await vi.waitFor(async () => expect((await create('After them')).status).toBe(200), { timeout: 30_000 });
  });
});
