import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StatementDetail, StatementLine } from '@yardage/contract/statements';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { useMemo, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { downloadCsv } from '#web/patterns/csv.ts';
import { DATA_TABLE_MESSAGES } from '#web/patterns/data-table/data-table.messages.ts';
import { CellLink, RowActionButton } from '#web/patterns/data-table/row-controls.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DetailsDialog } from '#web/patterns/details-dialog/details-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { statementCsv } from '../statement-csv.ts';
import { findLines, statementQuery } from '../statements.api.ts';
import { STATEMENT_LINE_FIELDS as FIELDS, STATEMENTS_MESSAGES as MESSAGES } from '../statements.messages.ts';
import classes from './statement-details-dialog.module.css';

/** Skeleton lines: header block and documents. */
const SHAPE = [5, 5];

interface StatementDetailsDialogProps {
  /** Undefined while the dialog is closed. Keep the dialog mounted so that it can restore the focus. */
  statementDate: string | undefined;
  onClose: () => void;
  /** Opens the statement's PDF. If undefined, the button is not shown. */
  onOpenPdf?: (() => void) | undefined;
  links: InvoiceLinks;
}

/** A statement: its client, the amount due and its documents (STM-05, STM-07 to STM-10). */
export function StatementDetailsDialog({ statementDate, onClose, onOpenPdf, links }: StatementDetailsDialogProps) {
  const isOpen = statementDate !== undefined;
  const shown = useLast(statementDate) ?? '';
  const connection = useNeedsConnection();
  const query = useQuery({ ...statementQuery(useCustomer(), shown), enabled: isOpen });
  const { details } = query.data ?? { details: [] };
  return (
    <DetailsDialog
      isOpen={isOpen}
      onClose={onClose}
      title={MESSAGES.title(formatDay(shown))}
      widthPx={980}
      layer="drawer"
      footer={
        query.data ? (
          <>
            <PageLink to="/close-out-packs" search={{ month: shown.slice(0, 7) }} icon="archive">
              {MESSAGES.closeOut}
            </PageLink>
            {details.length > 0 ? (
              <Button
                variant="default"
                leftSection={<Icon name="download" size={16} />}
                onClick={() => downloadCsv(`statement-${shown}.csv`, statementCsv(details))}
              >
                {DATA_TABLE_MESSAGES.exportCsv}
              </Button>
            ) : null}
            {onOpenPdf ? (
              <Button leftSection={<Icon name="document" size={16} />} onClick={onOpenPdf} {...connection}>
                {MESSAGES.openPdf}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
        {(statement) => (
          <>
            <StatementHeader statement={statement} />
            <StatementLines key={statement.statementDate} statement={statement} links={links} />
          </>
        )}
      </DetailState>
    </DetailsDialog>
  );
}

/** The client of the statement, the amount due and how it adds up (STM-07, STM-08). */
function StatementHeader({ statement }: { statement: StatementDetail }) {
  const { clientFirstName, clientLastName, previousStatementDate } = statement;
  const person = [clientFirstName, clientLastName].filter(Boolean).join(' ');
  return (
    <section className={classes.header}>
      <div>
        <p className={classes.name}>{statement.clientDisplayName}</p>
        <address className={classes.address}>
          {person ? <span>{person}</span> : null}
          <span>{statement.clientAddressLn1}</span>
          <span>
            {statement.clientAddressCity}, {statement.clientAddressState} {statement.clientAddressZip}
          </span>
        </address>
        <p className={classes.since}>
          {previousStatementDate ? MESSAGES.since(formatDay(previousStatementDate)) : MESSAGES.sinceBeginning}
        </p>
      </div>
      <p className={classes.balance}>
        <span className={classes.label}>{MESSAGES.balanceDue}</span>
        <span className={classes.figure}>{formatCurrency(statement.balanceDue)}</span>
      </p>
      <dl className={classes.amounts}>
        {AGING_BUCKETS.map(({ field }) => (
          <Amount
            key={field}
            label={AGING_NAMES[field]}
            amount={statement[field]}
            isLate={field !== 'currentAmount' && statement[field] > 0}
          />
        ))}
      </dl>
      <dl className={classes.amounts}>
        <Amount
          label={MESSAGES.previousBalance}
          {...(previousStatementDate && { text: formatDay(previousStatementDate) })}
          amount={statement.previousBalance}
        />
        <Amount label={MESSAGES.charges} text={MESSAGES.chargesText} amount={statement.charges} />
        {statement.adjustments === 0 ? null : (
          <Amount label={MESSAGES.adjustments} text={MESSAGES.chargesText} amount={statement.adjustments} />
        )}
        <Amount label={MESSAGES.amountPaid} text={MESSAGES.amountPaidText} amount={statement.amountPaid} />
        <Amount label={MESSAGES.discountsTaken} text={MESSAGES.discountsTakenText} amount={statement.discountsTaken} />
        <Amount label={MESSAGES.depositReceived} text={MESSAGES.depositReceivedText} amount={statement.depositReceived} />
      </dl>
      <p className={classes.movements}>{statement.adjustments === 0 ? MESSAGES.movements : MESSAGES.movementsWithAdjustments}</p>
    </section>
  );
}

function Amount({ label, text, amount, isLate = false }: { label: string; text?: string; amount: number; isLate?: boolean }) {
  return (
    <div className={classes.amount} data-late={isLate || undefined}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{formatCurrency(amount)}</dd>
      {text ? <dd className={classes.text}>{text}</dd> : null}
    </div>
  );
}

/** The links from an invoice line. Each is undefined if the user lacks the permission. */
interface InvoiceLinks {
  /** The invoice on the invoices page (STM-10). */
  page?: { href: (documentNumber: string) => string; open: (documentNumber: string) => void } | undefined;
  /** The credit memo on the page of credits. */
  creditPage?: { href: (documentNumber: string) => string; open: (documentNumber: string) => void } | undefined;
  openPdf?: ((documentNumber: string) => void) | undefined;
}

/** The documents of a statement, with a search over the shown text (STM-09). */
function StatementLines({ statement, links }: { statement: StatementDetail; links: InvoiceLinks }) {
  const [search, setSearch] = useState('');
  const { details } = statement;
  const lines = useMemo(() => findLines(details, search), [details, search]);
  const columns = [
    { header: FIELDS.documentNumber, value: (line: StatementLine) => <DocumentNumber line={line} links={links} /> },
    { header: FIELDS.documentCode, value: (line: StatementLine) => <Code line={line} /> },
    { header: FIELDS.description, value: ({ description }: StatementLine) => description },
    {
      header: FIELDS.documentDate,
      isWhole: true,
      value: ({ documentDate }: StatementLine) => formatDay(documentDate),
    },
    { header: FIELDS.amount, isNumber: true, value: ({ amount }: StatementLine) => formatAmount(amount) },
    { header: FIELDS.balance, isNumber: true, value: ({ balance }: StatementLine) => formatAmount(balance) },
    ...(links.openPdf
      ? [
          {
            header: MESSAGES.actions,
            isNumber: true,
            isControl: true,
            value: (line: StatementLine) => <PdfAction line={line} links={links} />,
          },
        ]
      : []),
  ];
  return (
    <Card title={MESSAGES.documents} aside={<span className={classes.count}>{MESSAGES.documentCount(lines.length)}</span>}>
      <div className={classes.search}>
        <SearchBox label={MESSAGES.searchDocuments} value={search} onChange={setSearch} hasShortcut={false} />
      </div>
      <LineTable
        label={MESSAGES.documents}
        columns={columns}
        card={(line) => ({
          title: <DocumentNumber line={line} links={links} />,
          result: formatCurrency(line.amount),
          details: [
            `${MESSAGES.codes[line.documentCode]} · ${formatDay(line.documentDate)}`,
            line.description,
            MESSAGES.balanceOf(formatCurrency(line.balance)),
          ],
          action: links.openPdf ? <PdfAction line={line} links={links} /> : undefined,
        })}
        lines={lines}
        emptyText={details.length === 0 ? MESSAGES.noDocuments : MESSAGES.noneFound}
      />
    </Card>
  );
}

/** A link to the invoice or credit if the user may see invoices, otherwise plain text (STM-10, APY-01). */
function DocumentNumber({ line: { documentCode, documentNumber }, links }: { line: StatementLine; links: InvoiceLinks }) {
  const page = documentCode === 'IN' ? links.page : documentCode === 'CM' ? links.creditPage : undefined;
  if (!page) return documentNumber;
  const label = documentCode === 'IN' ? MESSAGES.openInvoice(documentNumber) : MESSAGES.openCredit(documentNumber);
  return (
    <span className={classes.number}>
      <CellLink href={page.href(documentNumber)} label={label} onOpen={() => page.open(documentNumber)}>
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

function PdfAction({ line, links: { openPdf } }: { line: StatementLine; links: InvoiceLinks }) {
  if (line.documentCode !== 'IN' || !openPdf) return null;
  const action = {
    id: 'pdf',
    icon: 'document' as const,
    label: ({ documentNumber }: StatementLine) => MESSAGES.viewInvoice(documentNumber),
    run: ({ documentNumber }: StatementLine) => openPdf(documentNumber),
    needsConnection: true,
  };
  return <RowActionButton action={action} row={line} />;
}
