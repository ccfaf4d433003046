import { Button } from '@mantine/core';
import { MAX_CART_INVOICES } from '@yardage/contract/carts';
import type { DiscountPlanAnswer, PlannedInvoiceRow } from '@yardage/contract/discount-plan';
import { centsOf } from '@yardage/domain/money';
import { type ReactNode, useState } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { DISCOUNT_PLAN_MESSAGES as MESSAGES } from '../discount-plan.messages.ts';
import classes from './discount-plan.module.css';

const sumOf = (rows: readonly PlannedInvoiceRow[]) =>
  rows.reduce((sum, { amountWithDiscount }) => sum + centsOf(amountWithDiscount), 0) / 100;

/** The figures of a plan. */
export function PlanFigures({ plan }: { plan: DiscountPlanAnswer }) {
  const { discountAmount, allDiscountAmount, totalAmount, restAmount, cashForAllAmount, mostDiscountAmount } = plan;
  const open = (centsOf(mostDiscountAmount) - centsOf(discountAmount)) / 100;
  return (
    <>
      <dl className={classes.figures}>
        <Figure label={MESSAGES.kept}>{MESSAGES.keptOf(formatCurrency(discountAmount), formatCurrency(allDiscountAmount))}</Figure>
        <Figure label={MESSAGES.toPay}>{formatCurrency(totalAmount)}</Figure>
        {restAmount === null ? null : <Figure label={MESSAGES.rest}>{formatCurrency(restAmount)}</Figure>}
        <Figure label={MESSAGES.needed}>{formatCurrency(cashForAllAmount)}</Figure>
      </dl>
      {open > 0 ? <p className={classes.hint}>{MESSAGES.notExact(formatCurrency(open))}</p> : null}
    </>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PlanTableProps {
  plan: DiscountPlanAnswer;
  /** Whether the question has changed since: the plan stays in sight, and nothing of it can be put into the cart. */
  isOutdated: boolean;
  /** Numbers of the invoices in the cart. */
  inCart: ReadonlySet<string>;
  isAdding: boolean;
  onAdd: (invoiceNumbers: string[]) => void;
  link: (row: PlannedInvoiceRow) => ReactNode;
}

/** The invoices to pay. The user may leave some out before they go into the cart. */
export function PlanTable({ plan, isOutdated, inCart, isAdding, onAdd, link }: PlanTableProps) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const rows = [...plan.discounted, ...plan.oldest];
  const chosen = rows.filter(({ invoiceNumber }) => !dropped.has(invoiceNumber) && !inCart.has(invoiceNumber));
  const room = Math.max(0, MAX_CART_INVOICES - inCart.size);
  const isTooMuch = chosen.length > room;
  const toggle = (invoiceNumber: string): void =>
    setDropped((before) => {
      const after = new Set(before);
      if (!after.delete(invoiceNumber)) after.add(invoiceNumber);
      return after;
    });
  const control = ({ invoiceNumber }: PlannedInvoiceRow) => (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={MESSAGES.selectInvoice(invoiceNumber)}
      checked={inCart.has(invoiceNumber) || !dropped.has(invoiceNumber)}
      disabled={inCart.has(invoiceNumber)}
      onChange={() => toggle(invoiceNumber)}
    />
  );
  const why = (row: PlannedInvoiceRow): string => {
    if (inCart.has(row.invoiceNumber)) return MESSAGES.inCart;
    if (row.discountAmount > 0 && row.discountExpiryDate) return MESSAGES.until(formatDay(row.discountExpiryDate));
    return row.dueDate < plan.today ? MESSAGES.pastDue(formatDay(row.dueDate)) : MESSAGES.due(formatDay(row.dueDate));
  };
  const isNothingOpen = plan.allDiscountAmount === 0 && plan.waiting.length <= 1;
  return (
    <Card title={MESSAGES.plan} aside={<span className={classes.hint}>{MESSAGES.planCount(rows.length)}</span>}>
      <LineTable
        label={MESSAGES.plan}
        lines={rows}
        emptyText={isNothingOpen ? MESSAGES.nothingOpen : MESSAGES.empty}
        columns={[
          { header: MESSAGES.select, value: control, isControl: true },
          { header: MESSAGES.invoice, value: link },
          { header: MESSAGES.job, isText: true, value: ({ job }) => job },
          { header: MESSAGES.why, value: why },
          { header: MESSAGES.amount, value: ({ invoiceAmount }) => formatAmount(invoiceAmount), isNumber: true },
          { header: MESSAGES.discount, value: ({ discountAmount }) => formatAmount(-discountAmount), isNumber: true },
          { header: MESSAGES.total, value: ({ amountWithDiscount }) => formatAmount(amountWithDiscount), isNumber: true },
        ]}
        card={(row) => ({
          title: (
            <span className={classes.cardTitle}>
              {control(row)}
              {link(row)}
            </span>
          ),
          result: formatCurrency(row.amountWithDiscount),
          details: [
            [why(row), row.discountAmount > 0 ? formatCurrency(-row.discountAmount) : ''].filter(Boolean).join(', '),
            ...(row.job ? [row.job] : []),
          ],
        })}
      />
      {rows.length > 0 ? (
        <div className={classes.actions}>
          {isTooMuch ? <p className={classes.hint}>{MESSAGES.noRoom(MAX_CART_INVOICES, room, chosen.length)}</p> : null}
          <Button
            leftSection={<Icon name="cart" size={16} />}
            disabled={chosen.length === 0 || isTooMuch || isOutdated}
            loading={isAdding}
            onClick={() => onAdd(chosen.map(({ invoiceNumber }) => invoiceNumber))}
          >
            {MESSAGES.toCart(formatCurrency(sumOf(chosen)))}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Invoices whose discount is lost, because the cash does not reach them, or that one cart does not hold. */
export function LeftOut({ plan, link }: { plan: DiscountPlanAnswer; link: (row: PlannedInvoiceRow) => ReactNode }) {
  const { leftOut: rows, cashAmount } = plan;
  if (rows.length === 0) return null;
  // If the plan fills the cart, the limit of the cart is the reason, and not the cash.
  const title =
    cashAmount === null || plan.discounted.length + plan.oldest.length >= MAX_CART_INVOICES ? MESSAGES.leftOutByCart : MESSAGES.leftOut;
  return (
    <Card title={title} aside={<span className={classes.hint}>{MESSAGES.planCount(rows.length)}</span>}>
      <LineTable
        label={title}
        lines={rows}
        emptyText={MESSAGES.leftOutNone}
        columns={[
          { header: MESSAGES.invoice, value: link },
          { header: MESSAGES.job, value: ({ job }) => job },
          { header: MESSAGES.lastDay, isWhole: true, value: ({ discountExpiryDate }) => formatDay(discountExpiryDate) },
          { header: MESSAGES.discount, value: ({ discountAmount }) => formatAmount(-discountAmount), isNumber: true },
          { header: MESSAGES.total, value: ({ amountWithDiscount }) => formatAmount(amountWithDiscount), isNumber: true },
        ]}
        card={(row) => ({
          title: link(row),
          result: formatCurrency(row.amountWithDiscount),
          details: [`${MESSAGES.until(formatDay(row.discountExpiryDate))}, ${formatCurrency(-row.discountAmount)}`],
        })}
      />
    </Card>
  );
}
