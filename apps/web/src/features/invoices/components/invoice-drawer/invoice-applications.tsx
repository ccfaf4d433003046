import type { InvoiceDetail } from '@yardage/contract/invoices';
import { paymentMethodLabel } from '@yardage/domain/payment-status';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { INVOICES_MESSAGES as MESSAGES } from '../../invoices.messages.ts';

type Application = NonNullable<InvoiceDetail['applications']>[number];

const columns = () => [
  { header: MESSAGES.appliedDate, value: ({ appliedDate }: Application) => formatDay(appliedDate) },
  { header: MESSAGES.method, value: ({ method }: Application) => paymentMethodLabel(method) },
  { header: MESSAGES.reference, value: ({ reference }: Application) => reference },
  { header: MESSAGES.status, value: ({ paymentResult }: Application) => <PaymentStatus result={paymentResult} isAttempt /> },
  { header: MESSAGES.discountApplied, isNumber: true, value: ({ discountAmount }: Application) => formatAmount(-discountAmount) },
  { header: MESSAGES.amount, isNumber: true, value: ({ amount }: Application) => formatAmount(amount) },
];

/** What was paid and credited on an invoice. Shown only if there is something. */
export function InvoiceApplications({ applications }: { applications: InvoiceDetail['applications'] }) {
  if (!applications || applications.length === 0) return null;
  return (
    <Card title={MESSAGES.applications}>
      <LineTable
        label={MESSAGES.applications}
        columns={columns()}
        lines={applications}
        emptyText={MESSAGES.noApplications}
        card={(line) => ({
          title: `${paymentMethodLabel(line.method)} · ${line.reference}`,
          result: formatCurrency(line.amount),
          details: [
            formatDay(line.appliedDate),
            ...(line.discountAmount > 0 ? [`${MESSAGES.discountTaken} ${formatCurrency(line.discountAmount)}`] : []),
          ],
        })}
      />
    </Card>
  );
}
