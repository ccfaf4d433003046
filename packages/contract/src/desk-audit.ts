import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { pagedResult, pageParams } from './paging.ts';
import { day, globalCustomerNumber, idInPath, moment, searchText, timeZone } from './scalars.ts';

/** An entry of the audit log. */
export const auditRow = z.strictObject({
  id: z.int(),
  at: moment,
  /** Null for what the system did by itself, or a command. */
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  globalCustomerNumber: z.string().nullable(),
  customerName: z.string().nullable(),
  detail: z.unknown(),
  requestId: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

const desk = { access: { staff: ['audit-log'] }, scope: 'user', requirement: 'STF-08' } as const;
const filters = {
  /** Part of the name or address of a user. */
  who: searchText.optional(),
  action: z.string().max(100).optional(),
  customer: globalCustomerNumber.optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  /** The time zone of the days. */
  timeZone: timeZone.default('UTC'),
};

export const listAuditLog = defineEndpoint({
  id: 'desk.audit-log',
  summary: 'Who did what to money, members and documents, newest first',
  method: 'GET',
  path: '/desk/audit-log',
  ...desk,
  query: z.object({ ...pageParams([]), ...filters }),
  answer: pagedResult(auditRow),
});

export const getAuditEntry = defineEndpoint({
  id: 'desk.audit-entry',
  summary: 'One entry',
  method: 'GET',
  path: '/desk/audit-log/:id',
  ...desk,
  params: z.object({ id: idInPath }),
  answer: auditRow,
});

export const listAuditActions = defineEndpoint({
  id: 'desk.audit-actions',
  summary: 'The actions that the audit log has entries of',
  method: 'GET',
  path: '/desk/audit-log/actions',
  ...desk,
  answer: z.array(z.string()),
});

export const exportAuditLog = defineEndpoint({
  id: 'desk.export-audit-log',
  summary: 'The entries that match, newest first, as CSV',
  method: 'GET',
  path: '/desk/audit-log/export',
  ...desk,
  query: z.object({ search: searchText.optional(), ...filters }),
  answer: z.undefined(),
  answersFile: 'text/csv',
  weight: 10,
});
