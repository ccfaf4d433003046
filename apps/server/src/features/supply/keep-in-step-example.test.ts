import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { SAMPLE_SOURCE, sampleRecord } from '#server/testing/supply-samples';
import { openTestApp, type TestApp } from '#server/testing/test-app';

// Runs the example client of `examples/keep-in-step` as its users would, against the application.

const CLIENT = join(import.meta.dirname, '../../../../../examples/keep-in-step/keep-in-step.mjs');
let app: TestApp;
let folder: string;
/** A proxy between the client and the application: counts its batches, and answers the next ones with a status instead. */
let between: Server;
let url: string;
let batches: { resource: string; records: { key: string }[] }[] = [];
let nextAnswers: number[] = [];
let version = Date.parse('2026-02-01T00:00:00Z');

beforeAll(async () => {
  app = await openTestApp({ world: 'empty' });
  folder = mkdtempSync(join(tmpdir(), 'yardage-keep-in-step-'));
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  between = createServer(async (incoming, answer) => {
    const body: Buffer[] = [];
    for await (const chunk of incoming) body.push(chunk);
    const status = incoming.method === 'PUT' ? nextAnswers.shift() : undefined;
    if (status === 0) return void incoming.socket.destroy();
    // A proxy may answer with a date.
    const retryAfter = status === 503 ? new Date(0).toUTCString() : '0';
    if (status) return void answer.writeHead(status, { 'retry-after': retryAfter }).end();
    const text = Buffer.concat(body);
    if (incoming.method === 'PUT')
      batches.push({ resource: incoming.url?.split('/').at(-1) ?? '', records: JSON.parse(String(text)).records });
    const { method, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, path: incoming.url, method, headers }).end(text);
    const [received] = (await once(outgoing, 'response')) as [IncomingMessage];
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(answer);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
});
afterAll(async () => {
  between?.closeAllConnections();
  between?.close();
  await app?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Writes a file as an export would, each time with a later time. */
function write(resource: string, rows: readonly Record<string, unknown>[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown) => (value === undefined || value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  const path = join(folder, `${resource}.csv`);
  writeFileSync(path, [columns.join(','), ...lines, ''].join('\r\n'));
  version += 60_000;
  utimesSync(path, new Date(version), new Date(version));
}

/** The fields of a sample that are plain cells; the version comes from the file's time. */
function cells({ updatedAt: _, ...record }: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));
}

/** Starts the client. Returns its process and what it has written so far. */
async function startClient(...more: string[]) {
  batches = [];
  const args = [CLIENT, folder, '--url', url, '--data-source', SAMPLE_SOURCE, '--first-pause-ms', '1', ...more];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, YARDAGE_KEY: await app.serviceKey() } });
  const said = { output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said.output += chunk;
    });
  }
  return { child, said };
}

async function run(...more: string[]): Promise<{ code: number; output: string }> {
  const { child, said } = await startClient(...more);
  const [code] = await once(child, 'close');
  return { code, ...said };
}

/** Lets the client watch the folder until the check holds. */
async function watchUntil(check: (output: string) => boolean): Promise<void> {
  const { child, said } = await startClient('--watch', '--every', '1');
  const isClosed = once(child, 'close');
  try {
    await expect.poll(() => check(said.output)).toBe(true);
  } finally {
    child.kill();
    await isClosed;
  }
}

const sentKeys = () => batches.flatMap(({ resource, records }) => records.map(({ key }) => `${resource} ${key}`));
const count = (table: 'trucks' | 'tickets') =>
  app.database.read<number>(
    'system',
    table === 'trucks' ? sql`select count(*)::int as answer from trucks` : sql`select count(*)::int as answer from tickets`,
  );

