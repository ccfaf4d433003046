import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountOverview, AccountsOverview } from '@yardage/contract/dashboard';
import { AGING_BUCKETS } from '@yardage/domain/aging';
import { centsOf } from '@yardage/domain/money';
import { AGING_NAMES } from '@yardage/domain/names.messages';
import { formatNumber } from '@yardage/domain/quantities';
import type { ReactNode } from 'react';
import { OptionalLink, QueryCard } from '#web/features/dashboard/components/query-card.tsx';
import { accountsQuery } from '#web/features/dashboard/dashboard.api.ts';
import { useCustomers } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { useIsNarrow } from '#web/lib/screen.ts';
import { ACCOUNTS_MESSAGES as MESSAGES } from './accounts.messages.ts';
import classes from './accounts-page.module.css';

type Sums = AccountsOverview['totals'];

/** All customer numbers of the user with their balance, aging, discounts and today's pours (APY-11). */
export function AccountsPage() {
  const query = useQuery(accountsQuery());
  const isPhone = useIsNarrow();
  return (
    <div className={classes.page}>
      <QueryCard
        title={query.data ? MESSAGES.title(query.data.accounts.length) : MESSAGES.label}
        query={query}
        skeleton={6}
        failedText={MESSAGES.failed}
      >
        {(data) =>
          data.accounts.length === 0 ? (
            <p className={classes.none}>{MESSAGES.none}</p>
          ) : isPhone ? (
            <AccountCards {...data} />
          ) : (
            <AccountTable {...data} />
          )
        }
      </QueryCard>
    </div>
  );
}

/** A column of figures. It is left out if the user may see it at no account. */
interface FigureColumn {
  id: string;
  header: () => string;
  isShown: (totals: Sums) => boolean;
  cell: (account: AccountOverview) => ReactNode;
  total: (totals: Sums) => ReactNode;
}

const COLUMNS: readonly FigureColumn[] = [
  ...AGING_BUCKETS.map(({ field, fromDays }) => ({
    id: field,
    header: () => AGING_NAMES[field],
    isShown: (totals: Sums) => totals[field] !== null,
    cell: (account: AccountOverview) => (
      <span data-past={(fromDays !== null && (account[field] ?? 0) > 0) || undefined}>
        <Shown value={account[field]}>{formatAmount(account[field])}</Shown>
      </span>
    ),
    total: (totals: Sums) => formatAmount(totals[field]),
  })),
  {
    id: 'balance',
    header: () => MESSAGES.balance,
    isShown: ({ balanceAmount }) => balanceAmount !== null,
    cell: (account) => <BalanceLink account={account} />,
    total: (totals) => <Balance of={totals} />,
  },
  {
    id: 'discounts',
    header: () => MESSAGES.discounts,
    isShown: ({ possibleDiscountAmount }) => possibleDiscountAmount !== null,
    cell: (account) => <DiscountLink account={account} />,
    total: ({ possibleDiscountAmount }) => formatAmount(possibleDiscountAmount),
  },
  {
    id: 'orders',
    header: () => MESSAGES.orders,
    isShown: ({ orderCount }) => orderCount !== null,
    cell: (account) => <OrdersLink account={account} />,
    total: ({ orderCount }) => formatNumber(orderCount),
  },
];

