import type { SendMailBody } from '@yardage/contract/mail';
import { canSeePrices } from '@yardage/contract/permissions';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import type { DocumentDefinition } from '#server/documents/document-definition';
import type { AreaServices } from '#server/features/area';
import { PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { MAIL_SENT } from './mail.messages.ts';

const reference = z.strictObject({ id: z.union([z.int(), z.string()]), withPrices: z.boolean() });

/** An area's declaration of its records' documents. */
interface RecordDocuments<Id, Found> {
  /** The area of the endpoints, such as `quotes`. Used in the audit action. */
  area: string;
  /** The name of one record, such as `Quote`. Begins the file name and the response's message. */
  name: keyof typeof MAIL_SENT;
  /** Returns the record as the caller may see it. Undefined if it is not the customer's. */
  find(actor: Member, id: Id, withPrices: boolean): Promise<Found | undefined>;
  number(found: Found): string;
  subject(found: Found): string;
  document(found: Found, withPrices: boolean): DocumentDefinition;
}

/** Creates a record's PDF to show or mail. A mailed PDF contains what the requesting user may see. */
export function recordDocuments<Id extends string | number, Found>(
  { documents, limits, mail }: Pick<AreaServices, 'documents' | 'limits' | 'mail'>,
  { area, name, find, number, subject, document }: RecordDocuments<Id, Found>,
) {
  const make = async (actor: Member, id: Id, withPrices: boolean): Promise<PdfFile> => {
    const found = orNotFound(await find(actor, id, withPrices));
    return new PdfFile(`${name}_${number(found)}.pdf`, await documents.render(document(found, withPrices)));
  };
  const kind = name.toLowerCase();
  mail.declareDocument(kind, reference, async (actor, { id, withPrices }) => [await make(actor, id as Id, withPrices)]);

  return {
    pdf: (scope: Scope, id: Id, signal: AbortSignal): Promise<PdfFile> =>
      limits.documents.run(scope.userId, signal, () => make(scope, id, canSeePrices(scope.permissions))),

    async sendEmail(scope: Scope, id: Id, body: SendMailBody, requestId: string): Promise<{ message: string }> {
      const withPrices = canSeePrices(scope.permissions);
      const found = orNotFound(await find(scope, id, withPrices));
      await mail.queueRequested(scope, {
        kind,
        reference: { id, withPrices },
        subject: subject(found),
        body,
        action: `${area}.send-email`,
        requestId,
      });
      return { message: MAIL_SENT[name](body.email) };
    },
  };
}
