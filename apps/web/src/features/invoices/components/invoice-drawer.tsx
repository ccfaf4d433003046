import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceDetail } from '@yardage/contract/invoices';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { paymentMethodLabel, paymentResultLabel } from '@yardage/domain/payment-status';
import { formatQuantity } from '@yardage/domain/quantities';
import { type ReactNode, Suspense } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useLastOf } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { CellLink } from '#web/patterns/data-table/row-controls.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DISCOUNT_MESSAGES } from '#web/patterns/discount.messages.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip, InfoCard, type InfoRow } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { canBePaid, discountTimeLeft, hasDiscount } from '../invoice-discount.ts';
import { invoiceQuery } from '../invoices.api.ts';
import { INVOICE_FIELDS, INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';
import { InvoiceStatus } from './invoice-columns.tsx';
import { TimeLeft } from './invoice-discount.tsx';
import classes from './invoice-drawer.module.css';

/** Skeleton lines of the four cards: recap, products, amounts, information. */
const SHAPE = [5, 3, 4, 4];

interface InvoiceDrawerProps {
  /** Empty while the drawer is closed. Keep the drawer mounted, so that it can animate out and restore the focus. */
  documentNumber: string;
  /** The invoice's order, if the URL contains it. */
  orderId: number | undefined;
  onClose: () => void;
  onOpenPdf: (invoice: InvoiceDetail) => void;
  onOpenHistory: () => void;
  /** Link to the tickets of the invoice; null for users who may not see tickets. */
  tickets: TicketPage | null;
  inCart: ReadonlySet<string>;
  onPay: (documentNumber: string) => void;
  /** What the comparison says and what is disputed: of the invoice, and of a billed line (APY-03, APY-08). */
  review: { section: ReactNode; ofLine: (line: InvoiceDetail['invoiceProducts'][number]) => ReactNode };
}

/** An invoice in a drawer: open amount, discount, products per ticket and totals (INV-08). */
export function InvoiceDrawer({
  documentNumber,
  orderId,
  onClose,
  onOpenPdf,
  onOpenHistory,
  tickets,
  inCart,
  onPay,
  review,
}: InvoiceDrawerProps) {
  const last = useLastOf(documentNumber ? { documentNumber, orderId } : undefined);
  const shown = last?.documentNumber ?? '';
  const formats = useFormats();
  const today = useToday();
  const hasStatus = useHoldsAny([PERMISSIONS.INVOICES_VIEW_STATUS]);
  const connection = useNeedsConnection();
  const query = useQuery({ ...invoiceQuery(useCustomer(), shown, { orderId: last?.orderId }), enabled: documentNumber !== '' });
  const invoice = query.data;
  const canPay = invoice !== undefined && canBePaid(invoice, inCart);
  return (
    <SideDrawer
      isInUrl
      isOpen={documentNumber !== ''}
      onClose={onClose}
      title={MESSAGES.title(shown)}
      status={invoice && hasStatus ? <InvoiceStatus invoice={invoice} /> : null}
      context={
        invoice ? [invoice.job, invoice.jobAddress1].filter(Boolean).join(' · ') : query.isFetching ? <Skeleton width={220} /> : null
      }
      facts={invoice ? <InvoiceFacts invoice={invoice} today={today} /> : query.isFetching ? <Skeleton width={420} height={40} /> : null}
      footer={
        invoice || !query.isError ? (
          <>
            <Can anyOf={[PERMISSIONS.INVOICES_VIEW_HISTORY]}>
              <Button variant="default" leftSection={<Icon name="clock" />} onClick={onOpenHistory}>
                {MESSAGES.history}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.INVOICES_VIEW_PDF]}>
              <Button
                variant="default"
                leftSection={<Icon name="document" />}
                disabled={!invoice}
                onClick={() => invoice && onOpenPdf(invoice)}
                {...connection}
              >
                {MESSAGES.openPdf}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.INVOICES_PAY_INVOICES]}>
              <Button disabled={!canPay} onClick={() => onPay(shown)} {...connection}>
                {invoice && !canPay ? MESSAGES.inCart : MESSAGES.pay}
              </Button>
            </Can>
          </>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
        {(loaded) => (
          <>
            {loaded.voidedDate === null ? <Suspense>{review.section}</Suspense> : null}
            <InvoiceProducts invoice={loaded} tickets={tickets} ofLine={review.ofLine} />
            <InvoiceAmounts invoice={loaded} />
            <InvoiceApplications applications={loaded.applications} />
            <InfoCard title={MESSAGES.information} rows={invoiceRows(loaded, formats.date)} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Key figures of an invoice: open amount, available discount and due date. */
function InvoiceFacts({ invoice, today }: { invoice: InvoiceDetail; today: string }) {
  const left = discountTimeLeft(invoice, today);
  const discount = (
    <>
      {formatCurrency(-invoice.discountAmount)} {DISCOUNT_MESSAGES.until(formatDay(invoice.discountExpiryDate))}{' '}
      {left ? <TimeLeft text={left} /> : null}
    </>
  );
  const kept = [
    { label: INVOICE_FIELDS.discount, value: discount },
    { label: MESSAGES.withDiscount, value: formatCurrency(invoice.amountWithDiscount) },
  ];
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.open, value: formatCurrency(invoice.currentAmount) },
        ...(hasDiscount(invoice) ? kept : []),
        { label: MESSAGES.due, value: <DueDate invoice={invoice} /> },
      ]}
    />
  );
}

