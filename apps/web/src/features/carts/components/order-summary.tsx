import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Cart, type CartInvoice, changeCart } from '@yardage/contract/carts';
import type { Input } from '@yardage/contract/endpoint';
import { type ReactNode, useState } from 'react';
import { api } from '#web/lib/api.ts';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { formatAmount, formatCurrency } from '#web/lib/formats/number-format.ts';
import { createAttempt } from '#web/lib/http/request-parts.ts';
import { ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { Card } from '#web/patterns/card.tsx';
import { DISCOUNT_MESSAGES } from '#web/patterns/discount.messages.ts';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { matchingInvoices } from '../carts.api.ts';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import { changeOptions } from '../use-cart.ts';
import { CartTotals, NothingInCart, PutBack, RemoveButton, useRemoval } from './cart-parts.tsx';
import amountClasses from './chosen-amount.module.css';
import { ChosenAmount } from './chosen-amount.tsx';
import classes from './order-summary.module.css';

const columns = (amountCell: (invoice: CartInvoice) => ReactNode) => [
  { header: MESSAGES.invoice, value: ({ invoiceNumber }: CartInvoice) => invoiceNumber },
  { header: MESSAGES.date, isWhole: true, value: ({ documentDate }: CartInvoice) => formatDay(documentDate) },
  {
    header: MESSAGES.discountUntil,
    isWhole: true,
    value: ({ discountAmount, discountExpiryDate }: CartInvoice) => (discountAmount > 0 ? formatDay(discountExpiryDate) : ''),
  },
  { header: MESSAGES.amountColumn, isNumber: true, value: amountCell },
  { header: MESSAGES.discountColumn, isNumber: true, value: ({ discountAmount }: CartInvoice) => formatAmount(-discountAmount) },
  { header: MESSAGES.totalColumn, isNumber: true, value: ({ amountWithDiscount }: CartInvoice) => formatAmount(amountWithDiscount) },
];

/** The invoices to be paid and their totals. They can be searched and removed, one or all (PAY-09, PAY-10). */
export function OrderSummary({ cart, isLocked }: { cart: Cart; isLocked: boolean }) {
  const [search, setSearch] = useState('');
  const { place, remove, leaving, undo } = useRemoval<HTMLDivElement>(cart);
  const { change, isPending } = useChangeAmounts();
  const partOf = (invoice: CartInvoice) => ({
    invoice,
    isBusy: isLocked || isPending,
    onChoose: (amount: number | null) => change({ invoices: [{ invoiceNumber: invoice.invoiceNumber, amount }] }),
  });
  const amountCell = (invoice: CartInvoice): ReactNode => <InvoicePart {...partOf(invoice)} />;
  const numbers = cart.invoices.map(({ invoiceNumber }) => invoiceNumber);
  return (
    <Card
      title={MESSAGES.summary}
      aside={
        numbers.length > 0 ? (
          <EmptyCart count={numbers.length} isBusy={isLocked || leaving.size > 0} onEmpty={() => remove(numbers)} />
        ) : null
      }
    >
      <div ref={place}>
        {numbers.length > 0 ? (
          <>
            <div className={classes.search}>
              <SearchBox label={MESSAGES.search} value={search} onChange={setSearch} hasShortcut={false} />
            </div>
            <div className={classes.lines}>
              <LineTable
                label={MESSAGES.summary}
                columns={columns(amountCell)}
                lines={matchingInvoices(cart.invoices, search)}
                lineKey={({ invoiceNumber }) => invoiceNumber}
                emptyText={MESSAGES.noMatch}
                card={(invoice) => ({
                  title: invoice.invoiceNumber,
                  result: formatCurrency(invoice.amountWithDiscount),
                  details: [
                    [
                      formatDay(invoice.documentDate),
                      invoice.discountAmount > 0
                        ? DISCOUNT_MESSAGES.line(formatCurrency(-invoice.discountAmount), formatDay(invoice.discountExpiryDate))
                        : '',
                    ]
                      .filter(Boolean)
                      .join(' · '),
                    ...partCaptions(invoice),
                  ],
                  action: (
                    <div className={amountClasses.cardPart}>
                      <PayAll {...partOf(invoice)} />
                      <PartAmount {...partOf(invoice)} />
                      <RemoveButton
                        invoiceNumber={invoice.invoiceNumber}
                        isBusy={isLocked || leaving.has(invoice.invoiceNumber)}
                        onRemove={remove}
                      />
                    </div>
                  ),
                })}
                action={{
                  header: MESSAGES.actions,
                  cell: ({ invoiceNumber }) => (
                    <RemoveButton invoiceNumber={invoiceNumber} isBusy={isLocked || leaving.has(invoiceNumber)} onRemove={remove} />
                  ),
                }}
              />
            </div>
          </>
        ) : (
          <NothingInCart>
            <Button component={Link} to="/invoices" variant="default" mt="sm">
              {MESSAGES.backToInvoices}
            </Button>
          </NothingInCart>
        )}
      </div>
      <CartCredits cart={cart} isLocked={isLocked} />
      <div className={classes.totals}>
        <CartTotals totals={cart} />
        {isLocked ? null : <PutBack {...undo} />}
      </div>
    </Card>
  );
}

interface InvoicePartProps {
  invoice: CartInvoice;
  isBusy: boolean;
  onChoose: (amount: number | null) => void;
}

/** The amount to pay of an invoice, which can be changed. */
function PartAmount({ invoice: { invoiceNumber, invoiceAmount, openAmount }, isBusy, onChoose }: InvoicePartProps) {
  return <ChosenAmount number={invoiceNumber} amount={invoiceAmount} most={openAmount} isBusy={isBusy} onChoose={onChoose} />;
}

/** What a payer of a part should know: how much is open, and the discount of paying all of it. */
function partCaptions({ invoiceAmount, openAmount, discountAmount, wholeDiscountAmount }: CartInvoice): string[] {
  if (invoiceAmount >= openAmount) return [];
  const lost = wholeDiscountAmount - discountAmount;
  return [MESSAGES.partOf(formatCurrency(openAmount)), ...(lost > 0.004 ? [MESSAGES.lostDiscount(formatCurrency(lost))] : [])];
}

/** A button that chooses all of an invoice instead of a part. Renders nothing if all of it is chosen already. */
function PayAll({ invoice: { invoiceNumber, invoiceAmount, openAmount }, isBusy, onChoose }: InvoicePartProps) {
  if (invoiceAmount >= openAmount) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`${MESSAGES.payAll}: ${invoiceNumber}`}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onChoose(null)}
    >
      {MESSAGES.payAll}
    </Button>
  );
}

