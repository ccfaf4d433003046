import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sendTicketsEmail } from '@yardage/contract/tickets';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/database/drizzle';
import { DocumentRenderer } from '#server/documents/document-renderer';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import type { AreaServices } from '#server/features/area';
import { PerUserSemaphore } from '#server/http/per-user-semaphore';
import type { Scope } from '#server/http/scope';
import { liveMegabytes } from '#server/testing/live-memory';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { ticketBatchesService } from './ticket-batches.service.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let foreign: TestCustomer;
let documents: DocumentRenderer;

beforeAll(async () => {
  app = await openTestApp({ hasJobs: true });
  documents = new DocumentRenderer(async () => app.config.branding);
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  [foreign] = (await customersOf(app.database, 'other@example.com')) as [TestCustomer];
});
afterAll(async () => {
  await documents?.close();
  await app?.close();
});

/** Returns ids of invoiced tickets of a customer. */
const invoicedTickets = (customerId: number, count: number) =>
  app.database.read<number[]>(
    'system',
    sql`select json_agg(id) as answer from (select id from tickets where customer_id = ${customerId} and invoice_id is not null order by id limit ${count}) t`,
  ) as Promise<number[]>;
const openTickets = (count: number) =>
  app.database.read<number[]>(
    'system',
    sql`select json_agg(id) as answer from (select id from tickets where customer_id = ${own.customerId} and invoice_id is null order by id limit ${count}) t`,
  ) as Promise<number[]>;

/** The service on its own, for a user who has nothing in progress. */
function openBatches() {
  const settings = { atOnce: 2, waiting: 20, waitMs: 60_000, message: () => 'Too many' };
  const limits = { downloads: new PerUserSemaphore(settings), documents: new PerUserSemaphore(settings) };
  const services = { database: app.database, documents, limits, mail: { declareDocument: () => {} } };
  const scope = { customerId: own.customerId, userId: 1, permissions: new Set() } as unknown as Scope;
  return { batches: ticketBatchesService(services as unknown as AreaServices), scope, limits };
}

