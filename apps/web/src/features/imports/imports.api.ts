import {
  addImportPart,
  cancelImport,
  createImport,
  getImport,
  getImportOptions,
  getImportReport,
  getImportTemplate,
  type ImportFormat,
  type ImportMapping,
  type ImportMode,
  type ImportRow,
  listImports,
  MAX_IMPORT_PART_BYTES,
  previewImport,
  resumeImport,
  startImport,
} from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { IMPORTS_MESSAGES as MESSAGES } from './imports.messages.ts';

const POLL_MS = 1000;
/** Whether a run is waiting or under way. */
export const isBusy = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'queued' || state === 'running';

/** What a file can be imported to. An import may add a data source, so it is fetched each time. */
export const importOptionsQuery = () => ({ ...endpointQuery(getImportOptions, {}, { failureText: MESSAGES.loadFailed }), staleTime: 0 });
/** The latest imports; those in the background change without a write of this page. */
export const importsQuery = () => ({ ...endpointQuery(listImports, {}, { failureText: MESSAGES.loadFailed }), staleTime: 0 });

/** One import, read again every second while it runs. */
export function importQuery(id: number) {
  return {
    ...endpointQuery(getImport, { params: { id } }, { isSilent: true }),
    refetchInterval: (query: { state: { data: ImportRow | undefined } }) =>
      query.state.data && isBusy(query.state.data) ? POLL_MS : false,
  } as const;
}

/** How a file is written and which column goes where, with what the user has decided about the format. */
export function importPreviewQuery(id: number, format: Partial<ImportFormat>) {
  return endpointQuery(previewImport, { params: { id }, body: { format } }, { isSilent: true });
}

export interface Upload {
  resource: SupplyResource;
  dataSource: string | undefined;
  file: File;
}

/** Uploads a file in parts. `onProgress` receives the part that has arrived, from 0 to 1. */
export async function uploadImport(
  { resource, dataSource, file }: Upload,
  onProgress: (progress: number) => void,
  attempt: Attempt,
): Promise<ImportRow> {
  const body = {
    resource,
    ...(dataSource ? { dataSource } : {}),
    fileName: file.name,
    totalBytes: file.size,
    modifiedAt: new Date(file.lastModified).toISOString(),
  };
  let row = await api.call(createImport, { body }, { attempt });
  while (row.receivedBytes < file.size) {
    const offset = row.receivedBytes;
    const part = file.slice(offset, offset + MAX_IMPORT_PART_BYTES);
    const form = new FormData();
    form.append('offset', String(offset));
    form.append('part', part, file.name);
    row = await api.upload(addImportPart, { params: { id: row.id }, body: form }, (progress) =>
      onProgress((offset + progress * part.size) / file.size),
    );
  }
  return row;
}

export interface Start {
  mode: ImportMode;
  format: ImportFormat;
  mapping: ImportMapping;
}

/** Starts a run. */
export function beginImport(id: number, body: Start, attempt: Attempt) {
  return api.call(startImport, { params: { id }, body }, { attempt });
}

/** Stops a run. */
export function stopImport(id: number, attempt: Attempt) {
  return api.call(cancelImport, { params: { id } }, { attempt });
}

/** Continues a run that was stopped or failed. */
export function continueImport(id: number, attempt: Attempt) {
  return api.call(resumeImport, { params: { id } }, { attempt });
}

const CSV = 'text/csv';

/** Saves the template of a resource. */
export async function saveTemplate(resource: SupplyResource): Promise<void> {
  saveFile(await api.download(getImportTemplate, { params: { resource } }), `${resource}.csv`, CSV);
}

/** Saves the report of an import. */
export async function saveReport({ id, fileName }: ImportRow): Promise<void> {
  const content = await api.download(getImportReport, { params: { id } });
  saveFile(content, `${fileName.replace(/\.[^.]*$/, '')}-report.csv`, CSV);
}
