import {
  addImportPart,
  cancelImport,
  createImport,
  getImport,
  getImportOptions,
  getImportReport,
  getImportTemplate,
  type ImportFormat,
  type ImportMode,
  type ImportRow,
  listImports,
  previewImport,
  resumeImport,
  startImport,
} from '@yardage/contract/imports';
import { putSupply } from '@yardage/contract/supply';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, SERVICE, type TestApp } from '#server/testing/test-app';
import { ImportRunner } from './import-runner.service.ts';
import { endRun } from './imports.queries.ts';

let app: TestApp;
let runner: ImportRunner;
const STAFF = 'desk@example.com';

beforeAll(async () => {
  app = await openTestApp();
  runner = new ImportRunner(app.database, { announceRecords: () => {} }, app.http.log as never);
  for (const resource of ['data-sources', 'products', 'plants', 'price-lists', 'contacts', 'customers', 'quotes', 'trucks'] as const) {
    const records = [sampleRecord[resource]()];
    const body = resource === 'data-sources' ? { records } : { dataSource: SAMPLE_SOURCE, records };
    expect((await app.call(putSupply[resource], { as: SERVICE, body })).body.results, resource).toMatchObject([{ outcome: 'created' }]);
  }
});
afterAll(() => app?.close());

const call = async (endpoint: Parameters<TestApp['call']>[0], more: Parameters<TestApp['call']>[1] = {}) => {
  const answer = await app.call(endpoint, { as: STAFF, ...more });
  expect([answer.status, answer.body?.detail, answer.body?.errors]).toEqual([200, undefined, undefined]);
  return answer;
};

async function upload(resource: SupplyResource, text: string, partBytes = 1000): Promise<number> {
  const bytes = Buffer.from(text);
  const { body } = await call(createImport, {
    body: {
      resource,
      dataSource: SAMPLE_SOURCE,
      fileName: `${resource}.csv`,
      totalBytes: bytes.length,
      modifiedAt: '2026-02-01T00:00:00.000Z',
    },
  });
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const part = { fileName: 'part', bytes: bytes.subarray(offset, offset + partBytes) };
    await call(addImportPart, { params: { id: body.id }, body: { offset }, files: [part] });
  }
  return body.id;
}

const find = async (id: number): Promise<ImportRow> => (await call(getImport, { params: { id } })).body;

async function start(id: number, mode: ImportMode, format: Partial<ImportFormat> = {}): Promise<void> {
  const { body: preview } = await call(previewImport, { params: { id }, body: { format } });
  await call(startImport, { params: { id }, body: { mode, format: preview.format, mapping: preview.mapping } });
}

async function run(id: number, mode: ImportMode): Promise<ImportRow> {
  await start(id, mode);
  await runner.runAll();
  return find(id);
}

const plantCount = () => app.database.read<string>('system', sql`select count(*) as answer from plants`).then(Number);
const plantRow = (number: number, zip = '37343') => `P${number},${number},Plant ${number},1 Mill St,Hixson,TN,${zip},35.08,-85.26`;
const HEAD = 'Key,Plant No,Name,Address,City,State,Zip,Lat,Lon';
const plants = (from: number, to: number) =>
  [HEAD, ...Array.from({ length: to - from }, (_, index) => plantRow(from + index))].join('\r\n');

