import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeskAccount } from '@yardage/contract/desk-account';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { AGING_NAMES, ORDER_STATUS_NAMES } from '@yardage/domain/names.messages';
import type { OrderStatusId } from '@yardage/domain/orders';
import { paymentMethodLabel } from '@yardage/domain/payment-status';
import { formatNumber } from '@yardage/domain/quantities';
import { resourceName } from '@yardage/domain/resource-name';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { formatRelative } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { FactStrip, InfoCard } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { MailLink } from '#web/patterns/mail-link.tsx';
import { PaymentStatus } from '#web/patterns/payment-status.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { accountQuery } from '../desk-account.api.ts';
import { DESK_ACCOUNT_MESSAGES as MESSAGES } from '../desk-account.messages.ts';
import { AccountUsers } from './account-users.tsx';

interface AccountDrawerProps {
  /** The global number of the account; empty while the drawer is closed. */
  account: string;
  onClose: () => void;
  onInvite: () => void;
}

/** The sheet of a customer account: balance and aging, users, last orders and payments (STF-02). */
export function AccountDrawer({ account, onClose, onInvite }: AccountDrawerProps) {
  const shown = useLast(account || undefined) ?? '';
  const query = useQuery({ ...accountQuery(shown), enabled: account !== '', staleTime: 0 });
  const mayInvite = useMayUseDesk('customer-users');
  const loaded = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={account !== ''}
      onClose={onClose}
      title={loaded?.displayName ?? MESSAGES.titleLoading}
      context={
        loaded ? MESSAGES.accountLine(loaded.customerNumber, loaded.dataSourceName) : query.isFetching ? <Skeleton width={220} /> : null
      }
      facts={loaded ? <AccountFacts account={loaded} /> : query.isFetching ? <Skeleton width={420} height={40} /> : null}
      footer={
        loaded && !loaded.hasOwner && mayInvite ? (
          <Button leftSection={<Icon name="mail" size={16} />} onClick={onInvite}>
            {MESSAGES.invite}
          </Button>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={[5, 4, 4]}>
        {(sheet) => (
          <>
            <AccountUsers account={sheet} />
            <LastOrders account={sheet} />
            <LastPayments account={sheet} />
            <AccountInformation account={sheet} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** The balance of an account and its aging, with the same names as on every other screen. */
export function AccountFacts({ account: { summary } }: { account: Pick<DeskAccount, 'summary'> }) {
  return (
    <FactStrip
      facts={[
        { label: MESSAGES.balanceFact, value: formatCurrency(summary.balanceAmount), isWide: true },
        ...(summary.unappliedAmount ? [{ label: MESSAGES.unapplied, value: formatCurrency(summary.unappliedAmount), isWide: true }] : []),
        ...AGING_BUCKETS.map(({ field }) => ({ label: AGING_NAMES[field], value: formatCurrency(summary[field]) })),
      ]}
    />
  );
}

function LastOrders({ account: { orders, timeZone } }: { account: DeskAccount }) {
  const { date } = useFormats(timeZone);
  const statusOf = ({ orderStatusId, orderStatus }: DeskAccount['orders'][number]) =>
    ORDER_STATUS_NAMES[orderStatusId as OrderStatusId] ?? orderStatus;
  const amount = ({ qtyDelivered, qtyOrdered, unitOfMeasure }: DeskAccount['orders'][number]) =>
    MESSAGES.ofOrdered(formatNumber(qtyDelivered), formatNumber(qtyOrdered), unitOfMeasure);
  return (
    <Card title={MESSAGES.ordersTitle}>
      <LineTable
        label={MESSAGES.ordersTitle}
        lines={orders}
        emptyText={MESSAGES.noOrders}
        columns={[
          { header: MESSAGES.order, value: ({ orderNumber }) => orderNumber },
          { header: MESSAGES.job, isText: true, value: ({ job }) => job },
          { header: MESSAGES.date, isWhole: true, value: (order) => date(order.date) },
          { header: MESSAGES.status, value: statusOf },
          { header: MESSAGES.quantity, value: amount, isNumber: true },
        ]}
        card={(order) => ({
          title: order.orderNumber,
          result: statusOf(order),
          details: [order.job, `${date(order.date)} · ${amount(order)}`],
        })}
      />
    </Card>
  );
}

function LastPayments({ account: { payments, timeZone } }: { account: DeskAccount }) {
  const { date } = useFormats(timeZone);
  return (
    <Card title={MESSAGES.paymentsTitle}>
      <LineTable
        label={MESSAGES.paymentsTitle}
        lines={payments}
        emptyText={MESSAGES.noPayments}
        columns={[
          { header: MESSAGES.date, isWhole: true, value: ({ paymentDateTime }) => date(paymentDateTime) },
          { header: MESSAGES.method, value: ({ paymentMethod }) => paymentMethodLabel(paymentMethod) },
          { header: MESSAGES.status, value: ({ paymentResult }) => <PaymentStatus result={paymentResult} isAttempt /> },
          { header: MESSAGES.amount, value: ({ totalAmountWithDiscount }) => formatAmount(totalAmountWithDiscount), isNumber: true },
        ]}
        card={({ paymentDateTime, paymentMethod, paymentResult, totalAmountWithDiscount }) => ({
          title: <PaymentStatus result={paymentResult} isAttempt />,
          result: formatCurrency(totalAmountWithDiscount),
          details: [`${date(paymentDateTime)} · ${paymentMethodLabel(paymentMethod)}`],
        })}
      />
    </Card>
  );
}

function AccountInformation({ account }: { account: DeskAccount }) {
  const { date } = useFormats(account.timeZone);
  const now = new Date(useNow(60_000));
  const { summary, freshness } = account;
  const person = (contact: DeskAccount['summary']['accountRep']) => (contact ? `${contact.name} · ${contact.phone}` : null);
  return (
    <InfoCard
      title={MESSAGES.information}
      isComplete
      rows={[
        { label: MESSAGES.company, value: account.companyName },
        { label: MESSAGES.globalNumber, value: account.globalCustomerNumber },
        { label: MESSAGES.address, value: `${account.address}, ${account.city}, ${account.state} ${account.zip}` },
        { label: MESSAGES.phone, value: account.phone },
        { label: MESSAGES.email, value: account.email ? <MailLink email={account.email} /> : null },
        { label: MESSAGES.customerSince, value: date(account.since) },
        { label: MESSAGES.accountRep, value: person(summary.accountRep) },
        { label: MESSAGES.salesRep, value: person(summary.salesRep) },
        { label: MESSAGES.regionalManager, value: person(summary.regionalManager) },
        {
          label: MESSAGES.dataAge,
          value:
            freshness.length === 0
              ? MESSAGES.noData
              : freshness
                  .map(({ resource, deliveredAt }) => MESSAGES.dataAgeOf(resourceName(resource), formatRelative(deliveredAt, now)))
                  .join(', '),
        },
      ]}
    />
  );
}
