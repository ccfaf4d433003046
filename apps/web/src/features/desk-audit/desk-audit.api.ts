import { exportAuditLog, listAuditActions, listAuditLog } from '@yardage/contract/desk-audit';
import type { Call } from '@yardage/contract/endpoint';
import { api } from '#web/lib/api.ts';
import type { ListParams } from '#web/lib/query/endpoint-query.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { DESK_AUDIT_MESSAGES } from './desk-audit.messages.ts';

/** A page of the audit log. */
export function auditQuery(query: ListParams<typeof listAuditLog>) {
  return endpointQuery(listAuditLog, { query }, { failureText: DESK_AUDIT_MESSAGES.listFailed });
}

/** The actions to choose from. */
export function auditActionsQuery() {
  return endpointQuery(listAuditActions, {}, { isSilent: true });
}

/** Saves the entries that match as a CSV file. */
export async function saveAuditLog(query: NonNullable<Call<typeof exportAuditLog>['query']>): Promise<void> {
  const file = await api.download(exportAuditLog, { query });
  saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv');
}
