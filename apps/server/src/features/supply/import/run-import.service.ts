import { createHash } from 'node:crypto';
import type { SupplyAnswer, SupplyResult } from '@yardage/contract/supply';
import type { SupplyResource } from '@yardage/contract/supply-records';
import type { Database, Transaction } from '#server/database/database';
import { applySupplyBatch, noCounts } from '../apply-supply-batch.service.ts';
import type { Change } from '../batch-run.ts';
import { markOf } from '../staging.queries.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import { type Checkpoint, type RowProblem, type Run, saveCheckpoint } from './imports.queries.ts';
import { type FileRecord, readRecords } from './read-records.ts';
import { readRows } from './read-rows.ts';
import { findSeen, noteSeen } from './seen-keys.queries.ts';

/** How a run ended. `stopped`: the process shuts down, and the run continues later. */
export type RunEnd = 'done' | 'cancelled' | 'stopped' | 'taken-over';

export interface RunTools {
  database: Database;
  /** The bytes of the file. */
  source: AsyncIterable<Uint8Array>;
  /** Of times without an offset. */
  timeZone: string;
  /** Names what a dry run of several files has seen, so that later files may refer to it. */
  dryRunId?: string;
  /** Whether the process is shutting down. */
  isStopped(): boolean;
  onChanges(changes: readonly Change[]): void;
  onProgress?(readBytes: number): void;
}

/** Records in a transaction: few enough to let other writers in between. */
const CHUNK_RECORDS = 500;
/** Long records fill a chunk earlier. */
const CHUNK_ROWS = 5000;

class TakenOverError extends Error {
  override name = 'TakenOverError';
}

/** Reads a file and applies or checks its records, chunk by chunk, from where the run stopped last. Notes its progress with each chunk. */
export async function runImport(run: Run, tools: RunTools): Promise<RunEnd> {
  const { database, onProgress } = tools;
  let readBytes = 0;
  let { lastLine } = run;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of tools.source) {
      readBytes += bytes.length;
      yield bytes;
    }
  }
  const records = readRecords(readRows(counted(), run.format), {
    resource: run.resource,
    mapping: run.mapping,
    dateOrder: run.format.dateOrder,
    decimal: run.format.decimal,
    timeZone: tools.timeZone,
    updatedAt: run.modifiedAt,
    skipToLine: run.lastLine,
  });
  const applyAndReport = async (chunk: readonly FileRecord[]): Promise<boolean> => {
    const shouldGoOn = await applyChunk(run, tools, chunk, { fromLine: lastLine, readBytes });
    lastLine = chunk.at(-1)?.lastLine ?? lastLine;
    onProgress?.(readBytes);
    return shouldGoOn;
  };
  try {
    let chunk: FileRecord[] = [];
    let rowCount = 0;
    for await (const record of records) {
      chunk.push(record);
      rowCount += record.rowCount;
      if (chunk.length < CHUNK_RECORDS && rowCount < CHUNK_ROWS) continue;
      if (!(await applyAndReport(chunk))) return 'cancelled';
      if (tools.isStopped()) return 'stopped';
      [chunk, rowCount] = [[], 0];
    }
    // A file without records is also a delivery: it says that there are none.
    if ((chunk.length > 0 || lastLine === 0) && !(await applyAndReport(chunk))) return 'cancelled';
    await noteEnd(database, run, lastLine);
    return 'done';
  } catch (error) {
    if (error instanceof TakenOverError) return 'taken-over';
    throw error;
  }
}

/** Notes that the whole file was read. */
async function noteEnd(database: Database, run: Run, lastLine: number): Promise<void> {
  const point: Checkpoint = { fromLine: lastLine, lastLine, rows: 0, readBytes: run.totalBytes, counts: noCounts(), problems: [] };
  await database.transaction('system', (transaction) => saveCheckpoint(transaction, run.id, point));
}

