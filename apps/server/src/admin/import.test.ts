import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/database/drizzle';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database';
import { type ImportEnd, importFolder, readOptions } from './import.ts';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await openTestDatabase('empty');
});
afterAll(() => test?.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yardage-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), new Date('2026-02-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z'));
};
async function run(options: string[], isStopped = () => false): Promise<{ end: ImportEnd; isComplete: boolean; said: string }> {
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), showProgress: () => {}, isStopped };
  const end = await importFolder(readOptions([folder, ...options]), {
    database: test.database,
    records: { announceRecords: () => {} },
    terminal,
  });
  return { end, isComplete: end !== 'unfinished', said: lines.join('\n') };
}
const count = (table: string) =>
  test.database.read<string>('system', sql`select count(*) as answer from ${sql.identifier(table)}`).then(Number);

const plants = (count: number) =>
  [
    'Plant #;Name;Address;City;State;Zip;Lat;Long',
    ...Array.from({ length: count }, (_, index) => `${index + 1};Plant ${index + 1};1 Mill St;Hixson;tn;37343;35,0852;-85,2651`),
  ].join('\n');

describe('npm run import', () => {
  it('FED-10 FED-11 checks a folder, in which files refer to each other, and imports it', async () => {
    write('data-sources.csv', 'code,name,tz,is test\nFOLD,Folder,America/Chicago,yes\n');
    write('plants.csv', plants(3));
    write('trucks.csv', 'Truck #,Plant,Account,Driver\n7,2,fold,Ann\n8,99,fold,Bob\n');
    const options = ['--data-source', 'FOLD', '--map', 'data-sources:code=key', '--map', 'Account=telemetryAccount'];
    const dry = await run([...options, '--dry-run']);
    expect(dry.isComplete).toBe(true);
    expect(dry.said).toContain('plants.csv: dry run: 3 created, 0 updated');
    expect(dry.said).toContain('trucks.csv: dry run: 1 created, 0 updated, 0 unchanged, 0 stale, 1 waiting, 0 refused.');
    expect([await count('plants'), await count('import_seen_keys')]).toEqual([0, 0]);

    const { said } = await run(options);
    expect(said).toContain('data-sources.csv: 1 created');
    expect(said).toContain('plants.csv: 3 created');
    expect(said).toContain('trucks.csv: 1 created, 0 updated, 0 unchanged, 0 stale, 1 waiting');
    expect(readFileSync(join(folder, 'trucks-report.csv'), 'utf8')).toContain('waiting,,3,8,,Waits for plants 99.');
    expect(await count('plants')).toBe(3);
    // The columns are remembered, and the same file changes nothing.
    expect((await run(['--data-source', 'FOLD'])).said).toContain('plants.csv: 0 created, 0 updated, 3 unchanged');
  });

  it.skipIf(!existsSync('/dev/full'))(
    'FED-11 says that a report had no room on the disk, keeps no half of it, and the import is done',
    async () => {
      write('plants.csv', plants(2));
      const report = join(folder, 'plants-report.csv');
      for (const path of [report, `${report}.unfinished`]) symlinkSync('/dev/full', path);
      const { isComplete, said } = await run(['--data-source', 'FOLD']);
      expect(isComplete).toBe(true);
      expect(said).toContain(`The report could not be written to ${report}: ENOSPC`);
      expect(existsSync(`${report}.unfinished`)).toBe(false);
      const state = await test.database.read('system', sql`select state as answer from imports order by id desc limit 1`);
      expect(state).toBe('done');
    },
  );

  it('FED-10 stops when asked, and continues the same file where it stopped', async () => {
    write('plants.csv', plants(1200).replaceAll('Plant ', 'Yard '));
    const stopped = await run(['--data-source', 'FOLD', '--map', 'Yard #=key', '--map', 'Yard #=number'], () => true);
    expect([stopped.isComplete, stopped.said.includes('stopped')]).toEqual([false, true]);
    const { isComplete, said } = await run(['--data-source', 'FOLD']);
    expect(isComplete).toBe(true);
    expect(said).toContain('continues after line 501');
    expect(await count('plants')).toBe(1200);
  });

  it('FED-10 starts from the beginning if an interrupted file is to be read in another way', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `B${index},Open,From six on,2/3/2026`);
    write('announcements.csv', ['key,title,body,postedOn', ...rows].join('\n'));
    const options = ['--data-source', 'FOLD'];
    await run([...options, '--date-order', 'dmy'], () => true);
    const { said } = await run([...options, '--date-order', 'mdy', '--map', 'title=body', '--map', 'body=title']);
    expect(said).toContain('begins with the first row');
    expect(said).not.toContain('continues after');
    // The first rows were read again, and correct what was read from them before.
    expect(said).toContain('100 created, 500 updated, 0 unchanged, 0 stale, 0 waiting, 0 refused');
  });

  it('FED-10 leaves a file alone that another process is importing, and the run that another has taken over', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `V${index},Open,From six on,2026-02-03`);
    write('announcements.csv', ['key,title,body,postedOn', ...rows].join('\n'));
    const options = ['--data-source', 'FOLD'];
    const change = (set: string) =>
      test.database.transaction('system', ({ client }) =>
        client.query(`update imports set ${set} where id = (select max(id) from imports) returning state`),
      );
    let isTaken = false;
    // Another process goes on with the run after its first rows.
    const taken = await run(options, () => {
      if (!isTaken) void change('last_line = last_line + 1');
      isTaken = true;
      return false;
    });
    expect([taken.isComplete, taken.said.includes('taken this import over')]).toEqual([false, true]);
    await expect(run(options)).rejects.toThrow('another process is importing this file');
    expect((await change("beat_at = now() - interval '1 hour', last_line = 501")).rows).toEqual([{ state: 'running' }]);
    const { isComplete, said } = await run(options);
    expect([isComplete, said.includes('continues after line 501')]).toEqual([true, true]);
  });

  it('FED-10 refuses files of a data source that is not known, because their times would be read in a wrong zone', async () => {
    write('announcements.csv', 'key,title,body,postedOn\nA1,Open,From six on,2026-02-03\n');
    const before = await count('supply_records');
    for (const mode of [[], ['--dry-run']]) {
      await expect(run(['--data-source', 'NOWHERE', ...mode])).rejects.toThrow('There is no data source NOWHERE.');
    }
    expect(await count('supply_records')).toBe(before);
  });

  it('FED-10 asks about dates and numbers that may mean two things', async () => {
    write('announcements.csv', 'key,title,body,postedOn\nA1,Open,From six on,2/3/2026\n');
    const options = ['--data-source', 'FOLD'];
    await expect(run(options)).rejects.toThrow('Say which with --date-order');
    expect((await run([...options, '--date-order', 'dmy'])).said).toContain('1 created');
    const posted = await test.database.read('system', sql`select max(posted_on)::text as answer from announcements`);
    expect(posted).toBe('2026-03-02');
  });

  it('FED-10 asks for the keys of all files before it stores anything, and names the columns that are not imported', async () => {
    write('announcements.csv', 'key,title,body,postedOn,Author\nQ1,Open,From six on,2026-02-03,Ann\n');
    write('orders.csv', 'Order #,Job\n101,Mill\n');
    write('tickets.csv', 'Ticket #,Zone\n1,East\n');
    const options = ['--data-source', 'FOLD'];
    const before = await count('announcements');
    await expect(run(options)).rejects.toThrow(
      [
        "orders.csv: no column identifies a record. Say which does with --map 'orders:COLUMN=key'.",
        '  Its columns: Order #, Job',
        "tickets.csv: no column identifies a record. Say which does with --map 'tickets:COLUMN=key'.",
        '  Its columns: Ticket #, Zone',
      ].join('\n'),
    );
    expect(await count('announcements')).toBe(before);
    const { said } = await run([...options, '--map', 'orders:Order #=key', '--map', 'tickets:Ticket #=key']);
    expect(said).toContain('announcements.csv: 1 created');
    expect(said.match(/Not imported: .*/g)).toEqual(['Not imported: Author', 'Not imported: Zone']);
    expect(said).toContain('Ticket # → key, Ticket # → number');
  });

  it('FED-10 names the files that it leaves out, and says that a workbook is no CSV file', async () => {
    write('plants.csv', plants(1));
    write('Orders.CSV', 'key\n1\n');
    write('customer.csv', 'key\n1\n');
    const options = ['--data-source', 'FOLD'];
    const named = 'Not imported, because they are not named after a resource: Orders.CSV, customer.csv\n';
    expect((await run(options)).said).toContain(named);
    // The reports of the first run are none of the supplier's files.
    expect((await run(options)).said).toContain(named);
    write('plants.csv', 'PK\u0003\u0004 and what else a workbook has');
    await expect(run(options)).rejects.toThrow('plants.csv: The file is an Excel workbook. Save it as CSV');
  });

  it('FED-11 tells a program that calls it whether records were refused', async () => {
    write('plants.csv', plants(3).replace('37343;', '3734;'));
    write('announcements.csv', 'key,title,body,postedOn\nX1,Open,From six on,2026-02-03\n');
    for (const mode of [['--dry-run'], []]) {
      expect(await run(['--data-source', 'FOLD', ...mode])).toMatchObject({
        end: 'refused',
        said: expect.stringContaining('announcements.csv'),
      });
    }
    write('plants.csv', plants(2));
    expect((await run(['--data-source', 'FOLD'])).end).toBe('done');
  });

  it('FED-10 refuses a column that a file does not have', async () => {
    write('plants.csv', plants(1));
    const options = ['--data-source', 'FOLD', '--map'];
    await expect(run([...options, 'plants:Nmae=name'])).rejects.toThrow("plants.csv has no column 'Nmae'.");
    await expect(run([...options, 'Nmae=name'])).rejects.toThrow("No file has a column 'Nmae'.");
    // A column of another file is none of this one's business.
    write('trucks.csv', 'Truck #,Plant,Account,Driver\n7,2,fold,Ann\n');
    expect((await run([...options, 'Account=telemetryAccount'])).isComplete).toBe(true);
  });

  it('FED-10 explains what is wrong with the command', async () => {
    expect(() => readOptions([])).toThrow('Usage');
    expect(() => readOptions([folder, '--decimal', 'dot'])).toThrow('--decimal is one of point, comma.');
    expect(() => readOptions([folder, '--map', 'nothing'])).toThrow("'nothing' is not COLUMN=FIELD.");
    await expect(run([])).rejects.toThrow('has no file that is named after a resource');
    write('plants.csv', plants(1));
    await expect(run([])).rejects.toThrow('--data-source');
  });
});
