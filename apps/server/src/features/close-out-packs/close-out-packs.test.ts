import { setTimeout as pause } from 'node:timers/promises';
import {
  cancelPack,
  createPack,
  deletePack,
  downloadPack,
  getPackOptions,
  listPacks,
  type PackRow,
  retryPack,
} from '@yardage/contract/close-out-packs';
import type { Endpoint } from '@yardage/contract/endpoint';
import { type JobPlace, jobKey } from '@yardage/domain/job-key';
import { formatQuantityOnPaper } from '@yardage/domain/quantities';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/database/drizzle';
import type { DocumentDefinition } from '#server/documents/document-definition';
import { DocumentRenderer } from '#server/documents/document-renderer';
import { wordsOfPdf } from '#server/documents/testing/pdf-text';
import type { AreaServices } from '#server/features/area';
import { enforceRetention } from '#server/features/retention/retention.service';
import type { Scope } from '#server/http/scope';
import { ONE_PIXEL } from '#server/testing/prepare-sign-off';
import { customersOf, type TestCustomer } from '#server/testing/sample-call';
import { openTestApp, type TestApp } from '#server/testing/test-app';
import { readZip } from '#server/testing/zip-reader';
import { closeOutPacksService } from './close-out-packs.service.ts';
import { endPack } from './pack-run.queries.ts';
import { PackRunner } from './pack-runner.service.ts';

const OWNER = 'owner@example.com';
let app: TestApp;
let own: TestCustomer;
let documents: DocumentRenderer;
/** A job with more tickets than are written at a time. */
let job: string;

beforeAll(async () => {
  app = await openTestApp();
  documents = new DocumentRenderer(async () => app.config.branding);
  [own] = (await customersOf(app.database, OWNER)) as [TestCustomer];
  job = (await app.database.read(
    'system',
    sql`select o.job as answer from orders o join tickets t on t.order_id = o.id join invoices i on i.id = t.invoice_id
      where o.customer_id = ${own.customerId} group by o.job having count(*) > 30 order by bool_or(i.open_cents = 0) desc, count(*), o.job limit 1`,
  )) as string;
});
afterAll(async () => {
  await documents?.close();
  await app?.close();
});

const params = () => ({ globalCustomerNumber: own.globalCustomerNumber });
const call = (endpoint: Endpoint, packId?: number, as = OWNER, body?: object) =>
  app.call(endpoint, { as, params: { ...params(), ...(packId ? { packId } : {}) }, ...(body ? { body } : {}) });