/** What is to be paid of an invoice: all that is open, or a part (APY-02). */
function InvoicePart(part: InvoicePartProps) {
  const [open, lost] = partCaptions(part.invoice);
  return (
    <div>
      <PartAmount {...part} />
      {open ? (
        <p className={amountClasses.caption}>
          {open} <PayAll {...part} />
        </p>
      ) : null}
      {lost ? <p className={amountClasses.caption}>{lost}</p> : null}
    </div>
  );
}

interface EmptyCartProps {
  count: number;
  isBusy: boolean;
  onEmpty: () => void;
}

/** Empties the cart (PAY-09). It asks for confirmation because selecting forty invoices again takes long. */
function EmptyCart({ count, isBusy, onEmpty }: EmptyCartProps) {
  const [question, setQuestion] = useState<'unasked' | 'asked' | 'answered'>('unasked');
  if (question !== 'asked') {
    return (
      // aria-disabled instead of disabled: while busy, the button must still take the focus back from the confirmation.
      <Button
        className={classes.empty}
        variant="subtle"
        size="compact-md"
        autoFocus={question === 'answered'}
        aria-disabled={isBusy}
        data-disabled={isBusy}
        onClick={() => !isBusy && setQuestion('asked')}
      >
        {MESSAGES.emptyCart}
      </Button>
    );
  }
  return (
    <div className={classes.question}>
      <span>{MESSAGES.emptyCartQuestion(count)}</span>
      {/* Focused first, so that pressing Enter twice keeps the cart. */}
      <Button size="compact-md" variant="subtle" autoFocus onClick={() => setQuestion('answered')}>
        {MESSAGES.emptyCartNo}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        c="var(--negative)"
        disabled={isBusy}
        onClick={() => {
          setQuestion('answered');
          onEmpty();
        }}
      >
        {MESSAGES.emptyCartYes}
      </Button>
    </div>
  );
}