/** Applies or checks the records of a chunk and saves the progress. Returns whether the run should go on. */
async function applyChunk(
  run: Run,
  tools: RunTools,
  chunk: readonly FileRecord[],
  position: Pick<Checkpoint, 'fromLine' | 'readBytes'>,
): Promise<boolean> {
  const { database } = tools;
  const sent = chunk.filter(({ isContradictory }) => !isContradictory);
  const save = async (transaction: Transaction, results: readonly SupplyResult[]): Promise<boolean> => {
    const shouldGoOn = await saveCheckpoint(transaction, run.id, {
      ...position,
      lastLine: chunk.at(-1)?.lastLine ?? position.fromLine,
      rows: chunk.reduce((sum, { rowCount }) => sum + rowCount, 0),
      ...describe(chunk, sent, results),
    });
    if (shouldGoOn === undefined) throw new TakenOverError();
    return shouldGoOn;
  };
  let shouldGoOn = true;
  const isDryRun = run.mode === 'dry-run';
  const { answer, changes } = await applySupplyBatch(database, {
    resource: run.resource,
    dataSource: run.dataSource ?? undefined,
    records: sent.map(({ record }) => record),
    hasRefusedOthers: sent.length < chunk.length,
    reading: readingOf(run, tools.timeZone),
    by: { userId: run.createdBy, name: run.fileName, requestId: `import-${run.id}`, isLimited: false },
    isAtomic: false,
    isDryRun,
    alongside: async (transaction, { results }) => {
      shouldGoOn = await save(transaction, results);
    },
  });
  if (isDryRun) {
    const results = await releaseBySeen(run, tools, answer);
    // The transaction of the dry run was rolled back, so the progress is saved in another one.
    shouldGoOn = await database.transaction('system', (transaction) => save(transaction, results));
  } else tools.onChanges(changes);
  return shouldGoOn;
}

/** Names the file and how it is read. The same file in another reading corrects what was read before (FED-10). */
function readingOf({ totalBytes, modifiedAt, format, mapping }: Run, timeZone: string): string {
  const how = createHash('sha256')
    .update(JSON.stringify([format, mapping, timeZone]))
    .digest('base64');
  return `${totalBytes} ${modifiedAt}#${how}`;
}

/** Counts records as valid that wait only for records of earlier files of the same dry run, because those are stored nowhere. */
async function releaseBySeen(
  { resource, dataSource }: Run,
  { database, dryRunId }: RunTools,
  { results }: SupplyAnswer,
): Promise<SupplyResult[]> {
  if (!dryRunId) return results;
  const markIn = (name: { resource: SupplyResource; key: string }) => markOf(dataSource ?? name.key, name.resource, name.key);
  const marksOf = ({ waitsFor = [] }: SupplyResult) => waitsFor.map(markIn);
  const seen = await findSeen(database, dryRunId, results.flatMap(marksOf));
  const released = results.map((result): SupplyResult => {
    const isKnown = result.outcome === 'waiting' && marksOf(result).every((mark) => seen.has(mark));
    return isKnown ? { index: result.index, key: result.key, outcome: 'created' } : result;
  });
  const marks = released.flatMap(({ key, outcome }) => (key === null || outcome === 'refused' ? [] : [markIn({ resource, key })]));
  await noteSeen(database, dryRunId, marks);
  return released;
}

/** Counts what became of the records of a chunk, and lists those that were not applied. */
function describe(
  chunk: readonly FileRecord[],
  sent: readonly FileRecord[],
  results: readonly SupplyResult[],
): Pick<Checkpoint, 'counts' | 'problems'> {
  const counts = noCounts();
  const problems: RowProblem[] = [];
  for (const { index, key, outcome, errors = {}, waitsFor = [] } of results) {
    counts[outcome] += 1;
    const { line, faults } = sent[index] as FileRecord;
    const addProblem = (field: string | null, message: string) => problems.push({ line, key, outcome, field, message });
    if (outcome === 'stale') addProblem(null, IMPORT_MESSAGES.stale);
    for (const missing of waitsFor) addProblem(null, IMPORT_MESSAGES.waitsFor(`${missing.resource} ${missing.key}`));
    if (outcome !== 'refused') continue;
    // The reason why a cell could not be read says more than the schema's message about its text, so it replaces that.
    for (const [field, messages] of Object.entries({ ...errors, ...faults })) addProblem(field, messages.join(' '));
  }
  for (const { line, record, faults, isContradictory } of chunk) {
    if (!isContradictory) continue;
    counts.refused += 1;
    const key = typeof record.key === 'string' ? record.key : null;
    for (const [field, messages] of Object.entries(faults)) {
      problems.push({ line, key, outcome: 'refused', field, message: messages.join(' ') });
    }
  }
  return { counts, problems: problems.sort((a, b) => a.line - b.line) };
}
