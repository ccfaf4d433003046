import { getStatement, getStatementPdf, listStatements, type StatementLine, sendStatementEmail } from '@yardage/contract/statements';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount } from '#web/lib/formats/number-format.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, type ListParams, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import type { MailBody } from '#web/patterns/send-mail/mail-rules.ts';
import { STATEMENTS_MESSAGES } from './statements.messages.ts';

/** Loads the statement as a PDF (API-40). */
export function statementPdfQuery(customer: CustomerKey, statementDate: string) {
  return endpointQuery(getStatementPdf, ofCustomer(customer, { statementDate }), { failureText: STATEMENTS_MESSAGES.pdfFailed });
}

/** Loads one statement with its lines (API-39, STM-11). */
export function statementQuery(customer: CustomerKey, statementDate: string) {
  return endpointQuery(getStatement, ofCustomer(customer, { statementDate }), { failureText: STATEMENTS_MESSAGES.detailFailed });
}

/** Query parameters of the statements list. */
export type StatementListParams = ListParams<typeof listStatements>;

/** Loads one page of statements (API-38, STM-11). */
export function statementsQuery(customer: CustomerKey, request: StatementListParams) {
  return endpointQuery(listStatements, ofCustomer(customer, {}, request), { failureText: STATEMENTS_MESSAGES.listFailed });
}

/** Mails the statement (API-41). */
export function mailStatement(customer: CustomerKey, statementDate: string, body: MailBody, attempt: Attempt) {
  return api.call(sendStatementEmail, { ...ofCustomer(customer, { statementDate }), body }, { attempt });
}

/** Returns the lines whose displayed text contains every search word (STM-09). */
export function findLines(lines: readonly StatementLine[], search: string): readonly StatementLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const text = [
      line.documentNumber,
      line.documentCode,
      STATEMENTS_MESSAGES.codes[line.documentCode],
      line.description,
      formatDay(line.documentDate),
      formatAmount(line.amount),
      formatAmount(line.balance),
    ]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
