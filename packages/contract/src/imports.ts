import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { MEGABYTE } from '@yardage/domain/file-sizes';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dataSourceCode, idInPath, moment, wholeNumber } from './scalars.ts';

import { SUPPLY_OUTCOMES, type SupplyOutcome } from './supply-outcomes.ts';
import { SUPPLY_RESOURCE_NAMES } from './supply-records.ts';

/** Largest file that the desk takes. The command reads files of any size. */
export const MAX_IMPORT_BYTES = 500 * MEGABYTE;
/** A file arrives in parts of this size at most. */
export const MAX_IMPORT_PART_BYTES = 4 * MEGABYTE;
const MAX_COLUMNS = 500;

export const IMPORT_MODES = ['dry-run', 'import'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** An upload under way, a complete file, and the states of its run. */
export const IMPORT_STATES = ['uploading', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** How a file is written. What is left out is detected. */
export const IMPORT_FORMATS = {
  encoding: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
  delimiter: ['comma', 'semicolon', 'tab', 'pipe'],
  dateOrder: ['ymd', 'mdy', 'dmy'],
  decimal: ['point', 'comma'],
} as const;
export const importFormat = z.strictObject({
  encoding: z.enum(IMPORT_FORMATS.encoding),
  delimiter: z.enum(IMPORT_FORMATS.delimiter),
  dateOrder: z.enum(IMPORT_FORMATS.dateOrder),
  decimal: z.enum(IMPORT_FORMATS.decimal),
});
export type ImportFormat = z.infer<typeof importFormat>;

/** The supplier's column for each of our fields. */
export const importMapping = z
  .record(z.string().max(60), z.string().max(300))
  .refine((mapping) => Object.keys(mapping).length <= MAX_COLUMNS, { error: () => CONTRACT_MESSAGES.columns });
export type ImportMapping = z.infer<typeof importMapping>;

const resourceName = z.enum(SUPPLY_RESOURCE_NAMES);
const counts = z.strictObject(Object.fromEntries(SUPPLY_OUTCOMES.map((outcome) => [outcome, z.int()])) as Record<SupplyOutcome, z.ZodInt>);

export const importRow = z.strictObject({
  id: z.int(),
  resource: resourceName,
  /** Null for a file of data sources. */
  dataSource: z.string().nullable(),
  fileName: z.string(),
  totalBytes: z.int(),
  receivedBytes: z.int(),
  /** Whether parts of the upload are still arriving. Otherwise an upload that is not complete was interrupted. */
  isArriving: z.boolean(),
  /** Whether the content is still there: that of an upload is removed after a week, and that of the command is elsewhere. */
  hasFile: z.boolean(),
  state: z.enum(IMPORT_STATES),
  /** A run of the import command, whose file only the command can read. */
  isOfCommand: z.boolean(),
  /** Null until a run was started. */
  mode: z.enum(IMPORT_MODES).nullable(),
  readBytes: z.int(),
  readRows: z.int(),
  counts,
  /** Why the run failed. */
  failure: z.string().nullable(),
  isCancelling: z.boolean(),
  createdAt: moment,
  createdBy: z.string().nullable(),
  finishedAt: moment.nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

const importField = z.strictObject({
  name: z.string(),
  type: z.enum(['text', 'number', 'integer', 'boolean', 'day', 'moment', 'choice']),
  isRequired: z.boolean(),
  description: z.string(),
  choices: z.array(z.string()),
});
export type ImportField = z.infer<typeof importField>;

const importPreview = z.strictObject({
  format: importFormat,
  /** Parts of the format that could not be detected; the user selects them. */
  unclear: z.array(z.enum(['dateOrder', 'decimal'])),
  columns: z.array(z.string()),
  fields: z.array(importField),
  mapping: z.record(z.string(), z.string()),
  /** Fields that every record needs and that no column is mapped to. */
  missing: z.array(z.string()),
  rows: z.array(z.strictObject({ line: z.int(), cells: z.array(z.string()) })),
});
export type ImportPreview = z.infer<typeof importPreview>;

const access = { staff: ['imports'] } as const;
const scope = 'user' as const;
const params = z.object({ id: idInPath });

export const getImportOptions = defineEndpoint({
  id: 'desk.import-options',
  requirement: 'FED-10',
  summary: 'The resources and data sources that a file can be imported to',
  method: 'GET',
  path: '/desk/imports/options',
  access,
  scope,
  answer: z.strictObject({
    resources: z.array(resourceName),
    dataSources: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  }),
});

export const getImportTemplate = defineEndpoint({
  id: 'desk.import-template',
  requirement: 'FED-10',
  summary: 'A CSV file with the columns of a resource and a sample row',
  method: 'GET',
  path: '/desk/imports/templates/:resource',
  access,
  scope,
  params: z.object({ resource: resourceName }),
  answer: z.undefined(),
  answersFile: 'text/csv',
});

export const listImports = defineEndpoint({
  id: 'desk.imports',
  requirement: 'FED-10',
  summary: 'The latest imports, newest first',
  method: 'GET',
  path: '/desk/imports',
  access,
  scope,
  answer: z.array(importRow),
});

export const getImport = defineEndpoint({
  id: 'desk.import',
  requirement: 'FED-10',
  summary: 'One import with its progress and counts',
  method: 'GET',
  path: '/desk/imports/:id',
  access,
  scope,
  params,
  answer: importRow,
});

export const createImport = defineEndpoint({
  id: 'desk.create-import',
  requirement: 'FED-10',
  summary: 'Announces a file, whose content follows in parts',
  method: 'POST',
  path: '/desk/imports',
  access,
  scope,
  body: z.strictObject({
    resource: resourceName,
    dataSource: dataSourceCode.optional().describe('Left out for data sources only.'),
    fileName: z.string().trim().min(1).max(200),
    totalBytes: z
      .int()
      .min(1, { error: () => CONTRACT_MESSAGES.emptyFile })
      .max(MAX_IMPORT_BYTES, { error: () => CONTRACT_MESSAGES.fileLimit(MAX_IMPORT_BYTES / MEGABYTE) }),
    modifiedAt: moment.describe('The version of records without a column for updatedAt.'),
  }),
  answer: importRow,
});

export const addImportPart = defineEndpoint({
  id: 'desk.add-import-part',
  requirement: 'FED-10',
  summary: 'Adds a part to a file that is being uploaded. A part that has arrived already is ignored, so it may be repeated',
  method: 'POST',
  path: '/desk/imports/:id/parts',
  access,
  scope,
  params,
  body: z.strictObject({
    offset: wholeNumber(0, MAX_IMPORT_BYTES),
  }),
  answer: importRow,
  takesFiles: {
    field: 'part',
    maxCount: 1,
    maxBytes: MAX_IMPORT_PART_BYTES,
    messages: { tooMany: () => CONTRACT_MESSAGES.onePart, tooLarge: () => CONTRACT_MESSAGES.partLimit(MAX_IMPORT_PART_BYTES / MEGABYTE) },
  },
});

export const previewImport = defineEndpoint({
  id: 'desk.preview-import',
  requirement: 'FED-10',
  summary: 'The first rows of an uploaded file, how it is written, and which column goes to which field',
  method: 'POST',
  path: '/desk/imports/:id/preview',
  access,
  scope,
  params,
  body: z.strictObject({
    format: importFormat.partial(),
    /** Columns that the user has chosen; an empty text takes a proposed column away. Dates and numbers of these columns count for the format. */
    mapping: importMapping.default({}),
  }),
  answer: importPreview,
});

export const startImport = defineEndpoint({
  id: 'desk.start-import',
  requirement: 'FED-10',
  summary: 'Starts a dry run or an import in the background, from the first row',
  method: 'POST',
  path: '/desk/imports/:id/start',
  access,
  scope,
  params,
  body: z.strictObject({ mode: z.enum(IMPORT_MODES), format: importFormat, mapping: importMapping }),
  answer: importRow,
});

export const cancelImport = defineEndpoint({
  id: 'desk.cancel-import',
  requirement: 'FED-10',
  summary: 'Stops a run after the rows that it is working on; what was imported stays',
  method: 'POST',
  path: '/desk/imports/:id/cancel',
  access,
  scope,
  params,
  answer: importRow,
});

export const resumeImport = defineEndpoint({
  id: 'desk.resume-import',
  requirement: 'FED-10',
  summary: 'Continues a cancelled or failed run after the last row that was applied',
  method: 'POST',
  path: '/desk/imports/:id/resume',
  access,
  scope,
  params,
  answer: importRow,
});

export const getImportReport = defineEndpoint({
  id: 'desk.import-report',
  requirement: 'FED-11',
  summary: 'The report of the last run as CSV: the counts, and each row that was refused, waits or was stale, with the reason',
  method: 'GET',
  path: '/desk/imports/:id/report',
  access,
  scope,
  params,
  answer: z.undefined(),
  answersFile: 'text/csv',
});
