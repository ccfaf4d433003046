import { getStatementPdf } from '@yardage/contract/statements';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { ofCustomer } from '#web/lib/query/of-customer.ts';
import { STATEMENTS_MESSAGES } from '../statements.messages.ts';

/** Loads the statement as a PDF (API-40). */
export function statementPdfQuery(customer: CustomerKey, statementDate: string) {
  return endpointQuery(getStatementPdf, ofCustomer(customer, { statementDate }), { failureText: STATEMENTS_MESSAGES.pdfFailed });
}
