import { exportAuditLog, getAuditEntry, listAuditActions, listAuditLog } from '@yardage/contract/desk-audit';
import type { Call } from '@yardage/contract/endpoint';
import { dayAt } from '@yardage/domain/dates';
import { api } from '#web/lib/api.ts';
import type { ListParams } from '#web/lib/query/endpoint-query.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { DESK_AUDIT_MESSAGES } from './desk-audit.messages.ts';

/** A page of the audit log. */
export function auditQuery(query: ListParams<typeof listAuditLog>) {
  return endpointQuery(listAuditLog, { query }, { failureText: DESK_AUDIT_MESSAGES.listFailed });
}

/** One entry. */
export function auditEntryQuery(id: number) {
  return endpointQuery(getAuditEntry, { params: { id } }, { failureText: DESK_AUDIT_MESSAGES.entryFailed });
}

/** The actions to choose from. */
export function auditActionsQuery() {
  return endpointQuery(listAuditActions, {}, { isSilent: true });
}

/** Saves the entries that match as a CSV file. */
export async function saveAuditLog(query: NonNullable<Call<typeof exportAuditLog>['query']>): Promise<void> {
  const file = await api.download(exportAuditLog, { query });
  // The filtered days are in the reader's time zone, so the day in the file's name is, too.
  saveFile(file, `audit-log-${dayAt(new Date(), query.timeZone ?? 'UTC')}.csv`, 'text/csv');
}