describe('the example client that keeps a folder in step', () => {
  const trucks = Array.from({ length: 1200 }, (_, index) => cells(sampleRecord.trucks({ key: `T${index}`, number: `${index}` })));
  const ticket = (key: string, amount: number) => {
    const { lines: _, ...fields } = sampleRecord.tickets({ key, number: key, truckKey: 'T7', notes: 'Gate 2\nRing first' });
    const row = { ...cells(fields), 'lines.productKey': 'MIX', 'lines.quantity': 10, 'lines.unitPrice': 150, 'lines.amount': amount };
    return [row, { key, 'lines.productKey': 'MIX', 'lines.quantity': 1, 'lines.unitPrice': 18.5, 'lines.amount': 18.5 }];
  };

  it('FED-02 FED-07 sends a folder in batches of 1,000, tries again when the portal is away, and lists what is refused', async () => {
    for (const resource of ['data-sources', 'plants', 'products', 'contacts'] as const) write(resource, [cells(sampleRecord[resource]())]);
    const list = cells(sampleRecord['price-lists']());
    write('price-lists', [{ ...list, 'items.productKey': 'MIX', 'items.unitPrice': 150 }]);
    write('trucks', trucks);
    const contact = { 'contacts.kind': 'account-rep', 'contacts.contactKey': 'K1' };
    write('customers', [{ ...cells(sampleRecord.customers({ displayName: 'Ridge, "East"' })), ...contact }]);
    write('orders', [cells(sampleRecord.orders({ quoteKey: null }))]);
    write('tickets', [...ticket('1', 1500), ...ticket('2', 1)]);
    nextAnswers = [503, 0, 429];
    const { code, output } = await run();
    expect(output).toContain('trucks: 1200 created');
    expect(output).toMatch(/answered 503.*; next try in \d+\.\d s/);
    expect([code, nextAnswers]).toEqual([2, []]);
    expect(batches.filter(({ resource }) => resource === 'trucks').map(({ records }) => records.length)).toEqual([1000, 200]);
    expect([await count('trucks'), await count('tickets')]).toEqual([1200, 1]);
    const lines = sql`select json_agg(amount_cents order by line_number) as answer from ticket_products`;
    expect(await app.database.read('system', lines)).toEqual([150_000, 1850]);
    expect(await app.database.read('system', sql`select notes as answer from tickets`)).toBe('Gate 2\nRing first');
    expect(await app.database.read('system', sql`select display_name as answer from customers`)).toBe('Ridge, "East"');
    expect(readFileSync(join(folder, 'refused.csv'), 'utf8')).toMatch(/^resource,key,field,message\ntickets,2,lines\.0\.amount,/);
  });

  it('FED-07 sends only what changed, and clears what is corrected', async () => {
    expect(await run()).toMatchObject({ code: 2 });
    expect(batches).toEqual([]);
    write(
      'trucks',
      trucks.map((row, index) => (index === 5 ? { ...row, driverName: 'Somebody Else' } : row)),
    );
    write('tickets', [...ticket('1', 1500), ...ticket('2', 1500)]);
    expect(await run()).toMatchObject({ code: 0 });
    expect(sentKeys()).toEqual(['trucks T5', 'tickets 2']);
    expect(await count('tickets')).toBe(2);
    expect(existsSync(join(folder, 'refused.csv'))).toBe(false);
  });

  it('FED-07 goes on after a run that had to give up', async () => {
    write(
      'trucks',
      trucks.map((row) => ({ ...row, driverName: 'New' })),
    );
    nextAnswers = [503, 503];
    const failed = await run('--tries', '2');
    expect([failed.code, batches]).toEqual([1, []]);
    expect(failed.output).toContain('Given up after 2 tries');
    expect(await run()).toMatchObject({ code: 0 });
    expect(sentKeys()).toHaveLength(1200);
  });

  it('FED-07 reads an empty first cell, and sends the files behind one that cannot be sent', async () => {
    write('trucks', [
      { notAField: undefined, ...cells(sampleRecord.trucks({ key: 'T1', number: '1', driverName: 'After an empty cell' })) },
    ]);
    // The rows of a record do not stand together.
    write(
      'contacts',
      ['K1', 'K2', 'K1'].map((key) => cells(sampleRecord.contacts({ key }))),
    );
    const { code, output } = await run();
    expect([code, sentKeys()]).toEqual([1, ['trucks T1']]);
    expect(output).toContain('do not stand together');
    const driver = sql`select driver_name as answer from trucks where number = '1'`;
    expect(await app.database.read('system', driver)).toBe('After an empty cell');
    rmSync(join(folder, 'contacts.csv'));
  });

  it('FED-07 sends everything to another data source or portal, and nothing twice to the one before', async () => {
    write(
      'data-sources',
      ['ELSE', SAMPLE_SOURCE].map((key) => cells(sampleRecord['data-sources']({ key }))),
    );
    await run();
    expect(await run('--data-source', 'ELSE')).toMatchObject({ code: expect.any(Number) });
    expect(sentKeys()).toContain('trucks T1');
    await run('--data-source', 'ELSE');
    expect(sentKeys()).not.toContain('trucks T1');
    await run();
    expect(batches).toEqual([]);
  });

  it('FED-07 sends again what the portal called stale, as soon as it has a later time', async () => {
    const named = (driverName: string) => write('trucks', [cells(sampleRecord.trucks({ key: 'T1', number: '1', driverName }))]);
    named('Second');
    expect(await run()).toMatchObject({ code: 0 });
    version -= 3_600_000;
    named('First');
    expect(await run()).toMatchObject({ code: 2, output: expect.stringContaining('1 stale') });
    expect(readFileSync(join(folder, 'refused.csv'), 'utf8')).toContain('trucks,T1,updatedAt,');
    version += 7_200_000;
    named('First');
    expect(await run()).toMatchObject({ code: 0 });
    const driver = sql`select driver_name as answer from trucks where number = '1'`;
    expect(await app.database.read('system', driver)).toBe('First');
  });

  it('FED-07 sends again what the portal refused because of its time, also if only the time is corrected', async () => {
    const named = (driverName: string, updatedAt: string) =>
      write('trucks', [{ ...cells(sampleRecord.trucks({ key: 'T1', number: '1', driverName })), updatedAt }]);
    named('Third', '2026-06-01T00:00:00Z');
    expect(await run()).toMatchObject({ code: 0 });
    named('Fourth', '2026-06-01T00:00:00Z');
    expect(await run()).toMatchObject({ code: 2 });
    expect(readFileSync(join(folder, 'refused.csv'), 'utf8')).toContain('trucks,T1,updatedAt,');
    named('Fourth', '2026-06-02T00:00:00Z');
    expect(await run()).toMatchObject({ code: 0 });
    const driver = sql`select driver_name as answer from trucks where number = '1'`;
    expect(await app.database.read('system', driver)).toBe('Fourth');
  });

  it('FED-07 takes a quote within a bare cell, such as inches, for text', async () => {
    const head = 'key,number,plantKey,telemetryAccount,driverName';
    const rows = ['"T1",1,P1,east,Ann 4" hose', '   ', '"T2",2,P1,east,"Bob ""B"" 5"" hose"', 'T3,3,P1,east,Cy 6" hose'];
    const path = join(folder, 'trucks.csv');
    writeFileSync(path, [head, ...rows, ''].join('\n'));
    utimesSync(path, new Date('2026-07-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z'));
    expect(await run()).toMatchObject({ code: 0 });
    expect(sentKeys()).toEqual(['trucks T1', 'trucks T2', 'trucks T3']);
    const drivers = sql`select json_agg(driver_name order by t.number) as answer from trucks t join data_sources d on d.id = t.data_source_id
      where d.code = ${SAMPLE_SOURCE} and t.number in ('1', '2', '3')`;
    expect(await app.database.read('system', drivers)).toEqual(['Ann 4" hose', 'Bob "B" 5" hose', 'Cy 6" hose']);
  });

  it('FED-13 says while it watches that there is nothing new, unless the tickets cannot be sent', async () => {
    const good = readFileSync(join(folder, 'tickets.csv'));
    const [first = {}] = ticket('1', 1500);
    write('tickets', [first, ...ticket('2', 1500), first]);
    // The first look is over when the second one begins.
    await watchUntil((output) => output.split('do not stand together').length > 2);
    expect(batches.filter(({ resource }) => resource === 'tickets')).toEqual([]);
    writeFileSync(join(folder, 'tickets.csv'), good);
    version += 60_000;
    utimesSync(join(folder, 'tickets.csv'), new Date(version), new Date(version));
    await run();
    await watchUntil(() => batches.some(({ resource }) => resource === 'tickets'));
    expect(batches).toEqual([{ resource: 'tickets', records: [] }]);
  });

  it('FED-07 forgets a refusal when a later record applied both', async () => {
    const invoice = (sales: number) => {
      const { ticketKeys: _, ...fields } = sampleRecord.invoices({ sales, total: sales + 138.75 });
      return [{ ...cells(fields), ticketKeys: '1' }];
    };
    write('invoices', invoice(1518.5));
    expect(await run()).toMatchObject({ code: 0 });
    // The ticket is refused because it is invoiced, until the corrected invoice follows.
    write('tickets', [...ticket('1', 1500).slice(0, 1), ...ticket('2', 1500)]);
    write('invoices', invoice(1500));
    const { code } = await run();
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'refused.csv'))).toBe(false);
  });
});
