import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { IMPORT_FORMATS, type ImportFormat, type ImportMapping, type ImportMode, type ImportPreview } from '@yardage/contract/imports';
import { SUPPLY_RESOURCE_NAMES, SUPPLY_RESOURCES, type SupplyResource } from '@yardage/contract/supply-records';
import type { Database } from '#server/database/database';
import { UnreadableFileError } from '#server/features/supply/import/detect-format';
import { fieldsOf } from '#server/features/supply/import/import-fields';
import { reportOf } from '#server/features/supply/import/import-report.service';
import { NO_TIME_ZONE, timeZoneOf } from '#server/features/supply/import/import-runner.service';
import * as queries from '#server/features/supply/import/imports.queries';
import { previewFile, SAMPLE_BYTES } from '#server/features/supply/import/preview-file';
import { readRecords } from '#server/features/supply/import/read-records';
import { readRows } from '#server/features/supply/import/read-rows';
import { runImport } from '#server/features/supply/import/run-import.service';
import { forgetSeen } from '#server/features/supply/import/seen-keys.queries';
import { liveChanges } from '#server/features/supply/live-changes';
import type { RecordsAnnouncer } from '#server/hub/records-change';
import { CommandError } from './admin.ts';
import { IMPORT_COMMAND_MESSAGES } from './import.messages.ts';
import { describeFile, readStart } from './import-file.ts';

const OPTIONS = {
  'data-source': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  map: { type: 'string', multiple: true, default: [] as string[] },
  'date-order': { type: 'string' },
  decimal: { type: 'string' },
  encoding: { type: 'string' },
  delimiter: { type: 'string' },
  report: { type: 'string' },
  restart: { type: 'boolean', default: false },
} as const;

/** What the command needs from the terminal. */
export interface ImportTerminal {
  say(line: string): void;
  /** Shows progress, replacing what it showed before. */
  showProgress(line: string): void;
  /** Whether the user wants to stop. */
  isStopped(): boolean;
}

/** Where the records are stored, how open pages are notified, and the terminal. */
interface Surroundings {
  database: Database;
  records: RecordsAnnouncer;
  terminal: ImportTerminal;
}

interface ImportOptions {
  folder: string;
  reports: string;
  dataSource: string | undefined;
  mode: ImportMode;
  mappings: readonly { resource: SupplyResource | undefined; column: string; field: string }[];
  format: Partial<ImportFormat>;
  isRestart: boolean;
}

