import type { Answer, Input } from '@yardage/contract/endpoint';
import { type getStatement, type listStatements, type StatementDetail, sendStatementEmail } from '@yardage/contract/statements';
import { formatDay } from '@yardage/domain/dates';
import type { AreaServices } from '#server/features/area';
import { MAIL_SUBJECTS } from '#server/features/mail/mail.messages';
import { recordDocuments } from '#server/features/mail/record-documents';
import { JsonText } from '#server/http/answers';
import { orNotFound } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';
import { statementDocument } from './statements.document.ts';
import * as queries from './statements.queries.ts';

/** The operations on statements. */
export function statementsService(services: AreaServices) {
  const { database } = services;
  return {
    async list(scope: Scope, query: Input<typeof listStatements>['query']): Promise<JsonText<Answer<typeof listStatements>>> {
      const { startDate, endDate, ...page } = query;
      return new JsonText(await queries.listStatements(database, scope, page, { from: startDate, to: endDate }));
    },

    /** Returns what was due at the end of these statements' days, the newest first. */
    balances: (scope: Scope, days: readonly string[]) => queries.findBalances(database, scope, days),

    async detail(scope: Scope, statementDate: string): Promise<JsonText<Answer<typeof getStatement>>> {
      return new JsonText(orNotFound(await queries.findStatement(database, scope, statementDate)));
    },

    ...recordDocuments<string, StatementDetail>(services, {
      endpoint: sendStatementEmail,
      name: 'Statement',
      async find(actor, statementDate) {
        const found = await queries.findStatement(database, actor, statementDate);
        return found === undefined ? undefined : (JSON.parse(found) as StatementDetail);
      },
      number: ({ customerNumber, statementDate }) => `${customerNumber}_${statementDate}`,
      subject: ({ statementDate, clientDisplayName }) => MAIL_SUBJECTS.statement(formatDay(statementDate), clientDisplayName),
      document: statementDocument,
    }),
  };
}
