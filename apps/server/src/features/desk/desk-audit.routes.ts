import { exportAuditLog, getAuditEntry, listAuditActions, listAuditLog } from '@yardage/contract/desk-audit';
import type { Area } from '#server/features/area';
import { deskAuditService } from './desk-audit.service.ts';

/** The desk's page Audit log. */
export const deskAuditArea: Area = (bind, { database }) => {
  const audit = deskAuditService(database);
  bind(listAuditLog, ({ query }) => audit.list(query));
  bind(getAuditEntry, ({ params }) => audit.find(params.id));
  bind(listAuditActions, () => audit.actions());
  bind(exportAuditLog, ({ query, caller: { userId }, requestId }) => audit.export(query, { userId, requestId }));
};
