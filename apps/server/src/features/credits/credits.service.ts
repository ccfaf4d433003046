import { type CreditDetail, type getCredit, type listCredits, sendCreditEmail } from '@yardage/contract/credits';
import type { Answer, Input } from '@yardage/contract/endpoint';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { type CreditForDocument, creditDocument } from './credits.document.ts';
import * as queries from './credits.queries.ts';

/** Reads credit memos, and renders and mails their documents. */
export function creditsService(services: AreaServices) {
  const { database } = services;
  return {
    async list(scope: Scope, query: Input<typeof listCredits>['query']): Promise<JsonText<Answer<typeof listCredits>>> {
      const { fromDate, toDate, state, ...page } = query;
      return new JsonText(await queries.listCredits(database, scope, page, { from: fromDate, to: toDate, state: state || undefined }));
    },

    async detail(scope: Scope, documentNumber: string): Promise<JsonText<Answer<typeof getCredit>>> {
      return new JsonText(orNotFound(await queries.findCredit(database, scope, documentNumber)));
    },

    ...recordDocuments<string, CreditForDocument>(services, {
      endpoint: sendCreditEmail,
      name: 'Credit',
      find: async (actor, documentNumber) => {
        const credit = await queries.findCredit(database, actor, documentNumber);
        const customer = await queries.findCreditedCustomer(database, actor);
        return credit && customer ? { ...(JSON.parse(credit) as CreditDetail), ...customer } : undefined;
      },
      number: ({ creditNumber }) => creditNumber,
      subject: ({ creditNumber }) => MAIL_SUBJECTS.credit(creditNumber),
      document: creditDocument,
    }),
  };
}
