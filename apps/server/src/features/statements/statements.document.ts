import type { StatementDetail } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import type { DocumentDefinition, TableSection, TotalsSection } from '#server/documents/document-definition';
import { LABELS, STATEMENT_DOCUMENT as TEXTS } from '#server/documents/documents.messages';

/** The statement document: what was open on its day, and the activity since the previous statement. */
export function statementDocument(statement: StatementDetail): DocumentDefinition {
  const { clientAddressLn1, clientAddressCity, clientAddressState, clientAddressZip } = statement;
  const person = [statement.clientFirstName, statement.clientLastName].filter(Boolean).join(' ');
  const address = [person, clientAddressLn1, `${clientAddressCity}, ${clientAddressState} ${clientAddressZip}`].filter(Boolean).join('\n');
  return {
    title: TEXTS.title,
    number: formatDay(statement.statementDate),
    facts: [
      { label: LABELS.customer, value: `${statement.clientDisplayName}\n${address}`, span: 2 },
      { label: LABELS.customerNumber, value: statement.customerNumber },
      { label: TEXTS.globalNumber, value: statement.globalCustomerNumber },
      { label: LABELS.balanceDue, value: formatDollars(statement.balanceDue) },
      {
        label: TEXTS.before,
        value: statement.previousStatementDate ? formatDay(statement.previousStatementDate) : TEXTS.none,
      },
      { label: TEXTS.amountPaid, value: formatDollars(statement.amountPaid) },
      { label: TEXTS.depositReceived, value: formatDollars(statement.depositReceived) },
    ],
    sections: [movements(statement), lines(statement), totals(statement)],
  };
}

/** Credits and voids of the same amount cancel out, but are still listed. */
function hasAdjustments({ adjustments, details }: StatementDetail): boolean {
  return adjustments !== 0 || details.some(({ documentCode }) => documentCode === 'CM' || documentCode === 'AJ');
}

/** The steps from the previous statement's balance to this one's. */
function movements(statement: StatementDetail): TotalsSection {
  const { previousStatementDate } = statement;
  return {
    kind: 'totals',
    heading: TEXTS.activity,
    lines: [
      {
        label: previousStatementDate ? TEXTS.previousBalanceOf(formatDay(previousStatementDate)) : TEXTS.previousBalance,
        amount: formatDollars(statement.previousBalance),
      },
      { label: LABELS.invoices, amount: formatDollars(statement.charges) },
      ...(hasAdjustments(statement) ? [{ label: TEXTS.adjustments, amount: formatDollars(statement.adjustments) }] : []),
      { label: TEXTS.payments, amount: formatDollars(-statement.amountPaid) },
      { label: TEXTS.discountsTaken, amount: formatDollars(-statement.discountsTaken) },
      { label: LABELS.balanceDue, amount: formatDollars(statement.balanceDue) },
    ],
    ...(statement.depositReceived > 0 ? { note: TEXTS.depositNote(formatDollars(statement.depositReceived)) } : {}),
  };
}

function lines({ details }: StatementDetail): TableSection {
  return {
    kind: 'table',
    heading: TEXTS.documents,
    columns: [
      { header: LABELS.date },
      { header: TEXTS.document },
      { header: TEXTS.code },
      { header: LABELS.description, canWrap: true },
      { header: LABELS.amount, align: 'right' },
      { header: TEXTS.balance, align: 'right' },
    ],
    rows: details.map((line) => [
      formatDay(line.documentDate),
      line.documentNumber,
      line.documentCode,
      line.description,
      formatDollars(line.amount),
      formatDollars(line.balance),
    ]),
    emptyText: TEXTS.noDocuments,
  };
}

function totals(statement: StatementDetail): TotalsSection {
  return {
    kind: 'totals',
    heading: TEXTS.aging,
    lines: [
      ...AGING_BUCKETS.map(({ field }) => ({ label: AGING_NAMES[field], amount: formatDollars(statement[field]) })),
      { label: LABELS.balanceDue, amount: formatDollars(statement.balanceDue) },
    ],
    note: TEXTS.agingNote,
  };
}
