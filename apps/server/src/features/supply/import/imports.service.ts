import { Readable } from 'node:stream';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type {
  createImport,
  getImportOptions,
  ImportFormat,
  ImportPreview,
  ImportRow,
  previewImport,
  startImport,
} from '@yardage/contract/imports';
import { SUPPLY_RESOURCE_NAMES, type SupplyResource } from '@yardage/contract/supply-records';
import type { Database, Transaction } from '#server/database/database';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { FileStream } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';
import { UnreadableFileError } from './detect-format.ts';
import { fieldsOf, templateOf } from './import-fields.ts';
import { reportOf } from './import-report.service.ts';
import { IMPORT_MESSAGES } from './imports.messages.ts';
import * as queries from './imports.queries.ts';
import { previewFile, SAMPLE_BYTES, type Sample } from './preview-file.ts';
import { uploadedFile } from './uploaded-file.ts';

const CSV = 'text/csv; charset=utf-8';
const refuse = (field: string, message: string) => new ApiError('validation-failed', { fieldErrors: { [field]: [message] } });
const conflict = (detail: string) => new ApiError('conflict', { detail });

/** Imports of files at the desk (FED-10, FED-11). */
export function importsService(database: Database) {
  const find = async (id: number): Promise<ImportRow> => orNotFound(await queries.findImport(database, id));

  /** Changes an import that exists and is not the command's. */
  const change = async (id: number, work: (transaction: Transaction, standing: Standing) => Promise<void>): Promise<ImportRow> => {
    await database.transaction('system', async (transaction) => {
      const standing = orNotFound(await queries.lockImport(transaction, id));
      if (standing.isOfCommand) throw new ApiError('not-found');
      await work(transaction, standing);
    });
    return find(id);
  };

  return {
    list: () => queries.listImports(database),
    find,

    async options(): Promise<Answer<typeof getImportOptions>> {
      const sources = await queries.listDataSources(database);
      return { resources: [...SUPPLY_RESOURCE_NAMES], dataSources: sources.map(({ code, name }) => ({ code, name })) };
    },

    template: (resource: SupplyResource) => new FileStream(`${resource}.csv`, CSV, Readable.from([templateOf(resource)])),

    async create({ dataSource, ...given }: Input<typeof createImport>['body'], { userId }: AuditAuthor): Promise<ImportRow> {
      const isOfSource = given.resource !== 'data-sources';
      if (isOfSource && dataSource === undefined) throw refuse('dataSource', IMPORT_MESSAGES.dataSourceNeeded);
      if (!isOfSource && dataSource !== undefined) throw refuse('dataSource', IMPORT_MESSAGES.dataSourceRefused);
      if (dataSource !== undefined) await assertKnown(database, dataSource);
      const stored = { ...given, dataSource: dataSource ?? null, fileHash: null, createdBy: userId };
      return find(await database.transaction('system', (transaction) => queries.insertImport(transaction, stored)));
    },

    async addPart(id: number, offset: number, [part]: readonly UploadedFile[]): Promise<ImportRow> {
      if (!part) return find(id);
      return change(id, async (transaction, { state, receivedBytes, totalBytes }) => {
        const end = offset + part.bytes.length;
        if (end > totalBytes) throw refuse('part', IMPORT_MESSAGES.partTooLong);
        // The answer to an earlier try was lost.
        if (end <= receivedBytes) return;
        if (state !== 'uploading' || offset !== receivedBytes) throw conflict(IMPORT_MESSAGES.partGap(receivedBytes));
        await queries.addPart(transaction, id, offset, part.bytes, end === totalBytes);
      });
    },

    async preview(id: number, { format, mapping }: Input<typeof previewImport>['body']): Promise<ImportPreview> {
      const { resource, dataSource, state, totalBytes } = await find(id);
      if (state === 'uploading') throw conflict(IMPORT_MESSAGES.notUploaded);
      const remembered = await queries.recallMapping(database, dataSource, resource);
      const given = Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined)) as Partial<ImportFormat>;
      const sample = await sampleOf(database, id, totalBytes);
      try {
        return previewFile(resource, sample, { format: given, remembered, changes: mapping });
      } catch (error) {
        throw error instanceof UnreadableFileError ? conflict(error.message) : error;
      }
    },

    async start(id: number, { mode, format, mapping }: Input<typeof startImport>['body'], { userId, requestId }: AuditAuthor) {
      const { resource, dataSource, fileName } = await find(id);
      assertMapping(resource, mapping);
      return change(id, async (transaction, { state, hasFile }) => {
        if (state === 'uploading') throw conflict(IMPORT_MESSAGES.notUploaded);
        if (state === 'queued' || state === 'running') throw conflict(IMPORT_MESSAGES.isRunning);
        if (!hasFile) throw conflict(IMPORT_MESSAGES.fileGone);
        await queries.beginRun(transaction, id, { mode, format, mapping, state: 'queued' });
        await queries.rememberMapping(transaction, dataSource, resource, mapping);
        const detail = { id, resource, dataSource };
        await recordAudit(transaction, { userId, requestId, customerId: null, action: `imports.${mode}`, subject: fileName, detail });
      });
    },

    cancel: (id: number) =>
      change(id, async (transaction, { state }) => {
        if (state !== 'queued' && state !== 'running') throw conflict(IMPORT_MESSAGES.isOver);
        await queries.requestCancel(transaction, id);
      }),

    resume: (id: number) =>
      change(id, async (transaction, { state, hasRun, hasFile }) => {
        if (!hasRun || (state !== 'cancelled' && state !== 'failed')) throw conflict(IMPORT_MESSAGES.notResumable);
        if (!hasFile) throw conflict(IMPORT_MESSAGES.fileGone);
        await queries.continueRun(transaction, id, 'queued');
      }),

    async report(id: number): Promise<FileStream> {
      const { fileName, counts } = await find(id);
      const name = `${fileName.replace(/\.[^.]*$/, '')}-report.csv`;
      return new FileStream(name, CSV, Readable.from(reportOf(database, id, counts), { objectMode: false }));
    },
  };
}

type Standing = NonNullable<Awaited<ReturnType<typeof queries.lockImport>>>;

async function assertKnown(database: Database, code: string): Promise<void> {
  const sources = await queries.listDataSources(database);
  if (!sources.some((source) => source.code === code)) throw refuse('dataSource', IMPORT_MESSAGES.unknownDataSource(code));
}

/** A mapping names fields of the resource, the key among them. */
function assertMapping(resource: SupplyResource, mapping: Record<string, string>): void {
  const names = new Set(fieldsOf(resource).map(({ name }) => name));
  const unknown = Object.keys(mapping).find((name) => !names.has(name));
  if (unknown !== undefined) throw refuse('mapping', IMPORT_MESSAGES.unknownField(unknown));
  if (mapping.key === undefined) throw refuse('mapping', IMPORT_MESSAGES.noKey);
}

async function sampleOf(database: Database, id: number, totalBytes: number): Promise<Sample> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of uploadedFile(database, id)) {
    parts.push(part);
    length += part.length;
    if (length >= SAMPLE_BYTES) break;
  }
  if (length === 0) throw conflict(IMPORT_MESSAGES.fileGone);
  const bytes = Buffer.concat(parts).subarray(0, SAMPLE_BYTES);
  return { bytes, isWhole: bytes.length === totalBytes };
}
