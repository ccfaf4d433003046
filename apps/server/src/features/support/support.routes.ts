import {
  createSupportTicket,
  getSupportAttachment,
  getSupportOptions,
  getSupportTicket,
  listSupportAttachments,
  listSupportTickets,
} from '@yardage/contract/support';
import type { Area } from '#server/features/area';
import { supportService } from './support.service.ts';

/** Routes of API-51 to API-54. */
export const supportArea: Area = (bind, services) => {
  const support = supportService(services);
  bind(listSupportTickets, ({ scope, query }) => support.list(scope, query));
  bind(getSupportOptions, ({ scope }) => support.options(scope));
  bind(getSupportTicket, ({ scope, params }) => support.detail(scope, params.id));
  bind(listSupportAttachments, ({ scope, params }) => support.attachments(scope, params.id));
  bind(getSupportAttachment, ({ scope, params }) => support.attachment(scope, params.id, params.attachmentId));
  bind(createSupportTicket, ({ scope, body, files, requestId }) => support.create(scope, body, files, requestId));
};