/** The due date, and the days overdue, if any. */
function DueDate({ invoice: { dueDate, daysOverdue } }: { invoice: InvoiceDetail }) {
  return (
    <>
      {formatDay(dueDate)} {daysOverdue ? <span className={classes.overdue}>{MESSAGES.overdue(daysOverdue)}</span> : null}
    </>
  );
}

/** Returns the rows of the invoice's information card (INV-07). */
function invoiceRows(invoice: InvoiceDetail, date: (moment: string) => string): InfoRow[] {
  return [
    { label: INVOICE_FIELDS.documentDate, value: formatDay(invoice.documentDate) },
    ...(invoice.voidedDate
      ? [{ label: MESSAGES.voided, value: [formatDay(invoice.voidedDate), invoice.voidReason].filter(Boolean).join(' · ') }]
      : []),
    ...(invoice.revisedAt ? [{ label: MESSAGES.revised, value: date(invoice.revisedAt) }] : []),
    { label: INVOICE_FIELDS.orderNumber, value: invoice.orderNumber },
    { label: INVOICE_FIELDS.poNumber, value: invoice.poNumber },
    { label: INVOICE_FIELDS.batchNumber, value: invoice.batchNumber },
    { label: INVOICE_FIELDS.job, value: invoice.job },
    { label: INVOICE_FIELDS.jobAddress1, value: [invoice.jobAddress1, invoice.jobAddress2].filter(Boolean).join(', ') },
    { label: INVOICE_FIELDS.customerNumber, value: invoice.customerNumber },
    { label: INVOICE_FIELDS.discountExpiryDate, value: formatDay(invoice.discountExpiryDate) },
  ];
}

type Product = InvoiceDetail['invoiceProducts'][number];
type Recap = InvoiceDetail['productRecaps'][number];

const sharedColumns = () => [
  { header: MESSAGES.product, isWhole: true, value: ({ productNumber }: Recap) => productNumber },
  { header: MESSAGES.description, value: ({ description }: Recap) => description },
  {
    header: MESSAGES.quantity,
    isNumber: true,
    value: ({ quantity, unitOfMeasure }: Recap) => formatQuantity(quantity, unitOfMeasure),
  },
];
const amountColumn = () => ({ header: MESSAGES.amount, isNumber: true, value: ({ amount }: Recap) => formatAmount(amount) });

/** How to link to a ticket and how to open it. */
interface TicketPage {
  href: (ticketId: number) => string;
  open: (ticketId: number) => void;
}

/** The ticket number, as a link if the user may see tickets. */
function TicketNumber({ product: { ticketId, ticketNumber }, page }: { product: Product; page: TicketPage | null }) {
  if (!page) return ticketNumber;
  return (
    <CellLink href={page.href(ticketId)} label={MESSAGES.openTicket(ticketNumber)} onOpen={() => page.open(ticketId)}>
      {ticketNumber}
    </CellLink>
  );
}

interface InvoiceProductsProps {
  invoice: InvoiceDetail;
  tickets: TicketPage | null;
  ofLine: InvoiceDrawerProps['review']['ofLine'];
}

