import { getStatement, getStatementPdf, listStatements, sendStatementEmail } from '@yardage/contract/statements';
import type { Area } from '#server/features/area';
import { statementsService } from './statements.service.ts';

/** Routes of API-38 to API-41. */
export const statementsArea: Area = (bind, services) => {
  const statements = statementsService(services);
  bind(listStatements, ({ scope, query }) => statements.list(scope, query));
  bind(getStatement, ({ scope, params }) => statements.detail(scope, params.statementDate));
  bind(getStatementPdf, ({ scope, params, signal }) => statements.pdf(scope, params.statementDate, signal));
  bind(sendStatementEmail, ({ scope, params, body, requestId }) => statements.sendEmail(scope, params.statementDate, body, requestId));
};