/** Reads the command line. */
export function readOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parse(args);
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new CommandError(IMPORT_COMMAND_MESSAGES.usage);
  return {
    folder,
    reports: values.report ?? folder,
    dataSource: values['data-source'],
    mode: values['dry-run'] ? 'dry-run' : 'import',
    mappings: values.map.map(readMap),
    format: {
      ...choice('dateOrder', 'date-order', values['date-order']),
      ...choice('decimal', 'decimal', values.decimal),
      ...choice('encoding', 'encoding', values.encoding),
      ...choice('delimiter', 'delimiter', values.delimiter),
    },
    isRestart: values.restart,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${IMPORT_COMMAND_MESSAGES.usage}`);
  }
}

function choice<Part extends keyof ImportFormat>(part: Part, option: string, text: string | undefined): Partial<ImportFormat> {
  if (text === undefined) return {};
  const allowed: readonly string[] = IMPORT_FORMATS[part];
  if (!allowed.includes(text)) throw new CommandError(IMPORT_COMMAND_MESSAGES.badOption(option, allowed));
  return { [part]: text };
}

function readMap(text: string): ImportOptions['mappings'][number] {
  const [, resource, column, field] = /^(?:([a-z-]+):)?(.+)=([\w.]+)$/.exec(text) ?? [];
  if (!column || !field) throw new CommandError(IMPORT_COMMAND_MESSAGES.badMap(text));
  const known = SUPPLY_RESOURCE_NAMES.find((name) => name === resource);
  return known ? { resource: known, column, field } : { resource: undefined, column: resource ? `${resource}:${column}` : column, field };
}

/** `refused`: every file was read to its end, and records of it were refused. `unfinished`: a file was not read to its end. */
export type ImportEnd = 'done' | 'refused' | 'unfinished';

/** Imports the files of a folder, those first that others refer to. */
export async function importFolder(options: ImportOptions, { database, records, terminal }: Surroundings): Promise<ImportEnd> {
  const folder = await stat(options.folder).catch(() => undefined);
  if (!folder?.isDirectory()) throw new CommandError(IMPORT_COMMAND_MESSAGES.noFolder(options.folder));
  const files = SUPPLY_RESOURCE_NAMES.map((resource) => ({ resource, path: join(options.folder, `${resource}.csv`) })).filter(({ path }) =>
    existsSync(path),
  );
  const names = new Set(files.map(({ path }) => basename(path)));
  const others = (await readdir(options.folder)).filter((name) => /(?<!-report)\.(csv|txt|tsv|xlsx?)$/i.test(name) && !names.has(name));
  if (files.length > 0 && others.length > 0) terminal.say(IMPORT_COMMAND_MESSAGES.otherFiles(others.sort()));
  if (files.length === 0) throw new CommandError(IMPORT_COMMAND_MESSAGES.noFiles(options.folder));
  if (!options.dataSource && files.some(({ resource }) => resource !== 'data-sources'))
    throw new CommandError(IMPORT_COMMAND_MESSAGES.needsDataSource);
  // Plan all files first, so that questions about a later file are asked before anything is stored.
  const plans: Plan[] = [];
  for (const file of files) plans.push(await planFile(options, database, file.resource, file.path));
  const questions = [...unknownColumns(options, plans), ...plans.flatMap(questionsOf)];
  if (questions.length > 0) throw new CommandError(questions.join('\n'));
  const dryRunId = randomUUID();
  let hasRefused = false;
  try {
    for (const plan of plans) {
      const timeZone = await timeZoneFor(plan, database, options.mode === 'dry-run' ? plans : []);
      const end = await runFile(options, { database, records, terminal }, { ...plan, timeZone }, dryRunId);
      if (end === 'unfinished') return end;
      hasRefused ||= end === 'refused';
    }
    return hasRefused ? 'refused' : 'done';
  } finally {
    if (options.mode === 'dry-run') await forgetSeen(database, dryRunId);
  }
}

interface Plan {
  resource: SupplyResource;
  path: string;
  file: string;
  dataSource: string | null;
  format: ImportFormat;
  mapping: ImportMapping;
  missing: readonly string[];
  unclear: ImportPreview['unclear'];
  columns: readonly string[];
}

/** Columns of the command line that are in no file, or not in the one that it names. */
function unknownColumns({ mappings }: ImportOptions, plans: readonly Plan[]): string[] {
  return mappings.flatMap(({ resource, column }) => {
    const meant = plans.filter((plan) => resource === undefined || plan.resource === resource);
    if (meant.length === 0 || meant.some(({ columns }) => columns.includes(column))) return [];
    return [IMPORT_COMMAND_MESSAGES.noColumn(resource && meant[0]?.file, column)];
  });
}

/** What has to be answered before the first file is read. */
function questionsOf({ resource, file, mapping, unclear, columns }: Plan): string[] {
  const noKey = mapping.key === undefined ? [IMPORT_COMMAND_MESSAGES.noKey(file, resource, columns)] : [];
  return [...noKey, ...unclear.map((part) => IMPORT_COMMAND_MESSAGES.unclear[part](file))];
}

async function planFile(options: ImportOptions, database: Database, resource: SupplyResource, path: string): Promise<Plan> {
  const file = `${resource}.csv`;
  const dataSource = resource === 'data-sources' ? null : (options.dataSource ?? null);
  const fixed: ImportMapping = {};
  for (const { resource: only, column, field } of options.mappings) {
    if (only !== undefined && only !== resource) continue;
    if (fieldsOf(resource).some(({ name }) => name === field)) fixed[field] = column;
    else if (only) throw new CommandError(`${file}: there is no field '${field}'.`);
  }
  const rules = {
    format: options.format,
    remembered: await queries.recallMapping(database, dataSource, resource),
    // A column may be named that only some of the files have. The others ignore it, below.
    mapping: fixed,
  };
  const { columns, unclear, format, mapping, missing } = await readStart(path, SAMPLE_BYTES)
    .then((sample) => previewFile(resource, sample, rules))
    .catch((error) => {
      throw error instanceof UnreadableFileError ? new CommandError(IMPORT_COMMAND_MESSAGES.failed(file, error.message)) : error;
    });
  for (const [field, column] of Object.entries(mapping)) if (!columns.includes(column)) delete mapping[field];
  return { resource, path, file, dataSource, format, mapping, missing, unclear, columns };
}

/** The time zone of a file. In a dry run a data source of the same folder is stored nowhere, so its file is read. */
async function timeZoneFor({ dataSource }: Plan, database: Database, dryRun: readonly Plan[]): Promise<string> {
  const known = await timeZoneOf(database, dataSource);
  if (known !== undefined) return known;
  const sources = dryRun.find(({ resource }) => resource === 'data-sources');
  if (sources) {
    const { path, format, mapping } = sources;
    const rules = {
      resource: sources.resource,
      mapping,
      ...format,
      timeZone: NO_TIME_ZONE,
      updatedAt: new Date().toISOString(),
      skipToLine: 0,
    };
    for await (const { record } of readRecords(readRows(createReadStream(path), format), rules)) {
      const { data } = SUPPLY_RESOURCES['data-sources'].safeParse(record);
      if (data?.key === dataSource) return data.timeZone;
    }
  }
  throw new CommandError(IMPORT_COMMAND_MESSAGES.unknownDataSource(dataSource ?? ''));
}

async function runFile(
  options: ImportOptions,
  surroundings: Surroundings,
  plan: Plan & { timeZone: string },
  dryRunId: string,
): Promise<ImportEnd> {
  const { database, records, terminal } = surroundings;
  const { file, path, resource, dataSource, format, mapping } = plan;
  const pairs = Object.entries(mapping).map(([field, column]) => (field === column ? field : `${column} → ${field}`));
  terminal.say(IMPORT_COMMAND_MESSAGES.begins(file, Object.values(format).join(', '), pairs.join(', ')));
  const taken = new Set(Object.values(mapping));
  const unused = plan.columns.filter((column) => !taken.has(column));
  if (unused.length > 0) terminal.say(IMPORT_COMMAND_MESSAGES.unused(unused));
  if (plan.missing.length > 0) terminal.say(IMPORT_COMMAND_MESSAGES.missing(file, plan.missing));
  const { hash, bytes, modifiedAt } = await describeFile(path);
  const given = { resource, dataSource, fileName: file, totalBytes: bytes, modifiedAt, fileHash: hash, createdBy: null };
  const unfinished = options.mode === 'import' && !options.isRestart ? await queries.findUnfinished(database, given, plan) : undefined;
  if (unfinished?.isRunning) throw new CommandError(IMPORT_COMMAND_MESSAGES.isRunning(file));
  if (unfinished?.isSame === false) terminal.say(IMPORT_COMMAND_MESSAGES.beginsAnew(file));
  const id = await database.transaction('system', async (transaction) => {
    if (unfinished?.isSame) {
      await queries.continueRun(transaction, unfinished.id, 'running');
      return unfinished.id;
    }
    const created = await queries.insertImport(transaction, given);
    await queries.beginRun(transaction, created, { mode: options.mode, format, mapping, state: 'running' });
    if (options.mode === 'import') await queries.rememberMapping(transaction, dataSource, resource, mapping);
    return created;
  });
  const run = await queries.readRun(database, id);
  if (run.lastLine > 0) terminal.say(IMPORT_COMMAND_MESSAGES.continues(file, run.lastLine));
  let shown = 0;
  try {
    const end = await runImport(run, {
      database,
      source: createReadStream(path),
      timeZone: plan.timeZone,
      isStopped: terminal.isStopped,
      onChanges: (changes) => records.announceRecords(liveChanges(changes)),
      onProgress: (readBytes) => {
        const percent = Math.floor((100 * readBytes) / Math.max(1, bytes));
        if (percent > shown) terminal.showProgress(IMPORT_COMMAND_MESSAGES.progress(file, percent));
        shown = percent;
      },
      ...(options.mode === 'dry-run' ? { dryRunId } : {}),
    });
    if (end === 'taken-over') {
      // The run belongs to the other process now.
      terminal.say(IMPORT_COMMAND_MESSAGES.takenOver(file));
      return 'unfinished';
    }
    await queries.endRun(database, id, end === 'done' ? 'done' : 'cancelled', null);
    const refusedCount = await reportEnd(options, database, terminal, id, file);
    if (end === 'done') return refusedCount > 0 ? 'refused' : 'done';
    terminal.say(IMPORT_COMMAND_MESSAGES.stopped(file));
    return 'unfinished';
  } catch (error) {
    const isForPeople = error instanceof UnreadableFileError;
    await queries.endRun(database, id, 'failed', isForPeople ? error.message : null).catch(() => {});
    if (!isForPeople) throw error;
    terminal.say(IMPORT_COMMAND_MESSAGES.failed(file, error.message));
    return 'unfinished';
  }
}

/** Says what became of a file and writes its report. Returns how many records were refused. */
async function reportEnd(options: ImportOptions, database: Database, terminal: ImportTerminal, id: number, file: string): Promise<number> {
  const counts = (await queries.findImport(database, id))?.counts;
  if (!counts) return 0;
  terminal.say(IMPORT_COMMAND_MESSAGES.ended(file, options.mode, counts));
  const path = join(options.reports, file.replace(/\.csv$/, '-report.csv'));
  const unfinished = `${path}.unfinished`;
  try {
    await mkdir(options.reports, { recursive: true });
    await pipeline(Readable.from(reportOf(database, id, counts), { objectMode: false }), createWriteStream(unfinished));
    await rename(unfinished, path);
    terminal.say(IMPORT_COMMAND_MESSAGES.report(path));
  } catch (error) {
    // The records are imported, whatever becomes of the report.
    await rm(unfinished, { force: true }).catch(() => {});
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    terminal.say(IMPORT_COMMAND_MESSAGES.noReport(path, (error as Error).message));
  }
  return counts.refused;
}