/** Downloads the raw bytes. File responses are not checked against the contract. */
async function download(body: object, as = OWNER) {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/customers/${own.globalCustomerNumber}/tickets/download`,
    headers: { authorization: `Bearer ${await app.token(as)}` },
    payload: body,
  });
  return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
}

const mailBody = { email: 'clerk@example.com', message: 'The tickets of last week.', attachmentMode: 'merge' as const };
const sendMail = (body: object, as = OWNER) =>
  app.call(sendTicketsEmail, { as, params: { globalCustomerNumber: own.globalCustomerNumber }, body: { ...mailBody, ...body } });
const lastMail = () =>
  app.database.read<{ recipients: string[]; attachments: { fileName: string; base64: string }[] }>(
    'system',
    sql`select row_to_json(m) as answer from demo_mailbox m order by id desc limit 1`,
  );

describe('several tickets at once', () => {
  it('are one PDF, in the requested order', async () => {
    const ids = (await invoicedTickets(own.customerId, 3)).reverse();
    const { status, bytes, headers } = await download({ ticketIds: ids, format: 'pdf' });
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3);
    const numbers = await app.database.read<string[]>(
      'system',
      sql`select json_agg(ticket_number order by id desc) as answer from tickets where id = any(${`{${ids}}`}::bigint[])`,
    );
    const words = (await wordsOfPdf(bytes)).toString();
    const places = (numbers ?? []).map((number) => words.indexOf(number));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  it('TKT-16 are a ZIP with a file for each, named after its id', async () => {
    const ids = await invoicedTickets(own.customerId, 30);
    const { bytes, headers } = await download({ ticketIds: ids, format: 'zip' });
    expect(headers['content-disposition']).toContain('Tickets.zip');
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    for (const id of ids) expect(bytes.includes(`Ticket_${id}.pdf`)).toBe(true);
    // The index names the ticket number, which people know.
    const numbers = await app.database.read<[number, string][]>(
      'system',
      sql`select json_agg(json_build_array(id, ticket_number)) as answer from tickets where id = any(${`{${ids}}`}::bigint[])`,
    );
    for (const [id, ticketNumber] of numbers ?? []) expect(bytes.includes(`Ticket_${id}.pdf\tTicket ${ticketNumber}\t`)).toBe(true);
  });

  it('TKT-15 TKT-16 are created no faster than they are read, and hold no database connection meanwhile', async () => {
    const ids = await invoicedTickets(own.customerId, 400);
    const read = vi.spyOn(app.database, 'read');
    const { batches, scope } = openBatches();
    for (const format of ['pdf', 'zip'] as const) {
      read.mockClear();
      const { stream } = await batches.download(scope, { ticketIds: ids, format }, new AbortController().signal);
      await once(stream, 'readable');
      await vi.waitFor(() => expect(stream.readableLength).toBeGreaterThanOrEqual(stream.readableHighWaterMark), { timeout: 60_000 });
      // The tickets are read in sixteen chunks; the last ones were not requested. The server's own work reads as the system.
      expect(read.mock.calls.filter(([actor]) => actor !== 'system').length, format).toBeLessThan(16);
      stream.destroy();
    }
    read.mockRestore();
  });

  it('TKT-15 are limited to two downloads per user; the third begins when one was read or cancelled', async () => {
    const ids = await invoicedTickets(own.customerId, 2);
    const { batches, scope, limits } = openBatches();
    const begin = (signal = new AbortController().signal) => batches.download(scope, { ticketIds: ids, format: 'zip' }, signal);
    const [first, second] = [await begin(), await begin()];
    const begun: string[] = [];
    const third = begin().then((file) => {
      begun.push('third');
      return file;
    });
    const gone = new AbortController();
    const fourth = begin(gone.signal);
    gone.abort();
    await expect(fourth).rejects.toMatchObject({ code: 'too-many-requests', extras: { retryAt: expect.any(String) } });
    expect(begun).toEqual([]);
    second.stream.destroy();
    const { stream } = await third;
    for (const file of [first.stream, stream]) await buffer(file);
    await vi.waitFor(() => expect(limits.downloads.size).toBe(0), 20_000);
  });

  it('are refused as a whole if one belongs to another customer', async () => {
    const [mine, theirs] = [await invoicedTickets(own.customerId, 2), await invoicedTickets(foreign.customerId, 1)];
    expect((await download({ ticketIds: [...mine, ...theirs], format: 'pdf' })).status).toBe(404);
    expect((await sendMail({ ticketIds: [...mine, ...theirs], attachments: 'tickets' })).status).toBe(404);
  });

  it('are refused beyond 500 in a download and 100 in a mail, with a clear message', async () => {
    const ids = Array.from({ length: 501 }, (_, index) => index + 1);
    expect((await download({ ticketIds: ids, format: 'pdf' })).status).toBe(400);
    const { body } = await sendMail({ ticketIds: ids.slice(0, 101), attachments: 'tickets' });
    expect(body.errors.ticketIds).toEqual(['A mail carries 100 tickets at most.']);
  });

  it('show no price to a Field member, and include no invoices', async () => {
    const ids = await invoicedTickets(own.customerId, 3);
    const { bytes } = await download({ ticketIds: ids, format: 'pdf' }, 'field@example.com');
    expect((await wordsOfPdf(bytes)).toString()).not.toContain('$');
    expect((await sendMail({ ticketIds: ids, attachments: 'both' }, 'field@example.com')).status).toBe(403);
  });

  it('a hundred as one PDF use little memory and let other requests run', async () => {
    const ids = await invoicedTickets(own.customerId, 100);
    await download({ ticketIds: ids.slice(0, 5), format: 'pdf' });
    const before = liveMegabytes();
    let most = before;
    let isDone = false;
    const countAnswered = async () => {
      let answered = 0;
      // Collecting the garbage of this process takes longer than a ticket.
      let measureAt = Date.now();
      for (; !isDone; answered += 1) {
        await app.http.inject('/healthz');
        await pause(5);
        if (Date.now() < measureAt) continue;
        const startedAt = Date.now();
        most = Math.max(most, liveMegabytes());
        const tookMs = Date.now() - startedAt;
        measureAt = Date.now() + 500 + 4 * tookMs;
      }
      return answered;
    };
    const [{ bytes }, answered] = await Promise.all([
      download({ ticketIds: ids, format: 'pdf' }).finally(() => {
        isDone = true;
      }),
      countAnswered(),
    ]);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThanOrEqual(100);
    expect(most - before).toBeLessThan(20);
    // Other requests are served during the whole download, not only before and after it.
    expect(answered).toBeGreaterThanOrEqual(50);
  });
});

describe('mailing several tickets', () => {
  it('TKT-20 TKT-22 TKT-23 sends tickets and invoices merged into one PDF, also to Cc and Bcc', async () => {
    const ids = await invoicedTickets(own.customerId, 4);
    const invoices = Number(
      await app.database.read(
        'system',
        sql`select count(distinct invoice_id) as answer from tickets where id = any(${`{${ids}}`}::bigint[])`,
      ),
    );
    const answer = await sendMail({ ticketIds: ids, attachments: 'both', ccEmails: ['cc@example.com'], bccEmails: ['bcc@example.com'] });
    expect(answer.body).toEqual({ message: 'Ticket successfully emailed on clerk@example.com' });
    await app.eventually('mails', async () => expect((await lastMail())?.recipients ?? []).toContain('bcc@example.com'));
    const mail = await lastMail();
    expect(mail?.attachments.map((file) => file.fileName)).toEqual(['Tickets_and_invoices.pdf']);
    const pdf = await PDFDocument.load(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64'));
    expect(pdf.getPageCount()).toBeGreaterThanOrEqual(4 + invoices);
  });

  it('TKT-22 MAIL-09 is sent to at most twenty recipients, in any field', async () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}@example.com`);
    const tooMany = ['A mail can go to 20 recipients at most'];
    const mail = { ticketIds: await invoicedTickets(own.customerId, 1), attachments: 'tickets' };
    const refused = async (recipients: object) => (await sendMail({ ...mail, ...recipients })).body.errors;
    expect(await refused({ bccEmails: many(20, 'b') })).toEqual({ bccEmails: tooMany });
    expect(await refused({ bccEmails: many(5_000, 'b') })).toEqual({ bccEmails: tooMany });
    expect(await refused({ ccEmails: many(10, 'c'), bccEmails: many(10, 'b') })).toEqual({ ccEmails: tooMany });
    expect((await sendMail({ ...mail, ccEmails: many(10, 'c'), bccEmails: [...many(9, 'b'), 'C0@example.com'] })).status).toBe(200);
  });

  it('says so if none of the tickets has an invoice yet', async () => {
    const { status, body } = await sendMail({ ticketIds: await openTickets(2), attachments: 'invoices' });
    expect([status, body.errors]).toEqual([400, { attachments: ['None of the selected tickets has an invoice yet.'] }]);
  });
});
