import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CreditDetail } from '@yardage/contract/credits';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { centsOf } from '@yardage/domain/money';
import { formatNumber } from '@yardage/domain/quantities';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip, InfoCard } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { creditQuery } from '../credits.api.ts';
import { CREDIT_FIELDS as FIELDS, CREDITS_MESSAGES as MESSAGES } from '../credits.messages.ts';
import { CreditStatus } from './credit-columns.tsx';

/** Skeleton lines per card: lines, amounts, applications, information. */
const SHAPE = [3, 3, 2, 3];

interface CreditDrawerProps {
  /** Empty while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  creditNumber: string;
  onClose: () => void;
  onOpenPdf: () => void;
}

/** Drawer with a credit memo's amounts, its lines and what it was used for (APY-01). */
export function CreditDrawer({ creditNumber, onClose, onOpenPdf }: CreditDrawerProps) {
  const shown = useLast(creditNumber || undefined) ?? '';
  const connection = useNeedsConnection();
  const query = useQuery({ ...creditQuery(useCustomer(), shown), enabled: creditNumber !== '' });
  const credit = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={creditNumber !== ''}
      onClose={onClose}
      title={MESSAGES.title(shown)}
      status={credit ? <CreditStatus credit={credit} /> : null}
      context={credit ? `${formatDay(credit.documentDate)} · ${credit.reason}` : null}
      facts={credit ? <FactStrip facts={creditFacts(credit)} /> : null}
      footer={
        credit || !query.isError ? (
          <Can anyOf={[PERMISSIONS.INVOICES_VIEW_PDF]}>
            <Button leftSection={<Icon name="document" />} onClick={onOpenPdf} {...connection}>
              {MESSAGES.openPdf}
            </Button>
          </Can>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
        {(loaded) => <CreditCards credit={loaded} />}
      </DetailState>
    </SideDrawer>
  );
}

type Amounts = Pick<CreditDetail, 'totalAmount' | 'appliedAmount' | 'pendingAmount' | 'promisedAmount' | 'openAmount'>;

/** Returns what a cart can use of a credit: neither a payment under way nor a planned payment uses it. */
function usableAmount({ openAmount, pendingAmount, promisedAmount }: Amounts): number {
  // During an update, a server of the version before sends no promises.
  return Math.max(0, centsOf(openAmount) - centsOf(pendingAmount) - centsOf(promisedAmount ?? 0)) / 100;
}

/** The amounts of a credit. What is usable is shown if it is less than what is open. */
export const creditFacts = (credit: Amounts) => [
  { label: FIELDS.totalAmount, value: formatCurrency(credit.totalAmount) },
  { label: FIELDS.appliedAmount, value: formatCurrency(credit.appliedAmount) },
  ...(credit.promisedAmount > 0 ? [{ label: FIELDS.promisedAmount, value: formatCurrency(credit.promisedAmount) }] : []),
  { label: FIELDS.openAmount, value: formatCurrency(credit.openAmount) },
  ...(usableAmount(credit) < credit.openAmount ? [{ label: FIELDS.usableAmount, value: formatCurrency(usableAmount(credit)) }] : []),
];

type Line = CreditDetail['lines'][number];
type Application = CreditDetail['applications'][number];

const lineColumns = () => [
  { header: MESSAGES.ticket, value: ({ ticketNumber }: Line) => ticketNumber },
  { header: MESSAGES.product, isWhole: true, value: ({ productNumber }: Line) => productNumber },
  { header: MESSAGES.description, value: ({ description }: Line) => description },
  { header: MESSAGES.quantity, isNumber: true, value: ({ quantity }: Line) => formatNumber(quantity) },
  { header: MESSAGES.price, isNumber: true, value: ({ unitPrice }: Line) => formatAmount(unitPrice) },
  { header: MESSAGES.amount, isNumber: true, value: ({ amount }: Line) => formatAmount(amount) },
];
const applicationColumns = () => [
  { header: MESSAGES.date, isWhole: true, value: ({ appliedDate }: Application) => formatDay(appliedDate) },
  { header: MESSAGES.invoice, value: ({ invoiceNumber }: Application) => invoiceNumber },
  { header: MESSAGES.payment, value: ({ cartId }: Application) => cartId ?? MESSAGES.bySupplier },
  { header: MESSAGES.status, value: ({ paymentResult }: Application) => MESSAGES.states[paymentResult] },
  { header: MESSAGES.amount, isNumber: true, value: ({ amount }: Application) => formatAmount(amount) },
];

/** The sum of the lines, which are without tax. */
export const linesTotal = ({ salesAmount }: Pick<CreditDetail, 'salesAmount'>) => ({
  label: MESSAGES.sales,
  value: formatCurrency(salesAmount),
});

/** What planned payments will use of a credit, and what can be done with the rest. */
export function howToUse(credit: Amounts): string {
  const promised = credit.promisedAmount > 0 ? MESSAGES.promised(formatCurrency(credit.promisedAmount)) : '';
  return [promised, usableAmount(credit) > 0 ? MESSAGES.howToUse : ''].filter(Boolean).join(' ');
}

function CreditCards({ credit }: { credit: CreditDetail }) {
  const formats = useFormats();
  return (
    <>
      <Card title={MESSAGES.lines}>
        <LineTable
          label={MESSAGES.lines}
          columns={lineColumns()}
          lines={credit.lines}
          card={(line) => ({
            title: line.description,
            result: formatCurrency(line.amount),
            details: [[line.ticketNumber, line.productNumber].filter(Boolean).join(' · ')].filter(Boolean),
          })}
          emptyText={MESSAGES.noLines}
          total={linesTotal(credit)}
        />
      </Card>
      <InfoCard
        title={MESSAGES.amounts}
        rows={[
          linesTotal(credit),
          { label: MESSAGES.tax, value: formatCurrency(credit.taxAmount) },
          { label: MESSAGES.total, value: formatCurrency(credit.totalAmount) },
        ]}
      />
      <Card title={MESSAGES.applications}>
        <LineTable
          label={MESSAGES.applications}
          columns={applicationColumns()}
          lines={credit.applications}
          card={(line) => ({
            title: line.invoiceNumber,
            result: formatCurrency(line.amount),
            details: [`${formatDay(line.appliedDate)} · ${MESSAGES.states[line.paymentResult]}`, line.cartId ?? MESSAGES.bySupplier],
          })}
          emptyText={`${MESSAGES.noApplications} ${howToUse(credit)}`}
        />
      </Card>
      <InfoCard
        title={MESSAGES.information}
        rows={[
          { label: FIELDS.invoiceNumber, value: credit.invoiceNumber },
          { label: MESSAGES.order, value: credit.orderNumber },
          { label: FIELDS.job, value: credit.job },
          ...(credit.voidedDate ? [{ label: FIELDS.voidedDate, value: formatDay(credit.voidedDate) }] : []),
          ...(credit.voidReason ? [{ label: MESSAGES.voidReason, value: credit.voidReason }] : []),
          ...(credit.revisedAt ? [{ label: MESSAGES.revised, value: formats.dateTime(credit.revisedAt) }] : []),
        ]}
      />
    </>
  );
}