const make = async (body: object = { kind: 'job', job }, as = OWNER): Promise<PackRow> => {
  const answer = await call(createPack, undefined, as, body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return answer.body;
};
const find = async (id: number): Promise<PackRow> => (await call(listPacks)).body.find((pack: PackRow) => pack.id === id);
/** A fast replacement for the document renderer, for tests in which only the order and number of documents matter. */
const quick = (onRender: (count: number) => unknown = () => {}) => {
  let count = 0;
  return {
    render: async ({ title, number }: DocumentDefinition) => {
      await onRender(++count);
      return Buffer.from(`${title} ${number}`);
    },
  };
};
const runnerWith = (renderer: Pick<DocumentRenderer, 'render'> = documents) =>
  new PackRunner(app.database, renderer, app.http.log as never);

async function download(id: number, as = OWNER): Promise<Map<string, Buffer>> {
  const answer = await app.http.inject({
    url: `/api/customers/${own.globalCustomerNumber}/close-out-packs/${id}/file`,
    headers: { authorization: `Bearer ${await app.token(as)}` },
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return readZip(answer.rawPayload);
}

const indexOf = (files: Map<string, Buffer>): Record<string, string>[] => parse(files.get('Index.csv') ?? '', { columns: true, bom: true });
const sumOf = (rows: Record<string, string>[], column: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

describe('a close-out pack', () => {
  it('APY-10 of a job holds every ticket and invoice once, and its index and summary add up with the records', async () => {
    const options = (await call(getPackOptions)).body;
    expect(options.jobs.map((known: { job: string }) => known.job)).toContain(job);
    const signed = (await app.database.read(
      'system',
      sql`select max(t.ticket_number) as answer from tickets t join orders o on o.id = t.order_id where o.customer_id = ${own.customerId} and o.job = ${job}`,
    )) as string;
    await app.database.transaction('system', ({ client }) =>
      client.query(
        `with corrected as (
           insert into ticket_sign_offs (customer_id, ticket_id, client_key, is_rejected, received_by, signature, signed_by, signed_by_name, signed_at)
           select t.customer_id, t.id, gen_random_uuid(), false, 'Ana First', $3, (select min(id) from users), 'Someone', t.ticketed_at
           from tickets t where t.customer_id = $1 and t.ticket_number = $2 returning *),
         photo as (
           insert into ticket_sign_off_photos (customer_id, sign_off_id, file_name, content_type, content, preview)
           select customer_id, id, 'slab.png', 'image/png', $3, $3 from corrected)
         insert into ticket_sign_offs (customer_id, ticket_id, client_key, corrects_id, is_rejected, reject_reason, received_by, signed_by, signed_by_name, signed_at)
         select customer_id, ticket_id, gen_random_uuid(), id, true, 'slump', 'Rosa Delgado', signed_by, 'Someone', signed_at from corrected`,
        [own.customerId, signed, ONE_PIXEL],
      ),
    );
    const { id, ticketCount, invoiceCount, totalCount } = await make();
    await runnerWith().runAll();
    expect(await find(id)).toMatchObject({ state: 'done', doneCount: totalCount, failure: null, expiresAt: expect.any(String) });
    const files = await download(id);
    const truth = (await app.database.read<{
      tickets: string[];
      invoices: string[];
      ticketCents: number;
      invoiceCents: number;
      openCents: number;
      quantity: number;
    }>(
      'system',
      sql`with t as (select t.* from tickets t join orders o on o.id = t.order_id where o.customer_id = ${own.customerId} and o.job = ${job}),
        i as (select * from invoices i where i.id in (select invoice_id from t) or i.order_id in (select id from orders o where o.customer_id = ${own.customerId} and o.job = ${job}))
        select json_build_object('tickets', (select json_agg(ticket_number order by ticketed_at, id) from t),
          'invoices', (select json_agg(document_number order by document_date, id) from i),
          'ticketCents', (select sum(tax_cents) + sum((select sum(amount_cents) from ticket_products p where p.ticket_id = t.id)) from t),
          'invoiceCents', (select sum(total_cents) from i), 'openCents', (select sum(open_cents) from i), 'quantity', (select sum(quantity) from t)) as answer`,
    )) as { tickets: string[]; invoices: string[]; ticketCents: number; invoiceCents: number; openCents: number; quantity: number };
    // Excel reads UTF-8 only with this mark.
    expect(files.get('Index.csv')?.toString()[0]).toBe('\uFEFF');
    const index = indexOf(files);
    const [tickets, invoices] = ['Ticket', 'Invoice'].map((type) => index.filter((row) => row.type === type)) as [
      typeof index,
      typeof index,
    ];
    expect(tickets.map((row) => row.number)).toEqual(truth.tickets);
    expect(invoices.map((row) => row.number)).toEqual(truth.invoices);
    // Sign-offs are on the papers and in the index: the pictures of a corrected entry on the papers, and only the last one in the index.
    expect(tickets.filter((row) => row.receipt).map((row) => [row.number, row.receipt, row['received by']])).toEqual([
      [signed, 'Rejected', 'Rosa Delgado'],
    ]);
    const paper = files.get(tickets.find((row) => row.number === signed)?.file ?? '') as Buffer;
    expect(wordsOfPdf(paper)).toContain('Rosa Delgado');
    for (const figure of ['Photo 1', 'Signature of Ana First']) expect(paper.toString('latin1')).toContain(`/Alt (${figure})`);
    expect([ticketCount, invoiceCount]).toEqual([truth.tickets.length, truth.invoices.length]);
    expect(sumOf(tickets, 'amount')).toBe(truth.ticketCents);
    expect(sumOf(tickets, 'quantity')).toBe(Math.round(truth.quantity * 100));
    expect(sumOf(invoices, 'amount')).toBe(truth.invoiceCents);
    expect(sumOf(invoices, 'open')).toBe(truth.openCents);
    // Every file is in the index and the other way round, after summary and index.
    expect([...files.keys()]).toEqual(['Summary.pdf', 'Index.csv', ...index.map((row) => row.file)]);
    for (const row of [tickets[0], tickets.at(-1), invoices[0]] as Record<string, string>[]) {
      expect(wordsOfPdf(files.get(row.file ?? '') as Buffer)).toContain(row.number);
    }
    const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    const summary = wordsOfPdf(files.get('Summary.pdf') as Buffer);
    for (const text of [job, dollars(truth.invoiceCents), dollars(truth.openCents)]) expect(summary).toContain(text);
    // Quantities are those that were placed: the rejected load is not among them.
    const placed = await app.database.read<{ code: string; quantity: number }[]>(
      'system',
      sql`select json_agg(s) as answer from (select p.number as code, sum(line.quantity) as quantity
          from tickets t join orders o on o.id = t.order_id join ticket_products line on line.ticket_id = t.id join products p on p.id = line.product_id
          where o.customer_id = ${own.customerId} and o.job = ${job} and not t.is_cancelled and t.ticket_number <> ${signed} group by p.number) as s`,
    );
    expect(placed?.length).toBeGreaterThan(0);
    for (const { code, quantity } of placed ?? []) expect(summary, code).toContain(formatQuantityOnPaper(quantity));
  });

  it('APY-10 of a job holds nothing of another job of the same name, and a name that several have is refused', async () => {
    const orders = (await app.database.read<number[]>(
      'system',
      sql`select json_agg(id) as answer from (select o.id from orders o where o.customer_id = ${own.customerId}
          and exists (select from tickets t where t.order_id = o.id and t.invoice_id is not null) order by o.id limit 4) as o`,
    )) as [number, number, number, number];
    const before = await app.database.transaction('system', ({ client }) =>
      client.query('select id, job, job_number, job_address1, job_address2 from orders where id = any ($1)', [orders]),
    );
    const place = (id: number, name: string, number: string | null, street: string, city = 'Hixson, TN 37343') =>
      app.database.transaction('system', ({ client }) =>
        client.query('update orders set job = $2, job_number = $3, job_address1 = $4, job_address2 = $5 where id = $1', [
          id,
          name,
          number,
          street,
          city,
        ]),
      );
    onTestFinished(async () => {
      for (const row of before.rows) await place(row.id, row.job, row.job_number, row.job_address1, row.job_address2);
    });
    await place(orders[0], 'Slab', 'J-77', '1 Alder St');
    // The same job: the number decides.
    await place(orders[1], 'Slab, second floor', 'j-77 ', '1 Alder St');
    await place(orders[2], 'Slab', null, '2 Birch St');
    await place(orders[3], 'Slab', ' ', '3 Cedar St');
    const listed = (await call(getPackOptions)).body.jobs.filter((each: { job: string }) => each.job.startsWith('Slab'));
    expect(listed.map(({ jobNumber, address }: Record<string, string>) => jobNumber ?? address).toSorted()).toEqual([
      '2 Birch St, Hixson, TN 37343',
      '3 Cedar St, Hixson, TN 37343',
      expect.stringMatching(/^j-77$/i),
    ]);
    const numbersOf = async (body: object) => {
      const { id } = await make({ kind: 'job', job: 'Slab', ...body });
      await runnerWith(quick()).runAll();
      const rows = indexOf(await download(id));
      const row = await find(id);
      await call(deletePack, id);
      return { row, numbers: rows.map(({ number }) => number).toSorted() };
    };
    const truth = async (...ids: number[]) =>
      (
        (await app.database.read<string[]>(
          'system',
          sql`select json_agg(number order by number) as answer from (select ticket_number as number from tickets where order_id in (${sql.join(ids, sql`, `)})
            union select i.document_number from invoices i where i.order_id in (${sql.join(ids, sql`, `)})
              or i.id in (select invoice_id from tickets where order_id in (${sql.join(ids, sql`, `)}))) as records`,
        )) ?? []
      ).toSorted();
    const numbered = await numbersOf({ jobNumber: 'J-77' });
    expect(numbered.numbers).toEqual(await truth(orders[0], orders[1]));
    expect(numbered.row.jobNumber?.toLowerCase()).toBe('j-77');
    const birch = await numbersOf({ jobAddress: '2 Birch St, Hixson, TN 37343' });
    expect(birch.numbers).toEqual(await truth(orders[2]));
    expect(birch.row).toMatchObject({ job: 'Slab', jobNumber: null, jobAddress: '2 Birch St, Hixson, TN 37343' });
    const unclear = await call(createPack, undefined, OWNER, { kind: 'job', job: 'Slab' });
    expect([unclear.status, unclear.body.errors.job]).toEqual([400, [expect.stringContaining('Several jobs have this name')]]);
  });

  it('APY-10 TRK-01 ALR-01 know jobs by the same key in the database and in the browser', async () => {
    const places: JobPlace[] = [
      { job: 'Slab', jobNumber: null, jobAddress: '1 Main St' },
      { job: ' SLAB\t2 ', jobNumber: '  ', jobAddress: '1  Main St, Hixson' },
      { job: 'Slab', jobNumber: ' J 77 ', jobAddress: '1 Main St' },
      { job: 'Garage', jobNumber: 'j  77', jobAddress: null },
    ];
    for (const { job: name, jobNumber, jobAddress } of places) {
      const key = await app.database.read('system', sql`select job_key(${jobNumber}::text, ${name}::text, ${jobAddress}::text) as answer`);
      expect(key).toBe(jobKey({ job: name, jobNumber, jobAddress }));
    }
  });

  it('APY-10 of a month follows the days of the data source, and lists no price or invoice for those who may not see them', async () => {
    const truth = (await app.database.read<{ month: string; numbers: string[]; userId: number; timeZone: string }>(
      'system',
      sql`select json_build_object('month', to_char(t.ticketed_at at time zone d.time_zone, 'YYYY-MM'), 'numbers', json_agg(t.ticket_number order by t.ticketed_at, t.id),
          'timeZone', min(d.time_zone), 'userId', (select id from users where email = ${OWNER})) as answer
        from tickets t join customers c on c.id = t.customer_id join data_sources d on d.id = c.data_source_id where c.id = ${own.customerId}
        group by to_char(t.ticketed_at at time zone d.time_zone, 'YYYY-MM') order by count(*) limit 1`,
    )) as { month: string; numbers: string[]; userId: number; timeZone: string };
    const service = closeOutPacksService({ database: app.database } as unknown as AreaServices);
    const scope = { ...own, ...truth, permissions: new Set(['documents.close-out']) } as unknown as Scope;
    const { id, invoiceCount } = await service.create(scope, { kind: 'month', month: truth.month }, 'test');
    expect(invoiceCount).toBe(0);
    await runnerWith(quick()).runAll();
    const files = await download(id);
    const index = indexOf(files);
    expect(index.map((row) => row.number)).toEqual(truth.numbers);
    expect(Object.keys(index[0] ?? {})).not.toContain('amount');
    expect([...files.keys()].some((name) => name.startsWith('Invoices/'))).toBe(false);
  });

  it('APY-10 INV-12 shows what was paid only to makers who may see it, and offers months that have only invoices', async () => {
    const headings = async (as: string) => {
      const { id } = await make(undefined, as);
      const found = new Set<string>();
      const render = async ({ sections }: DocumentDefinition) => {
        for (const section of sections) if (section.kind === 'table' && section.heading) found.add(section.heading);
        return Buffer.from('');
      };
      await runnerWith({ render }).runAll();
      await call(deletePack, id, as);
      return found;
    };
    expect(await headings(OWNER)).toContain('Payments and credits');
    expect(await headings('manager@example.com')).not.toContain('Payments and credits');

    const lastMonth = async (as = OWNER) => (await call(getPackOptions, undefined, as)).body.lastMonth;
    const move = (months: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query(
          `update invoices set document_date = document_date + make_interval(months => $2), due_date = due_date + make_interval(months => $2)
           where id = (select max(id) from invoices where customer_id = $1)`,
          [own.customerId, months],
        ),
      );
    const before = await lastMonth();
    await move(24);
    const after = await lastMonth();
    await move(-24);
    expect(after > before).toBe(true);
    expect(await lastMonth()).toBe(before);
  });

  it('APY-10 goes on after a restart and after a kill, and two processes do not mix', async () => {
    const { id, totalCount } = await make();
    const first = runnerWith(quick((count) => count === 10 && first.stop()));
    await first.runAll();
    expect(await find(id)).toMatchObject({ state: 'queued', doneCount: 25 });
    // The next process is killed in its first chunk: it never reports its end.
    const hung = Promise.withResolvers<void>();
    const killed = runnerWith(quick((count) => (count === 3 ? hung.promise : undefined))).runAll();
    await expect.poll(async () => (await find(id)).state).toBe('running');
    await runnerWith(quick()).runAll();
    expect(await find(id)).toMatchObject({ state: 'running', doneCount: 25 });
    await app.database.transaction('system', ({ client }) =>
      client.query("update close_out_packs set beat_at = now() - interval '10 minutes' where id = $1", [id]),
    );
    await runnerWith(quick()).runAll();
    expect(await find(id)).toMatchObject({ state: 'done', doneCount: totalCount });
    // The one that hung wakes up late and changes nothing.
    hung.resolve();
    await killed;
    const files = await download(id);
    expect(files.size).toBe(totalCount + 2);
    expect(await find(id)).toMatchObject({ state: 'done', doneCount: totalCount });
  });

  it('APY-10 can be cancelled while it is made, which leaves no file', async () => {
    const { id } = await make();
    await runnerWith(quick(async (count) => count === 5 && expect((await call(cancelPack, id)).body.isCancelling).toBe(true))).runAll();
    expect(await find(id)).toMatchObject({ state: 'cancelled', isCancelling: false });
    const parts = sql`select count(*) as answer from close_out_pack_parts where pack_id = ${id}`;
    expect(Number(await app.database.read('system', parts))).toBe(0);
    expect((await call(downloadPack, id)).status).toBe(409);
    expect((await call(cancelPack, id)).status).toBe(409);
    expect((await call(deletePack, id)).status).toBe(200);
    expect(await find(id)).toBeUndefined();
  });

  it('APY-10 stays cancelled if its process stops at that moment', async () => {
    const { id } = await make();
    await app.database.transaction('system', ({ client }) =>
      client.query("update close_out_packs set state = 'running', is_cancelling = true where id = $1", [id]),
    );
    await endPack(app.database, id, 'queued');
    expect(await find(id)).toMatchObject({ state: 'cancelled', isCancelling: false });
    await runnerWith(quick()).runAll();
    expect(await find(id)).toMatchObject({ state: 'cancelled' });
    expect((await call(deletePack, id)).status).toBe(200);
  });

  it("APY-10 is its maker's alone, is made once however often it is requested, and three at a time", async () => {
    const [one, other] = await Promise.all([make(), make()]);
    expect(one.id).toBe(other.id);
    const theirs = await make({ kind: 'job', job }, 'administrator@example.com');
    expect(theirs.id).not.toBe(one.id);
    for (const endpoint of [cancelPack, retryPack, deletePack, downloadPack])
      expect((await call(endpoint, theirs.id)).status, endpoint.id).toBe(404);
    const [latest] = (await call(getPackOptions)).body.lastMonth.split('-').map(Number);
    for (const month of [`${latest - 1}-12`, `${latest - 1}-11`]) await make({ kind: 'month', month });
    expect((await call(createPack, undefined, OWNER, { kind: 'month', month: `${latest - 1}-10` })).status).toBe(409);
    for (const body of [{ kind: 'job' }, { kind: 'month' }, { kind: 'job', job: 'Nowhere' }, { kind: 'month', month: '1999-01' }]) {
      expect((await call(createPack, undefined, 'payables@example.com', body)).status, JSON.stringify(body)).toBe(400);
    }
    await runnerWith(quick()).runAll();
    expect((await call(listPacks)).body.every((pack: PackRow) => pack.state === 'done' || pack.state === 'cancelled')).toBe(true);
  });

  it('APY-10 stops when its maker lost the permission, and is tried again from where it stopped', async () => {
    const setRole = (roleId: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query('update members set role_id = $1 where customer_id = $2 and email = $3', [roleId, own.customerId, OWNER]),
      );
    const { id } = await make();
    await runnerWith(quick((count) => count === 3 && setRole(5))).runAll();
    expect((await call(listPacks)).status).toBe(403);
    await setRole(1);
    expect(await find(id)).toMatchObject({ state: 'failed', failure: 'access-ended', doneCount: 25 });
    let rendered = 0;
    expect((await call(retryPack, id)).body).toMatchObject({ state: 'queued', doneCount: 25 });
    await runnerWith(quick(() => void rendered++)).runAll();
    const { state, totalCount } = await find(id);
    expect([state, rendered]).toEqual(['done', totalCount - 25 + 1]);
  });

  it('APY-10 is gone with its file when its days are over', async () => {
    const { id } = await make();
    await runnerWith(quick()).runAll();
    await app.database.transaction('system', ({ client }) =>
      client.query("update close_out_packs set expires_at = now() - interval '1 second' where id = $1", [id]),
    );
    expect((await call(downloadPack, id)).status).toBe(404);
    expect(await find(id)).toBeUndefined();
    await pause(5);
    expect(await enforceRetention(app.database, app.config.retention, { now: new Date() })).toMatchObject({ 'close-out packs': 1 });
    const parts = sql`select count(*) as answer from close_out_pack_parts where pack_id = ${id}`;
    expect(Number(await app.database.read('system', parts))).toBe(0);
  });
});