function AccountTable({ accounts, totals }: AccountsOverview) {
  const columns = COLUMNS.filter(({ isShown }) => isShown(totals));
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-label={MESSAGES.label}>
        <thead>
          <tr>
            <th scope="col">{MESSAGES.account}</th>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col" data-number>
                {header()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.globalCustomerNumber}>
              <th scope="row">
                <AccountName account={account} />
              </th>
              {columns.map(({ id, cell }) => (
                <td key={id} data-number data-column={id}>
                  {cell(account)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {accounts.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">{MESSAGES.total}</th>
              {columns.map(({ id, total }) => (
                <td key={id} data-number>
                  {total(totals)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

/** The accounts below each other, for a phone. The sum of all comes first, because owners look for it. */
function AccountCards({ accounts, totals }: AccountsOverview) {
  // The balance is at the head of a card, the other figures below it.
  const facts = COLUMNS.filter(({ id, isShown }) => id !== 'balance' && isShown(totals));
  const hasBalance = totals.balanceAmount !== null;
  return (
    <ul className={classes.cards} aria-label={MESSAGES.label}>
      {accounts.length > 1 && (hasBalance || facts.length > 0) ? (
        <li>
          <p className={classes.cardHead}>
            <span>{MESSAGES.total}</span>
            {hasBalance ? <Balance of={totals} /> : null}
          </p>
          <PastDue of={totals} />
          <Facts of={facts} figureOf={({ total }) => total(totals)} />
        </li>
      ) : null}
      {accounts.map((account) => (
        <li key={account.globalCustomerNumber}>
          <p className={classes.cardHead}>
            <AccountName account={account} />
            {hasBalance ? <BalanceLink account={account} /> : null}
          </p>
          <PastDue of={account} />
          <Facts of={facts} figureOf={({ cell }) => cell(account)} />
        </li>
      ))}
    </ul>
  );
}

/** Figures of a card with their names: the aging, the discounts, the deliveries of the day. */
function Facts({ of: columns, figureOf }: { of: readonly FigureColumn[]; figureOf: (column: FigureColumn) => ReactNode }) {
  if (columns.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.header()}</dt>
          <dd>{figureOf(column)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of an account. It leads to the account's dashboard. */
function AccountName({ account }: { account: AccountOverview }) {
  return (
    <span className={classes.name}>
      <Link to="/dashboard" search={{ customer: account.globalCustomerNumber }}>
        {account.displayName}
      </Link>
      <span className={classes.numbers}>
        {account.datasource} · {account.customerNumber} · {account.globalCustomerNumber}
      </span>
    </span>
  );
}

function BalanceLink({ account }: { account: AccountOverview }) {
  const search = { customer: account.globalCustomerNumber, status: 'All', due: 'open' };
  // Who sees discounts may see invoices.
  const target = account.possibleDiscountAmount === null ? null : { to: '/invoices', search };
  if (!account.balanceAmount && !account.unappliedAmount) return <Balance of={account} />;
  return (
    <OptionalLink target={target} label={MESSAGES.openBalance(account.displayName)} className={classes.figure}>
      <Balance of={account} />
    </OptionalLink>
  );
}

function Balance({ of }: { of: Sums }) {
  return (
    <span className={classes.figure}>
      <Shown value={of.balanceAmount}>{formatCurrency(of.balanceAmount)}</Shown>
      {of.unappliedAmount ? <span className={classes.note}>{MESSAGES.unapplied(formatCurrency(of.unappliedAmount))}</span> : null}
      {of.pendingAmount ? <span className={classes.note}>{MESSAGES.pending(formatCurrency(of.pendingAmount))}</span> : null}
    </span>
  );
}

function PastDue({ of: { balanceAmount, currentAmount } }: { of: Sums }) {
  const cents = centsOf(balanceAmount ?? 0) - centsOf(currentAmount ?? 0);
  return cents > 0 ? <p className={classes.pastDue}>{MESSAGES.overdue(formatCurrency(cents / 100))}</p> : null;
}

function DiscountLink({ account }: { account: AccountOverview }) {
  const { possibleDiscountAmount, discountExpiryDate, displayName, globalCustomerNumber } = account;
  if (!possibleDiscountAmount) return <Shown value={possibleDiscountAmount}>{formatAmount(possibleDiscountAmount)}</Shown>;
  return (
    <OptionalLink
      target={{ to: '/invoices', search: { customer: globalCustomerNumber, status: 'Unpaid' } }}
      label={MESSAGES.openDiscounts(displayName)}
      className={classes.figure}
    >
      {formatAmount(possibleDiscountAmount)}
      {discountExpiryDate ? <span className={classes.note}>{MESSAGES.until(formatDay(discountExpiryDate))}</span> : null}
    </OptionalLink>
  );
}

function OrdersLink({ account: { orderCount, displayName, globalCustomerNumber } }: { account: AccountOverview }) {
  // The count is of the day at that account's plant, which may not be the selected customer's day.
  const timeZone = useCustomers().list?.find((entry) => entry.globalCustomerNumber === globalCustomerNumber)?.timeZone;
  const today = useToday(timeZone);
  if (!orderCount) return <Shown value={orderCount}>{formatNumber(orderCount)}</Shown>;
  const search = { customer: globalCustomerNumber, from: today, to: today };
  return (
    <OptionalLink target={{ to: '/orders', search }} label={MESSAGES.openOrders(displayName)} className={classes.figure}>
      {formatNumber(orderCount)}
    </OptionalLink>
  );
}

/** A figure, or a dash where the user's role at that account does not show it. */
function Shown({ value, children }: { value: number | null; children: ReactNode }) {
  if (value !== null) return children;
  return (
    <span role="img" aria-label={MESSAGES.hidden} className={classes.hidden}>
      –
    </span>
  );
}
