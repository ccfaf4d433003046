import { isOnCalendar } from '@yardage/domain/calendar';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { PERMISSIONS } from './permissions.ts';
import { customerQuery, idInPath, moment } from './scalars.ts';

/** Tickets and invoices that a pack holds at most. */
export const MAX_PACK_RECORDS = 10_000;
export const PACK_KINDS = ['job', 'month'] as const;
export type PackKind = (typeof PACK_KINDS)[number];
export const PACK_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type PackState = (typeof PACK_STATES)[number];
/** Why a pack was not made: an error of ours, or its maker lost the permission. */
export const PACK_FAILURES = ['crashed', 'access-ended'] as const;
export type PackFailure = (typeof PACK_FAILURES)[number];

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: () => CONTRACT_MESSAGES.month })
  .refine((text) => isOnCalendar(`${text}-01`), { error: () => CONTRACT_MESSAGES.month });

/** A pack of the caller, with its progress. */
export const packRow = z.strictObject({
  id: z.int(),
  kind: z.enum(PACK_KINDS),
  /** Null for a pack of a month. */
  job: z.string().nullable(),
  /** Number and address distinguish jobs of one name; null in packs of a month and in old ones. */
  jobNumber: z.string().nullable(),
  jobAddress: z.string().nullable(),
  /** As `yyyy-MM`; null for a pack of a job. */
  month: z.string().nullable(),
  state: z.enum(PACK_STATES),
  /** How many of the records are in the file. */
  doneCount: z.int(),
  totalCount: z.int(),
  ticketCount: z.int(),
  invoiceCount: z.int(),
  hasAmounts: z.boolean(),
  /** The size of the file so far. */
  fileBytes: z.int(),
  failure: z.enum(PACK_FAILURES).nullable(),
  isCancelling: z.boolean(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** From then on it cannot be downloaded. */
  expiresAt: moment.nullable(),
});
export type PackRow = z.infer<typeof packRow>;

const access = { anyOf: [PERMISSIONS.DOCUMENTS_CLOSE_OUT] } as const;
const scope = 'customer' as const;
const requirement = 'APY-10';
const query = z.object({ ...customerQuery });
const packParams = customerParams.extend({ packId: idInPath });
const PATH = '/customers/:globalCustomerNumber/close-out-packs';

export const getPackOptions = defineEndpoint({
  id: 'close-out-packs.options',
  requirement,
  summary: 'The jobs and months that a close-out pack can be made of',
  method: 'GET',
  path: `${PATH}/options`,
  access,
  scope,
  params: customerParams,
  query,
  answer: z.strictObject({
    /** The latest job first. */
    jobs: z.array(z.strictObject({ job: z.string(), jobNumber: z.string().nullable(), address: z.string(), lastDay: z.iso.date() })),
    /** The first month with a ticket, or with an invoice for those who get them, and the last; null without any. */
    firstMonth: z.string().nullable(),
    lastMonth: z.string().nullable(),
  }),
});

export const listPacks = defineEndpoint({
  id: 'close-out-packs.list',
  requirement,
  summary: "The caller's own close-out packs, newest first",
  method: 'GET',
  path: PATH,
  access,
  scope,
  params: customerParams,
  query,
  answer: z.array(packRow),
});

export const createPack = defineEndpoint({
  id: 'close-out-packs.create',
  requirement,
  summary: 'Starts to make a close-out pack in the background. While the same one is being made, that one is answered',
  method: 'POST',
  path: PATH,
  access,
  scope,
  params: customerParams,
  query,
  body: z.strictObject({
    kind: z.enum(PACK_KINDS),
    job: z.string().trim().min(1).max(200).optional().describe('The name of the job, for a pack of a job.'),
    jobNumber: z.string().trim().max(200).optional().describe('The number of the job, where several have its name.'),
    jobAddress: z.string().trim().max(500).optional().describe('The address of a job without a number, where several have its name.'),
    month: month.optional().describe('As yyyy-MM, for a pack of a month.'),
  }),
  answer: packRow,
  weight: 20,
});

const onePack = { requirement, access, scope, params: packParams, query } as const;

export const cancelPack = defineEndpoint({
  id: 'close-out-packs.cancel',
  summary: 'Stops making a pack, and deletes what was made of it',
  method: 'POST',
  path: `${PATH}/:packId/cancel`,
  ...onePack,
  answer: packRow,
});

export const retryPack = defineEndpoint({
  id: 'close-out-packs.retry',
  summary: 'Continues a pack that failed, after the last record that is in it',
  method: 'POST',
  path: `${PATH}/:packId/retry`,
  ...onePack,
  answer: packRow,
});

export const deletePack = defineEndpoint({
  id: 'close-out-packs.delete',
  summary: 'Deletes a pack with its file',
  method: 'DELETE',
  path: `${PATH}/:packId`,
  ...onePack,
  answer: z.strictObject({ id: z.int() }),
});

export const downloadPack = defineEndpoint({
  id: 'close-out-packs.download',
  summary: 'The file of a pack that is done',
  method: 'GET',
  path: `${PATH}/:packId/file`,
  ...onePack,
  answer: z.undefined(),
  answersFile: 'application/zip',
  weight: 20,
});
