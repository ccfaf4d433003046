import { getStatement, getStatementPdf, listStatements, type StatementLine, sendStatementEmail } from '@yardage/contract/statements';
import { isFoundIn, searchWords } from '@yardage/domain/search-words';
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

/** Returns the lines that every search word is found in, as they are shown (STM-09). */
export function findLines(lines: readonly StatementLine[], search: string): readonly StatementLine[] {
  const words = searchWords(search);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const { documentNumber, documentCode, description, documentDate, amount, balance } = line;
    const texts = [
      ...[documentNumber, documentCode, STATEMENTS_MESSAGES.codes[documentCode], description, formatDay(documentDate)],
      ...[formatAmount(amount), formatAmount(balance)],
    ];
    return isFoundIn({ texts, amounts: [amount, balance] }, words);
  });
}
