import type { SendMailBody } from '@yardage/contract/mail';
import { canSeeInvoiceStatus, canSeePrices, PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import type { AuditAction } from '@yardage/domain/audit.messages';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import type { AreaServices } from '#server/features/area';
import { PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { MAIL_SENT } from './mail.messages.ts';

/** What of its record a document shows: prices, an invoice's status (INV-02), and what was paid and credited (INV-12). */
export interface DocumentVisibility {
  withPrices: boolean;
  withStatus: boolean;
  withHistory: boolean;
}

/** Returns what a caller's documents show. */
export function documentVisibilityOf(permissions: ReadonlySet<string>): DocumentVisibility {
  return {
    withPrices: canSeePrices(permissions),
    withStatus: canSeeInvoiceStatus(permissions),
    withHistory: permissions.has(PERMISSIONS.INVOICES_VIEW_HISTORY),
  };
}

const reference = z.strictObject({ id: z.union([z.int(), z.string()]), withPrices: z.boolean() });

/** An area's declaration of its records' documents. */
interface RecordDocuments<Id, Found> {
  /** The endpoint that mails a document. Its access is checked again when the mail is sent. */
  endpoint: { id: string; access: { anyOf: readonly PermissionCode[] } };
  /** The codes of which the recipient of a mail that the portal sends by itself needs one, if others than the endpoint's suffice. */
  mailCodes?: readonly PermissionCode[];
  /** The name of one record, such as `Quote`. Begins the file name and the response's message. */
  name: keyof typeof MAIL_SENT;
  /** Returns the record as the caller may see it. Undefined if it is not the customer's. */
  find(actor: Member, id: Id, visibility: DocumentVisibility): Promise<Found | undefined>;
  number(found: Found): string;
  subject(found: Found): string;
  document(found: Found, visibility: DocumentVisibility): DocumentDefinition;
}

/** Creates a record's PDF to show or mail. A mailed PDF contains what the user could see at the request and still can when it is sent. */
export function recordDocuments<Id extends string | number, Found>(
  { documents, limits, mail }: Pick<AreaServices, 'documents' | 'limits' | 'mail'>,
  { endpoint, mailCodes = endpoint.access.anyOf, name, find, number, subject, document }: RecordDocuments<Id, Found>,
) {
  const make = async (actor: Member, id: Id, visibility: DocumentVisibility): Promise<PdfFile> => {
    const found = orNotFound(await find(actor, id, visibility));
    return new PdfFile(`${name}_${number(found)}.pdf`, await documents.render(document(found, visibility)));
  };
  const kind = name.toLowerCase();
  mail.declareDocument(kind, mailCodes, reference, async (scope, { id, withPrices }) => {
    const visibility = documentVisibilityOf(scope.permissions);
    return [await make(scope, id as Id, { ...visibility, withPrices: withPrices && visibility.withPrices })];
  });

  return {
    pdf: (scope: Scope, id: Id, signal: AbortSignal): Promise<PdfFile> =>
      limits.documents.run(scope.userId, signal, () => make(scope, id, documentVisibilityOf(scope.permissions))),

    async sendEmail(scope: Scope, id: Id, body: SendMailBody, requestId: string): Promise<{ message: string }> {
      const visibility = documentVisibilityOf(scope.permissions);
      const found = orNotFound(await find(scope, id, visibility));
      await mail.queueRequested(scope, {
        kind,
        reference: { id, withPrices: visibility.withPrices },
        subject: subject(found),
        body,
        action: endpoint.id as AuditAction,
        requestId,
      });
      return { message: MAIL_SENT[name](body.email) };
    },
  };
}