/** The totals per product, and the products per ticket (INV-08). */
function InvoiceProducts({ invoice, tickets, ofLine }: InvoiceProductsProps) {
  const columns = [
    { header: MESSAGES.ticket, value: (product: Product) => <TicketNumber product={product} page={tickets} /> },
    ...sharedColumns(),
    { header: MESSAGES.unitPrice, isNumber: true, value: ({ unitPrice }: Product) => formatAmount(unitPrice) },
    amountColumn(),
  ];
  const total = { label: MESSAGES.sales, value: formatCurrency(invoice.salesAmount) };
  return (
    <>
      <Card title={MESSAGES.recaps}>
        <LineTable
          label={MESSAGES.recaps}
          columns={[...sharedColumns(), amountColumn()]}
          lines={invoice.productRecaps}
          emptyText={MESSAGES.noProducts}
          total={total}
          card={(line) => ({
            title: line.productNumber,
            result: formatCurrency(line.amount),
            details: [`${line.description} · ${formatQuantity(line.quantity, line.unitOfMeasure)}`],
          })}
        />
      </Card>
      <Card title={MESSAGES.products}>
        <LineTable
          label={MESSAGES.products}
          columns={columns}
          lines={invoice.invoiceProducts}
          {...(invoice.voidedDate === null && { action: { header: MESSAGES.reviewLine, cell: ofLine } })}
          emptyText={MESSAGES.noProducts}
          total={total}
          card={(line) => ({
            title: (
              <>
                <TicketNumber product={line} page={tickets} /> · {line.productNumber}
              </>
            ),
            result: formatCurrency(line.amount),
            details: [
              `${line.description} · ${MESSAGES.atPrice(formatQuantity(line.quantity, line.unitOfMeasure), formatCurrency(line.unitPrice))}`,
            ],
          })}
        />
      </Card>
    </>
  );
}

/** The amounts of an invoice: sales plus tax is the total; minus payments and discounts it is the balance (INV-08). */
function InvoiceAmounts({ invoice }: { invoice: InvoiceDetail }) {
  const { paidAmount, creditedAmount, discountTakenAmount } = invoice;
  const lines = [
    // Without a unit: its tickets have different ones, or it has none.
    ...(invoice.unitOfMeasure
      ? [{ label: MESSAGES.totalQuantity, value: formatQuantity(invoice.totalQuantity, invoice.unitOfMeasure) }]
      : []),
    { label: MESSAGES.sales, value: formatCurrency(invoice.salesAmount) },
    { label: MESSAGES.tax, value: formatCurrency(invoice.taxAmount) },
    { label: MESSAGES.total, value: formatCurrency(invoice.invoiceAmount), isSum: true },
    ...(paidAmount > 0 ? [{ label: MESSAGES.paid, value: formatCurrency(-paidAmount) }] : []),
    ...(creditedAmount > 0 ? [{ label: MESSAGES.credited, value: formatCurrency(-creditedAmount) }] : []),
    ...(discountTakenAmount > 0 ? [{ label: MESSAGES.discountTaken, value: formatCurrency(-discountTakenAmount) }] : []),
    { label: MESSAGES.balance, value: formatCurrency(invoice.currentAmount), isSum: true },
  ];
  return (
    <Card title={MESSAGES.amounts}>
      <dl className={classes.amounts}>
        {lines.map(({ label, value, isSum }) => (
          <div key={label} className={isSum ? classes.rule : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Application = NonNullable<InvoiceDetail['applications']>[number];

const columns = () => [
  { header: MESSAGES.appliedDate, isWhole: true, value: ({ appliedDate }: Application) => formatDay(appliedDate) },
  { header: MESSAGES.method, value: ({ method }: Application) => paymentMethodLabel(method) },
  { header: MESSAGES.reference, value: ({ reference }: Application) => reference },
  { header: MESSAGES.status, value: ({ paymentResult }: Application) => <PaymentStatus result={paymentResult} isAttempt /> },
  { header: MESSAGES.discountApplied, isNumber: true, value: ({ discountAmount }: Application) => formatAmount(-discountAmount) },
  { header: MESSAGES.amount, isNumber: true, value: ({ amount }: Application) => formatAmount(amount) },
];

/** A payment or credit on phones. It says whether it counts: payments that failed, are pending or were taken back are listed, too. */
export const applicationCard = (line: Application) => ({
  title: `${paymentMethodLabel(line.method)} · ${line.reference}`,
  result: formatCurrency(line.amount),
  details: [
    `${formatDay(line.appliedDate)} · ${paymentResultLabel(line.paymentResult)}`,
    ...(line.discountAmount > 0 ? [`${MESSAGES.discountTaken} ${formatCurrency(line.discountAmount)}`] : []),
  ],
});

/** What was paid and credited on an invoice. Shown only if there is something. */
function InvoiceApplications({ applications }: { applications: InvoiceDetail['applications'] }) {
  if (!applications || applications.length === 0) return null;
  return (
    <Card title={MESSAGES.applications}>
      <LineTable
        label={MESSAGES.applications}
        columns={columns()}
        lines={applications}
        emptyText={MESSAGES.noApplications}
        card={applicationCard}
      />
    </Card>
  );
}
