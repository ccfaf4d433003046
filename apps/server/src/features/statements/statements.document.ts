import type { StatementDetail } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { formatDay } from '@yardage/domain/dates';
import { formatDollars } from '@yardage/domain/money';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import type { DocumentDefinition, TableSection, TotalsSection } from '#server/documents/document-definition';

/** The statement document: what was open on its day, and the activity since the previous statement. */
export function statementDocument(statement: StatementDetail): DocumentDefinition {
  const { clientAddressLn1, clientAddressCity, clientAddressState, clientAddressZip } = statement;
  const person = [statement.clientFirstName, statement.clientLastName].filter(Boolean).join(' ');
  const address = [person, clientAddressLn1, `${clientAddressCity}, ${clientAddressState} ${clientAddressZip}`].filter(Boolean).join('\n');
  return {
    title: 'Statement',
    number: formatDay(statement.statementDate),
    facts: [
      { label: 'Customer', value: `${statement.clientDisplayName}\n${address}`, span: 2 },
      { label: 'Customer number', value: statement.customerNumber },
      { label: 'Global number', value: statement.globalCustomerNumber },
      { label: 'Balance due', value: formatDollars(statement.balanceDue) },
      {
        label: 'Statement before',
        value: statement.previousStatementDate ? formatDay(statement.previousStatementDate) : 'none',
      },
      { label: 'Amount paid', value: formatDollars(statement.amountPaid) },
      { label: 'Deposit received', value: formatDollars(statement.depositReceived) },
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
    heading: 'Account activity',
    lines: [
      {
        label: previousStatementDate ? `Previous balance, ${formatDay(previousStatementDate)}` : 'Previous balance',
        amount: formatDollars(statement.previousBalance),
      },
      { label: 'Invoices', amount: formatDollars(statement.charges) },
      ...(hasAdjustments(statement) ? [{ label: 'Credits and corrections', amount: formatDollars(statement.adjustments) }] : []),
      { label: 'Payments', amount: formatDollars(-statement.amountPaid) },
      { label: 'Discounts taken', amount: formatDollars(-statement.discountsTaken) },
      { label: 'Balance due', amount: formatDollars(statement.balanceDue) },
    ],
    ...(statement.depositReceived > 0
      ? { note: `Payments of ${formatDollars(statement.depositReceived)} were under way on this day. They count once they are settled.` }
      : {}),
  };
}

function lines({ details }: StatementDetail): TableSection {
  return {
    kind: 'table',
    heading: 'Documents',
    columns: [
      { header: 'Date' },
      { header: 'Document' },
      { header: 'Code' },
      { header: 'Description', canWrap: true },
      { header: 'Amount', align: 'right' },
      { header: 'Balance', align: 'right' },
    ],
    rows: details.map((line) => [
      formatDay(line.documentDate),
      line.documentNumber,
      line.documentCode,
      line.description,
      formatDollars(line.amount),
      formatDollars(line.balance),
    ]),
    emptyText: 'Nothing was open on this day, and nothing happened since the statement before.',
  };
}

function totals(statement: StatementDetail): TotalsSection {
  return {
    kind: 'totals',
    heading: 'Account aging',
    lines: [
      ...AGING_BUCKETS.map(({ field }) => ({ label: AGING_NAMES[field], amount: formatDollars(statement[field]) })),
      { label: 'Balance due', amount: formatDollars(statement.balanceDue) },
    ],
    note: 'Current is not yet due. The other amounts are past due by as many days as their line says.',
  };
}
