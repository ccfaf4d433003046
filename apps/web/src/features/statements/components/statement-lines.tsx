import type { StatementDetail, StatementLine } from '@yardage/contract/statements';
import { useMemo, useState } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { CellLink } from '#web/patterns/data-table/cell-link.tsx';
import { RowActionButton } from '#web/patterns/data-table/row-action-button.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { findLines } from '../statement-search.ts';
import { STATEMENT_LINE_FIELDS as FIELDS, STATEMENTS_MESSAGES as MESSAGES } from '../statements.messages.ts';
import classes from './statement-lines.module.css';

/** The links from an invoice line. Each is undefined if the user lacks the permission. */
export interface InvoiceWays {
  /** The invoice on the invoices page (STM-10). */
  page?: { href: (documentNumber: string) => string; open: (documentNumber: string) => void } | undefined;
  openPdf?: ((documentNumber: string) => void) | undefined;
}

/** The documents of a statement, with a search over the shown text (STM-09). */
export function StatementLines({ statement, ways }: { statement: StatementDetail; ways: InvoiceWays }) {
  const [search, setSearch] = useState('');
  const { details } = statement;
  const lines = useMemo(() => findLines(details, search), [details, search]);
  const columns = [
    { header: FIELDS.documentNumber, value: (line: StatementLine) => <DocumentNumber line={line} ways={ways} /> },
    { header: FIELDS.documentCode, value: (line: StatementLine) => <Code line={line} /> },
    { header: FIELDS.description, value: ({ description }: StatementLine) => description },
    {
      header: FIELDS.documentDate,
      value: ({ documentDate }: StatementLine) => <span className={classes.day}>{formatDay(documentDate)}</span>,
    },
    { header: FIELDS.amount, isNumber: true, value: ({ amount }: StatementLine) => formatAmount(amount) },
    { header: FIELDS.balance, isNumber: true, value: ({ balance }: StatementLine) => formatAmount(balance) },
    ...(ways.openPdf
      ? [
          {
            header: MESSAGES.actions,
            isNumber: true,
            isControl: true,
            value: (line: StatementLine) => <PdfAction line={line} ways={ways} />,
          },
        ]
      : []),
  ];
  return (
    <Card title={MESSAGES.documents} aside={<span className={classes.count}>{MESSAGES.documentCount(lines.length)}</span>}>
      <div className={classes.search}>
        <SearchBox label={MESSAGES.searchDocuments} value={search} onChange={setSearch} hasKey={false} />
      </div>
      <LineTable
        label={MESSAGES.documents}
        columns={columns}
        card={(line) => ({
          title: <DocumentNumber line={line} ways={ways} />,
          result: formatCurrency(line.amount),
          details: [
            `${MESSAGES.codes[line.documentCode]} · ${formatDay(line.documentDate)}`,
            line.description,
            MESSAGES.balanceOf(formatCurrency(line.balance)),
          ],
          action: ways.openPdf ? <PdfAction line={line} ways={ways} /> : undefined,
        })}
        lines={lines}
        emptyText={details.length === 0 ? MESSAGES.noDocuments : MESSAGES.noneFound}
      />
    </Card>
  );
}

/** A link to the invoice if the user may see invoices, otherwise plain text (STM-10). */
function DocumentNumber({ line: { documentCode, documentNumber }, ways: { page } }: { line: StatementLine; ways: InvoiceWays }) {
  if (documentCode !== 'IN' || !page) return documentNumber;
  return (
    <span className={classes.number}>
      <CellLink href={page.href(documentNumber)} label={MESSAGES.openInvoice(documentNumber)} onOpen={() => page.open(documentNumber)}>
        {documentNumber}
      </CellLink>
    </span>
  );
}

function Code({ line: { documentCode } }: { line: StatementLine }) {
  return (
    <abbr className={classes.code} title={MESSAGES.codes[documentCode]}>
      {documentCode}
    </abbr>
  );
}

function PdfAction({ line, ways: { openPdf } }: { line: StatementLine; ways: InvoiceWays }) {
  if (line.documentCode !== 'IN' || !openPdf) return null;
  const action = {
    id: 'pdf',
    icon: 'document' as const,
    label: ({ documentNumber }: StatementLine) => MESSAGES.viewInvoice(documentNumber),
    run: ({ documentNumber }: StatementLine) => openPdf(documentNumber),
  };
  return <RowActionButton action={action} row={line} />;
}
