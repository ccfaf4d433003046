import type { Answer, Input } from '@yardage/contract/endpoint';
import type { getStatement, listStatements, StatementDetail, sendStatementEmail } from '@yardage/contract/statements';
import { formatDay } from '@yardage/domain/dates';
import { z } from 'zod';
import type { Member } from '#server/database/database';
import { renderDocument } from '#server/documents/render-document';
import type { AreaServices } from '#server/features/area';
import { JsonText, PdfFile } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { statementDocument } from './statements.document.ts';
import * as queries from './statements.queries.ts';

const MAIL_KIND = 'statement';
const mailReference = z.strictObject({ statementDate: z.iso.date() });

/** What can be done with statements. */
export function statementsService({ database, branding, mail }: AreaServices) {
  const find = async (actor: Member, statementDate: string) => orNotFound(await queries.findStatement(database, actor, statementDate));
  const makePdf = async (actor: Member, statementDate: string): Promise<PdfFile> => {
    const statement = JSON.parse(await find(actor, statementDate)) as StatementDetail;
    return new PdfFile(
      `Statement_${statement.customerNumber}_${statementDate}.pdf`,
      await renderDocument(branding, statementDocument(statement)),
    );
  };

  mail.attach(MAIL_KIND, mailReference, async (actor, reference) => [await makePdf(actor, reference.statementDate)]);

  return {
    async list(scope: Scope, query: Input<typeof listStatements>['query']): Promise<JsonText<Answer<typeof listStatements>>> {
      const { startDate, endDate, ...page } = query;
      return new JsonText(await queries.listStatements(database, scope, page, { from: startDate, to: endDate }));
    },

    async detail(scope: Scope, statementDate: string): Promise<JsonText<Answer<typeof getStatement>>> {
      return new JsonText(await find(scope, statementDate));
    },

    pdf: makePdf,

    async sendEmail(scope: Scope, statementDate: string, body: Input<typeof sendStatementEmail>['body'], requestId: string) {
      const { clientDisplayName } = JSON.parse(await find(scope, statementDate)) as StatementDetail;
      await mail.request(scope, {
        kind: MAIL_KIND,
        reference: { statementDate },
        subject: `Statement of ${formatDay(statementDate)}: ${clientDisplayName}`,
        body,
        action: 'statements.send-email',
        requestId,
      });
      return { message: `Statement successfully emailed on ${body.email}` };
    },
  };
}
