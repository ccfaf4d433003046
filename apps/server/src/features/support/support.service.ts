import { Readable } from 'node:stream';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { Attachment, createSupportTicket, getSupportOptions, getSupportTicket, listSupportTickets } from '@yardage/contract/support';
import type { Actor } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { keepPicture, type Picture, PictureRefusedError, withOwnNames } from '#server/features/pictures/pictures';
import { FileStream, JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';
import type { Scope } from '#server/http/scope';
import { SUPPORT_MESSAGES } from './support.messages.ts';
import * as queries from './support.queries.ts';

const SAME_REQUEST_WITHIN_SECONDS = 20;

/** The operations of customers on support requests. */
export function supportService({ database, desk }: AreaServices) {
  return {
    async list(scope: Scope, query: Input<typeof listSupportTickets>['query']): Promise<JsonText<Answer<typeof listSupportTickets>>> {
      const { startDate, endDate, status, ...page } = query;
      const days = { from: startDate, to: endDate, timeZone: scope.timeZone };
      return new JsonText(await queries.listSupportRequests(database, scope, page, { days, status: status ? Number(status) : undefined }));
    },

    async detail(scope: Scope, id: number): Promise<JsonText<Answer<typeof getSupportTicket>>> {
      return new JsonText(orNotFound(await queries.findSupportRequest(database, scope, id)));
    },

    async options(scope: Scope): Promise<JsonText<Answer<typeof getSupportOptions>>> {
      return new JsonText(await queries.findOptions(database, scope));
    },

    attachments: (scope: Scope, id: number) =>
      listAttachments(database, scope, id, `/api/customers/${encodeURIComponent(scope.globalCustomerNumber)}/supporttickets/${id}`),

    attachment: (scope: Scope, id: number, attachmentId: number) => openAttachment(database, scope, id, attachmentId),

    async create(scope: Scope, body: Input<typeof createSupportTicket>['body'], files: readonly UploadedFile[], requestId: string) {
      assertSameCustomer(scope, body);
      const pictures = await keepPictures(files);
      const { title, description, category: categoryId, type: typeId } = body;
      const { customerId, userId } = scope;
      const id = await database
        .transaction(scope, async (transaction) => {
          const request = { customerId, createdBy: userId, title, description, categoryId, typeId };
          const stored = await queries.insertSupportRequestOnce(transaction, request, pictures, SAME_REQUEST_WITHIN_SECONDS);
          if (!stored.isNew) return stored.id;
          const detail = { ticketId: stored.id, files: pictures.map(({ fileName }) => fileName) };
          await recordAudit(transaction, { userId, customerId, action: 'support.create', subject: title, detail, requestId });
          await queries.recordOpened(transaction, stored.id);
          return stored.id;
        })
        .catch(asFieldError);
      desk.announceDesk('support');
      return { id, message: SUPPORT_MESSAGES.created };
    },
  };
}

/** Returns the pictures of a request, each with its URL below the URL of the request. */
export async function listAttachments(
  database: AreaServices['database'],
  actor: Actor,
  ticketId: number,
  ticketAddress: string,
): Promise<Attachment[]> {
  const rows = orNotFound(await queries.listAttachments(database, actor, ticketId));
  return rows.map(({ id, fileName }) => ({ fileName, attachment: `${ticketAddress}/attachments/${id}` }));
}

/** Returns one picture as a download, so that the browser never renders it as one of our pages. */
export async function openAttachment(database: AreaServices['database'], actor: Actor, ticketId: number, id: number): Promise<FileStream> {
  const { fileName, contentType, content } = orNotFound(await queries.findAttachment(database, actor, ticketId, id));
  return new FileStream(fileName, contentType, Readable.from([content]));
}

/** The form repeats the customer it was opened for. Refuses one that was opened for another customer, such as in another tab. */
function assertSameCustomer(scope: Scope, body: Input<typeof createSupportTicket>['body']): void {
  const isSame =
    (body.customerNumber ?? scope.customerNumber) === scope.customerNumber &&
    (body.globalCustomerNumber ?? scope.globalCustomerNumber) === scope.globalCustomerNumber &&
    (body.dataSourceId ?? scope.datasourceId) === scope.datasourceId;
  if (!isSame) throw new ApiError('customer-mismatch');
}

async function keepPictures(files: readonly UploadedFile[]): Promise<Picture[]> {
  try {
    const pictures: Picture[] = [];
    for (const { fileName, bytes } of files) pictures.push(await keepPicture(fileName, bytes));
    return withOwnNames(pictures);
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    throw new ApiError('validation-failed', { fieldErrors: { attachments: [error.message] }, cause: error });
  }
}

/** Category and type are the foreign keys that a form can get wrong. */
function asFieldError(error: unknown): never {
  if (!isViolation(error, 'foreign-key')) throw error;
  const field = (error as { constraint?: string }).constraint?.includes('_type_id_') ? 'type' : 'category';
  throw new ApiError('validation-failed', { fieldErrors: { [field]: [SUPPORT_MESSAGES.choiceUnknown] }, cause: error });
}
