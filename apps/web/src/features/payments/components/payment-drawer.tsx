import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PaymentInvoice, PaymentOutcome } from '@yardage/contract/payments';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { PAYMENT_RETURN_NAMES } from '@yardage/domain/names.messages';
import { resultOfCode } from '@yardage/domain/payment-status';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { methodName, onAccountText, paymentTotals } from '../payment-facts.ts';
import { livePaymentQuery } from '../payments.api.ts';
import { PAYMENT_FIELDS as FIELDS, PAYMENTS_MESSAGES as MESSAGES } from '../payments.messages.ts';
import classes from './payment-result.module.css';
import { ResultDetails } from './result-details.tsx';

/** Skeleton lines per card: facts, invoices. */
const SHAPE = [4, 3];
const columns = () => [
  { header: FIELDS.invoiceNumber, value: ({ invoiceNumber }: PaymentInvoice) => invoiceNumber },
  { header: FIELDS.currentAmount, isNumber: true, value: ({ invoiceAmount }: PaymentInvoice) => formatCurrency(invoiceAmount) },
  { header: FIELDS.discountAmount, isNumber: true, value: ({ discountAmount }: PaymentInvoice) => formatCurrency(-discountAmount) },
  {
    header: FIELDS.amountWithDiscount,
    isNumber: true,
    value: ({ amountWithDiscount }: PaymentInvoice) => formatCurrency(amountWithDiscount),
  },
];

interface PaymentDrawerProps {
  /** Empty while the drawer is closed. Keep the drawer mounted so that it can animate closing and restore the focus. */
  cartId: string;
  onClose: () => void;
  onOpenReceipt: () => void;
}

/** Drawer with a payment's status, facts and invoices. It polls while the payment is pending. */
export function PaymentDrawer({ cartId, onClose, onOpenReceipt }: PaymentDrawerProps) {
  const shown = useLast(cartId || undefined) ?? '';
  const connection = useNeedsConnection();
  const query = useQuery({ ...livePaymentQuery(useCustomer(), shown), enabled: cartId !== '' });
  const payment = query.data;
  const formats = useFormats();
  return (
    <SideDrawer
      isInUrl
      isOpen={cartId !== ''}
      onClose={onClose}
      title={MESSAGES.drawerTitle(shown)}
      status={payment ? <PaymentStatus result={resultOfCode(payment.status)} isAttempt /> : null}
      context={payment ? [formats.dateTime(payment.paymentDateTime), methodName(payment.paymentMethod)].filter(Boolean).join(' · ') : null}
      facts={payment ? <FactStrip facts={paymentTotals(payment)} /> : null}
      footer={
        payment || !query.isError ? (
          <Can anyOf={[PERMISSIONS.PAYMENT_HISTORY_VIEW_PDF]}>
            <Button leftSection={<Icon name="document" />} onClick={onOpenReceipt} {...connection}>
              {MESSAGES.openReceipt}
            </Button>
          </Can>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
        {(loaded) => (
          <>
            <ResultDetails outcome={loaded} hasTotals={false} />
            <Card title={MESSAGES.invoices}>
              <LineTable
                label={MESSAGES.invoices}
                columns={columns()}
                lines={loaded.metadata.invoices}
                card={(line) => ({
                  title: line.invoiceNumber,
                  result: formatCurrency(line.amountWithDiscount),
                  details:
                    line.discountAmount > 0 ? [MESSAGES.less(formatCurrency(line.invoiceAmount), formatCurrency(line.discountAmount))] : [],
                })}
                emptyText={MESSAGES.noInvoices}
                total={{ label: FIELDS.totalAmountWithDiscount, value: formatCurrency(loaded.cartData.totalAmountWithDiscount) }}
              />
              {onAccountText(loaded.cartData) ? <p className={classes.note}>{onAccountText(loaded.cartData)}</p> : null}
            </Card>
            <PaymentReturns returns={loaded.returns} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

type Return = PaymentOutcome['returns'][number];
const signed = ({ kind, amount }: Return): number => (kind === 'reinstated' ? amount : -amount);

/** Refunds, disputes and returns of a payment that was settled (APY-04). */
function PaymentReturns({ returns }: { returns: readonly Return[] }) {
  const formats = useFormats();
  if (returns.length === 0) return null;
  return (
    <Card title={MESSAGES.returns}>
      <LineTable
        label={MESSAGES.returns}
        columns={[
          { header: MESSAGES.returnedOn, isWhole: true, value: ({ happenedAt }: Return) => formats.dateTime(happenedAt) },
          { header: MESSAGES.returnKind, value: ({ kind }: Return) => PAYMENT_RETURN_NAMES[kind] },
          { header: MESSAGES.returnAmount, isNumber: true, value: (line: Return) => formatAmount(signed(line)) },
        ]}
        lines={returns}
        card={(line) => ({
          title: PAYMENT_RETURN_NAMES[line.kind],
          result: formatCurrency(signed(line)),
          details: [formats.dateTime(line.happenedAt)],
        })}
        emptyText=""
      />
    </Card>
  );
}
