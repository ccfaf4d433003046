import { formatDateMinute, timeZoneName } from '@yardage/domain/dates';
import { formatMoney } from '@yardage/domain/money';
import { formatNumber, formatQuantityOnPaper } from '@yardage/domain/quantities';
import { currentLocale } from '@yardage/messages/messages';
import type { DocumentDefinition, Section } from '#server/documents/document-definition';
import { LABELS } from '#server/documents/documents.messages';
import { csvHeading, csvLine } from '#server/http/csv';
import { PACK_FILES as TEXTS } from './close-out-packs.messages.ts';
import type { PackHeading, PackRun, PackSums, ProductSum, WrittenEntry } from './pack-run.queries.ts';

/** `October 2026`. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The first page of a pack: what it is about, and the sums of its records. */
export function packDocument(pack: PackRun, heading: PackHeading, products: readonly ProductSum[], sums: PackSums): DocumentDefinition {
  const counted = (count: string, others: number, text: (count: number) => string) => (others > 0 ? `${count}, ${text(others)}` : count);
  return {
    title: TEXTS.title,
    number: pack.month ? monthName(pack.month) : (pack.job ?? ''),
    facts: [
      { label: LABELS.customer, value: `${heading.company} (${heading.number})`, span: 2 },
      {
        label: pack.month ? TEXTS.month : LABELS.job,
        value: pack.month ? monthName(pack.month) : [pack.jobNumber, pack.job].filter(Boolean).join(' '),
        span: 2,
      },
      // A job with a number may have several addresses.
      ...(pack.jobAddress && !pack.jobNumber ? [{ label: LABELS.deliveryAddress, value: pack.jobAddress, span: 2 as const }] : []),
      { label: TEXTS.madeBy, value: heading.maker },
      { label: TEXTS.madeOn(timeZoneName(heading.timeZone)), value: formatDateMinute(pack.createdAt, heading.timeZone) },
      { label: TEXTS.tickets, value: counted(TEXTS.ticketCount(sums.tickets), sums.cancelled, TEXTS.cancelledCount) },
      { label: TEXTS.signedFor, value: counted(TEXTS.ticketCount(sums.signed), sums.rejected, TEXTS.rejectedCount) },
      ...(pack.withInvoices
        ? [{ label: LABELS.invoices, value: counted(TEXTS.invoiceCount(sums.invoices), sums.voided, TEXTS.voidCount) }]
        : []),
    ],
    sections: [
      {
        kind: 'table',
        heading: TEXTS.delivered,
        columns: [
          { header: LABELS.product },
          { header: LABELS.description, canWrap: true },
          { header: TEXTS.loads, align: 'right' },
          { header: LABELS.quantity, align: 'right' },
          { header: LABELS.unit },
        ],
        rows: products.map(({ code, description, loads, quantity, unit }) => [
          code,
          description,
          formatNumber(loads),
          formatQuantityOnPaper(quantity),
          unit,
        ]),
        emptyText: TEXTS.nothingDelivered,
      },
      ...amounts(pack, sums),
      { kind: 'text', text: TEXTS.note },
    ],
  };
}

function amounts({ withAmounts, withInvoices }: PackRun, { totalCents, openCents }: PackSums): Section[] {
  if (!withAmounts || !withInvoices) return [];
  return [
    {
      kind: 'totals',
      lines: [
        { label: TEXTS.total, amount: formatMoney(totalCents) },
        { label: TEXTS.settled, amount: formatMoney(openCents - totalCents) },
        { label: LABELS.balanceDue, amount: formatMoney(openCents) },
      ],
    },
  ];
}

/** The index's columns, with those of amounts last. */
const COLUMNS = [
  'number',
  'date',
  'status',
  'job',
  'jobNumber',
  'order',
  'poNumber',
  'invoice',
  'product',
  'quantity',
  'unit',
  'receipt',
  'receivedBy',
  'receivedOn',
] as const;
const AMOUNT_COLUMNS = ['amount', 'open'] as const;
const isAmount = (column: string): boolean => AMOUNT_COLUMNS.some((each) => each === column);
const columnsOf = ({ withAmounts }: PackRun) => (withAmounts ? [...COLUMNS, ...AMOUNT_COLUMNS] : COLUMNS);

/** Returns the heading of the index. */
export function indexHeading(pack: PackRun): string {
  return csvHeading([TEXTS.index.file, TEXTS.index.type, ...columnsOf(pack).map((column) => TEXTS.index[column])]);
}

/** Returns the line of a record in the index. */
export function indexLine(pack: PackRun, { fileName, kind, facts }: WrittenEntry): string {
  const cell = (column: string) => {
    const value = facts[column] ?? null;
    if (typeof value === 'boolean') return null;
    return typeof value === 'number' && isAmount(column) ? value.toFixed(2) : value;
  };
  return csvLine([fileName, TEXTS.types[kind], ...columnsOf(pack).map(cell)]);
}