describe('an import at the desk', () => {
  it('FED-10 FED-11 checks in a dry run without storing, then imports, and reports each refused row with its reason', async () => {
    const before = await plantCount();
    const id = await upload('plants', [HEAD, plantRow(201), plantRow(202, '3734'), plantRow(203), ''].join('\n'), 50);
    const dry = await run(id, 'dry-run');
    expect(dry).toMatchObject({ state: 'done', mode: 'dry-run', readRows: 3, counts: { created: 2, refused: 1 }, failure: null });
    expect(dry.readBytes).toBe(dry.totalBytes);
    expect(await plantCount()).toBe(before);
    const { text } = await call(getImportReport, { params: { id } });
    expect(text.split('\r\n')).toEqual([
      '\uFEFFoutcome,rows,line,key,field,message',
      'created,2,,,,',
      'updated,0,,,,',
      'unchanged,0,,,,',
      'stale,0,,,,',
      'waiting,0,,,,',
      'refused,1,,,,',
      'refused,,3,P202,zip,Use five digits.',
      '',
    ]);
    expect(await run(id, 'import')).toMatchObject({ state: 'done', mode: 'import', counts: { created: 2, refused: 1 } });
    expect(await plantCount()).toBe(before + 2);
    expect(await run(id, 'import')).toMatchObject({ counts: { created: 0, unchanged: 2, refused: 1 } });
    expect((await call(listImports)).body[0]).toMatchObject({ id, createdBy: expect.any(String) });
  });

  it('FED-10 says that a workbook is no CSV file', async () => {
    const id = await upload('plants', 'PK\u0003\u0004 and what else a workbook has');
    const answer = await app.call(previewImport, { as: 'desk@example.com', params: { id }, body: { format: {} } });
    expect([answer.status, answer.body.detail]).toEqual([409, 'The file is an Excel workbook. Save it as CSV and send that file.']);
  });

  it('FED-11 takes files of old systems that fill fields up with NUL', async () => {
    const row = plantRow(251).replace('Plant 251', 'Plant 251\0\0').replace('35.08', '35.08\0');
    const id = await upload('plants', [HEAD, row, plantRow(252)].join('\n'));
    expect(await run(id, 'dry-run')).toMatchObject({ state: 'done', counts: { created: 2, refused: 0 } });
    expect(await run(id, 'import')).toMatchObject({ state: 'done', counts: { created: 2, refused: 0 } });
  });

  it('FED-10 FED-11 imports the same file again when its columns were wrong, and replaces no other content of the same time', async () => {
    const head = 'Key,Title,Text,Posted';
    const file = [head, 'N1,Open,From six on,2026-02-01', 'N2,Closed,On Monday,2026-02-01', 'N1,Twice,Another row,2026-02-01'].join('\n');
    const id = await upload('announcements', file);
    const { body: preview } = await call(previewImport, { params: { id }, body: { format: {} } });
    const importWith = async (importId: number, mapping: object) => {
      await call(startImport, { params: { id: importId }, body: { mode: 'import', format: preview.format, mapping } });
      await runner.runAll();
      return (await find(importId)).counts;
    };
    const wrong = { key: 'Key', title: 'Text', body: 'Title', postedOn: 'Posted' };
    expect(await importWith(id, { ...wrong, postedOn: 'Title' })).toMatchObject({ refused: 3 });
    expect(await importWith(id, wrong)).toMatchObject({ created: 2, refused: 1 });
    const right = { ...wrong, title: 'Title', body: 'Text' };
    expect(await importWith(id, right)).toMatchObject({ updated: 2, refused: 1 });
    expect(await importWith(id, right)).toMatchObject({ unchanged: 2, refused: 1 });
    // The file that was uploaded a second time is the same file.
    const again = await upload('announcements', file);
    expect(await importWith(again, wrong)).toMatchObject({ updated: 2, refused: 1 });
    const other = await upload('announcements', `${file}\n`);
    expect(await importWith(other, right)).toMatchObject({ refused: 3 });
  });

  it('FED-10 says of a file that was removed that it is gone, and lists a run of the command without its file', async () => {
    const id = await upload('plants', [HEAD, plantRow(261)].join('\n'));
    expect(await run(id, 'dry-run')).toMatchObject({ hasFile: true, isArriving: false });
    await app.database.transaction('system', async ({ client }) => {
      await client.query('delete from import_parts where import_id = $1', [id]);
      await client.query("update imports set state = 'failed' where id = $1", [id]);
    });
    const gone = { status: 409, body: { detail: 'The file was removed after a week. Upload it again.' } };
    expect(await app.call(resumeImport, { as: STAFF, params: { id } })).toMatchObject(gone);
    const format = { encoding: 'utf-8', delimiter: 'comma', dateOrder: 'mdy', decimal: 'point' };
    const body = { mode: 'import', format, mapping: { key: 'Key' } };
    expect(await app.call(startImport, { as: STAFF, params: { id }, body })).toMatchObject(gone);
    expect(await find(id)).toMatchObject({ isOfCommand: false, hasFile: false });
    await app.database.transaction('system', ({ client }) =>
      client.query(`update imports set file_hash = 'hash', state = 'running', beat_at = now() - interval '1 hour' where id = $1`, [id]),
    );
    expect(await find(id)).toMatchObject({ isOfCommand: true, state: 'cancelled' });
  });

  it('FED-10 remembers the columns of a data source', async () => {
    const id = await upload('products', 'Odd,Even,Text,Kind,UM\nFUEL,FUEL,Fuel,concrete,LD\n');
    const { body: first } = await call(previewImport, { params: { id }, body: { format: {} } });
    expect(first.missing).toContain('description');
    const mapping = { key: 'Odd', number: 'Even', description: 'Text', material: 'Kind', unitOfMeasure: 'UM' };
    await call(startImport, { params: { id }, body: { mode: 'import', format: first.format, mapping } });
    await runner.runAll();
    expect(await find(id)).toMatchObject({ counts: { created: 1 } });
    const again = await upload('products', 'Even,Odd,Kind,UM,Text\n1,1,concrete,CY,Mix\n');
    const { body: second } = await call(previewImport, { params: { id: again }, body: { format: {} } });
    expect([second.mapping, second.missing]).toEqual([mapping, []]);
  });

  it('FED-10 asks how dates and numbers are written if those of columns that the user chose allow several readings', async () => {
    const id = await upload('orders', 'No,Fecha,Cant.,Otra\n1,03/04/2026 07:00,1.250,2026-04-03 07:00\n');
    const preview = async (mapping: Record<string, string>) =>
      (await call(previewImport, { params: { id }, body: { format: {}, mapping } })).body;
    expect(await preview({})).toMatchObject({ unclear: [] });
    expect(await preview({ startsAt: 'Fecha' })).toMatchObject({ unclear: ['dateOrder'], mapping: { startsAt: 'Fecha' } });
    expect(await preview({ startsAt: 'Otra', quantityOrdered: 'Cant.' })).toMatchObject({
      unclear: ['decimal'],
      format: { dateOrder: 'ymd' },
    });
    const chosen = { format: { dateOrder: 'dmy' }, mapping: { startsAt: 'Fecha', quantityOrdered: '' } };
    expect((await call(previewImport, { params: { id }, body: chosen })).body).toMatchObject({ unclear: [], format: chosen.format });
  });

  it('FED-10 a chosen column leaves the other fields as they are, and a field without a column is missing', async () => {
    const id = await upload('plants', [HEAD, plantRow(262)].join('\n'));
    const preview = async (mapping: Record<string, string>) =>
      (await call(previewImport, { params: { id }, body: { format: {}, mapping } })).body;
    const proposed = (await preview({})).mapping;
    expect(await preview({ key: 'Plant No' })).toMatchObject({ mapping: { ...proposed, key: 'Plant No' }, missing: [] });
    const { name: _taken, ...rest } = proposed;
    expect(await preview({ name: '' })).toMatchObject({ missing: ['name'] });
    expect((await preview({ name: '' })).mapping).toEqual(rest);
  });

  it('FED-10 distinguishes an upload under way from an interrupted one', async () => {
    const body = {
      resource: 'plants',
      dataSource: SAMPLE_SOURCE,
      fileName: 'p.csv',
      totalBytes: 10,
      modifiedAt: '2026-02-01T00:00:00.000Z',
    };
    const { id } = (await call(createImport, { body })).body;
    expect(await find(id)).toMatchObject({ state: 'uploading', isArriving: true });
    const age = (minutes: number) =>
      app.database.transaction('system', ({ client }) =>
        client.query(
          "update imports set created_at = now() - interval '1 hour', beat_at = now() - make_interval(mins => $2) where id = $1",
          [id, minutes],
        ),
      );
    await age(30);
    expect(await find(id)).toMatchObject({ state: 'uploading', isArriving: false });
    const files = [{ fileName: 'part', bytes: Buffer.from('12345') }];
    await call(addImportPart, { params: { id }, body: { offset: 0 }, files });
    expect(await find(id)).toMatchObject({ state: 'uploading', isArriving: true, receivedBytes: 5 });
  });

  it('FED-10 imports tickets with lines, which wait for their order, in the times of the data source', async () => {
    const head =
      'key,customerKey,orderKey,plantKey,number,ticketedAt,loadNumber,quantity,tax,lines.productKey,lines.quantity,lines.unitPrice,lines.amount';
    const id = await upload('tickets', `${head}\nK9,C1,O9,P1,9,1/26/2026 7:30 AM,1,10,0,MIX,9,150,1350\nK9,,,,,,,,,MIX,1,150,150\n`);
    const { counts } = await run(id, 'import');
    expect(counts).toMatchObject({ waiting: 1 });
    expect((await call(getImportReport, { params: { id } })).text).toContain('waiting,,2,K9,,Waits for orders O9.');
    const records = [sampleRecord.orders({ key: 'O9', quoteKey: null })];
    await call(putSupply.orders, { as: SERVICE, body: { dataSource: SAMPLE_SOURCE, records } });
    const found = await app.database.read(
      'system',
      sql`select json_build_object('at', t.ticketed_at at time zone 'UTC', 'lines', (select count(*) from ticket_products p where p.ticket_id = t.id)) as answer
        from tickets t where t.alt_key = 'K9'`,
    );
    expect(found).toEqual({ at: '2026-01-26T12:30:00', lines: 2 });
  });

  it('FED-13 of which every row was refused does not count as a delivery, also if its rows contradict each other', async () => {
    const deliveries = () =>
      app.database.read<number>(
        'system',
        sql`select count(*)::int as answer from supply_deliveries where data_source = ${SAMPLE_SOURCE} and resource = 'invoices'`,
      );
    const contradictory = await upload('invoices', 'key,number,ticketKeys\nI1,1,K1\nI1,2,K2\n');
    expect((await run(contradictory, 'import')).counts).toMatchObject({ refused: 1 });
    expect(await deliveries()).toBe(0);
    const empty = await upload('invoices', 'key,number,ticketKeys\n');
    expect(await run(empty, 'import')).toMatchObject({ state: 'done', readRows: 0 });
    expect(await deliveries()).toBe(1);
  });

  it('FED-10 stops when it is cancelled, and continues after the last row that was applied', async () => {
    const id = await upload('plants', plants(1000, 2200), 10_000);
    await start(id, 'import');
    expect((await call(cancelImport, { params: { id } })).body).toMatchObject({ state: 'cancelled' });
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'cancelled', readRows: 0 });
    await call(resumeImport, { params: { id } });
    // A run under way sees the request to cancel after its first rows.
    await app.database.transaction('system', ({ client }) => client.query('update imports set is_cancelling = true where id = $1', [id]));
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'cancelled', readRows: 500, counts: { created: 500 } });
    await call(resumeImport, { params: { id } });
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'done', readRows: 1200, counts: { created: 1200, unchanged: 0 } });
    expect((await app.call(resumeImport, { as: STAFF, params: { id } })).status).toBe(409);
    expect((await app.call(cancelImport, { as: STAFF, params: { id } })).status).toBe(409);
  });

  it('FED-10 stays cancelled if its process stops at that moment', async () => {
    const id = await upload('plants', plants(2300, 2400), 10_000);
    await start(id, 'import');
    await app.database.transaction('system', ({ client }) =>
      client.query("update imports set state = 'running', is_cancelling = true where id = $1", [id]),
    );
    await endRun(app.database, id, 'queued', null);
    await runner.runAll();
    const cancelled = { state: 'cancelled', isCancelling: false, readRows: 0, finishedAt: expect.any(String) };
    expect(await find(id)).toMatchObject(cancelled);
    expect((await call(resumeImport, { params: { id } })).body).toMatchObject({ state: 'queued', finishedAt: null });
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'done', readRows: 100 });
  });

  it('FED-10 is continued by another process when its own dies', async () => {
    const id = await upload('plants', plants(3000, 3900), 10_000);
    await start(id, 'import');
    const stopping = new ImportRunner(app.database, { announceRecords: () => stopping.stop() }, app.http.log as never);
    const dying = new ImportRunner(app.database, { announceRecords: () => {} }, app.http.log as never);
    dying.stop();
    await dying.runAll();
    expect(await find(id)).toMatchObject({ state: 'queued' });
    await stopping.runAll();
    expect(await find(id)).toMatchObject({ state: 'queued', readRows: 500 });
    await app.database.transaction('system', ({ client }) =>
      client.query(`update imports set state = 'running', beat_at = now() - interval '1 hour' where id = $1`, [id]),
    );
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'done', readRows: 900, counts: { created: 900 } });
  });

  it('FED-10 says why a file cannot be read', async () => {
    const id = await upload('plants', 'key,name\nP1,"open\n');
    const { body: preview } = await call(previewImport, { params: { id }, body: { format: { encoding: 'utf-16le' } } });
    expect(preview.format.encoding).toBe('utf-16le');
    const format = { encoding: 'utf-8', delimiter: 'comma', dateOrder: 'mdy', decimal: 'point' };
    await call(startImport, { params: { id }, body: { mode: 'import', format, mapping: { key: 'Nothing' } } });
    await runner.runAll();
    expect(await find(id)).toMatchObject({ state: 'failed', failure: "The file has no column 'Nothing'." });
  });

  it('FED-10 forgets what a dry run of the command has seen if it was killed, and not while one goes on', async () => {
    const write = (text: string) => app.database.transaction('system', ({ client }) => client.query(text));
    const seen = () => app.database.read('system', sql`select count(*)::int as answer from import_seen_keys`);
    await write(`insert into import_seen_keys (run_id, mark) values (gen_random_uuid(), 'EAST/plants/P1')`);
    await write(`insert into imports (resource, data_source, file_name, total_bytes, modified_at, file_hash, state, mode, beat_at)
      values ('plants', 'EAST', 'plants.csv', 1, now(), 'dry', 'running', 'dry-run', now())`);
    await runner.tidy();
    expect(await seen()).toBe(1);
    await write("update imports set beat_at = now() - interval '2 hours' where file_hash = 'dry'");
    await runner.tidy();
    expect(await seen()).toBe(0);
  });

  it('FED-10 takes parts in order, once, and nothing beyond the announced size', async () => {
    const announced = {
      resource: 'plants',
      dataSource: SAMPLE_SOURCE,
      fileName: 'p.csv',
      totalBytes: 10,
      modifiedAt: '2026-02-01T00:00:00Z',
    };
    const { body } = await call(createImport, { body: announced });
    const add = async (offset: number, text: string) => {
      const answer = await app.call(addImportPart, {
        as: STAFF,
        params: { id: body.id },
        body: { offset },
        files: [{ fileName: 'part', bytes: Buffer.from(text) }],
      });
      return [answer.status, answer.body.receivedBytes];
    };
    expect(await add(5, '67890')).toEqual([409, undefined]);
    expect(await add(0, '12345')).toEqual([200, 5]);
    expect(await add(0, '12345')).toEqual([200, 5]);
    expect(
      (
        await app.call(startImport, {
          as: STAFF,
          params: { id: body.id },
          body: {
            mode: 'import',
            format: { encoding: 'utf-8', delimiter: 'comma', dateOrder: 'mdy', decimal: 'point' },
            mapping: { key: 'a' },
          },
        })
      ).status,
    ).toBe(409);
    expect(await add(5, '678901')).toEqual([400, undefined]);
    expect(await add(5, '67890')).toEqual([200, 10]);
  });

  it('FED-10 offers data sources and templates, and refuses unknown ones', async () => {
    const { body } = await call(getImportOptions);
    expect(body.dataSources).toContainEqual({ code: SAMPLE_SOURCE, name: 'East' });
    const { text, headers } = await call(getImportTemplate, { params: { resource: 'plants' } });
    expect(text).toMatch(/^key,updatedAt,number,name/);
    expect(headers['content-disposition']).toContain('plants.csv');
    const given = { resource: 'plants', fileName: 'p.csv', totalBytes: 10, modifiedAt: '2026-02-01T00:00:00Z' };
    for (const dataSource of [undefined, 'NOWHERE']) {
      expect((await app.call(createImport, { as: STAFF, body: { ...given, dataSource } })).status).toBe(400);
    }
  });
});