/** The account's open credits: which of them the cart uses, and how much of each (APY-01). */
function CartCredits({ cart, isLocked }: { cart: Cart; isLocked: boolean }) {
  const { change, isPending, variables } = useChangeAmounts();
  if ((cart.credits.length === 0 && cart.promisedCreditAmount === 0) || cart.invoices.length === 0) return null;
  const isBusy = isLocked || isPending;
  /** Shows at once what was chosen, before the server has answered. */
  const isChosen = (creditNumber: string, chosenAmount: number | null): boolean => {
    const asked = isPending ? variables.amounts.credits?.find((each) => each.creditNumber === creditNumber) : undefined;
    return (asked ? asked.amount : chosenAmount) !== null;
  };
  return (
    <section className={amountClasses.credits} aria-label={MESSAGES.credits}>
      <h3>{MESSAGES.credits}</h3>
      {cart.credits.length > 0 ? <p className={amountClasses.caption}>{MESSAGES.creditsHint}</p> : null}
      {cart.promisedCreditAmount > 0 ? (
        <p className={amountClasses.caption}>{MESSAGES.promisedCredits(formatCurrency(cart.promisedCreditAmount))}</p>
      ) : null}
      {cart.credits.map(({ creditNumber, documentDate, reason, openAmount, chosenAmount, appliedAmount }) => (
        <div key={creditNumber} className={amountClasses.credit}>
          <Checkbox
            label={creditNumber}
            aria-label={MESSAGES.applyCredit(creditNumber)}
            description={
              chosenAmount !== null && appliedAmount < chosenAmount
                ? MESSAGES.unusedCredit(formatCurrency(openAmount - appliedAmount))
                : MESSAGES.creditLine(formatDay(documentDate), reason, formatCurrency(openAmount))
            }
            checked={isChosen(creditNumber, chosenAmount)}
            // Not disabled while busy, so that it keeps the focus.
            aria-disabled={isBusy}
            onChange={(event) => {
              const amount = event.currentTarget.checked ? openAmount : null;
              if (!isBusy) change({ credits: [{ creditNumber, amount }] });
            }}
          />
          {chosenAmount === null ? null : (
            <ChosenAmount
              number={creditNumber}
              amount={appliedAmount}
              most={openAmount}
              isBusy={isBusy}
              onChoose={(amount) => change({ credits: [{ creditNumber, amount: amount ?? openAmount }] })}
            />
          )}
        </div>
      ))}
    </section>
  );
}

/** Amounts to pay of invoices, and to use of credits. */
type CartAmounts = Input<typeof changeCart>['body'];

/** Chooses parts of invoices to pay and credits to use (APY-01, APY-02). */
function useChangeAmounts() {
  const queryClient = useQueryClient();
  const customer = useCustomer();
  const [attempt] = useState(createAttempt);
  const send = (made: { customer: CustomerKey; amounts: CartAmounts }) =>
    api.call(changeCart, { ...ofCustomer(made.customer), body: made.amounts }, { attempt });
  const { mutate, ...mutation } = useMutation(changeOptions(queryClient, send, MESSAGES.changeFailed));
  return { ...mutation, change: (amounts: CartAmounts): void => mutate({ customer, amounts }) };
}
