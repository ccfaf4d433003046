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
import { type Upload, uploadInParts } from './upload-in-parts.ts';

const POLL_MS = 1000;
const LIST_POLL_MS = 5000;
/** Whether a run is waiting or under way. */
export const isBusy = ({ state }: Pick<ImportRow, 'state'>): boolean => state === 'queued' || state === 'running';

/** What a file can be imported to. An import may add a data source, so it is fetched each time. */
export const importOptionsQuery = () => ({ ...endpointQuery(getImportOptions, {}, { failureText: MESSAGES.loadFailed }), staleTime: 0 });
/** Whether an import changes without a write of this page. */
const isMoving = (row: ImportRow): boolean => isBusy(row) || row.isArriving;

/** The latest imports, read again while one of them is under way. */
export const importsQuery = () =>
  ({
    ...endpointQuery(listImports, {}, { failureText: MESSAGES.loadFailed }),
    staleTime: 0,
    refetchInterval: (query: { state: { data: ImportRow[] | undefined } }) => (query.state.data?.some(isMoving) ? LIST_POLL_MS : false),
  }) as const;

/** One import, read again every second while it is uploaded or runs. */
export function importQuery(id: number) {
  return {
    ...endpointQuery(getImport, { params: { id } }, { isSilent: true }),
    refetchInterval: (query: { state: { data: ImportRow | undefined } }) =>
      query.state.data && isMoving(query.state.data) ? POLL_MS : false,
  } as const;
}

/** How a file is written and which column goes where, with what the user has decided about format and columns. */
export function importPreviewQuery(id: number, format: Partial<ImportFormat>, mapping: ImportMapping) {
  return endpointQuery(previewImport, { params: { id }, body: { format, mapping } }, { isSilent: true });
}

/** Uploads a file in parts. `onProgress` receives the part that has arrived, from 0 to 1. */
export function uploadImport(upload: Upload, onProgress: (progress: number) => void, attempt: Attempt): Promise<ImportRow> {
  return uploadInParts(upload, {
    create: (body) => api.call(createImport, { body }, { attempt }),
    find: (id) => api.call(getImport, { params: { id } }),
    send: (id, offset, part) => {
      const form = new FormData();
      form.append('offset', String(offset));
      form.append('part', part, upload.file.name);
      const onSent = (progress: number): void => onProgress((offset + progress * part.size) / upload.file.size);
      return api.upload(addImportPart, { params: { id }, body: form }, onSent);
    },
  });
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
