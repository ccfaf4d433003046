import { Button } from '@mantine/core';
import { MAX_CART_INVOICES } from '@yardage/contract/carts';
import type { InvoiceRow } from '@yardage/contract/invoices';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { cartCents } from '../invoice-discount.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';
import classes from './add-to-cart.module.css';

interface AddToCartProps {
  /** The selected invoices that can be paid and are not in the cart yet (INV-10). */
  invoices: readonly InvoiceRow[];
  /** What is disputed of invoices; undefined until it is known. */
  marks: Parameters<typeof cartCents>[1];
  /** How many invoices are in the cart. */
  inCart: number;
  isBusy: boolean;
  onAdd: () => void;
}

/** Button that adds the selected invoices to the cart, with their total beside it. */
export function AddToCart({ invoices, marks, inCart, isBusy, onAdd }: AddToCartProps) {
  const room = Math.max(0, MAX_CART_INVOICES - inCart);
  const isTooMuch = invoices.length > room;
  const cents = cartCents(invoices, marks);
  const connection = useNeedsConnection();
  return (
    <>
      <span className={classes.sum} role="status">
        {isTooMuch
          ? MESSAGES.noRoom(MAX_CART_INVOICES, room, invoices.length)
          : invoices.length > 0
            ? MESSAGES.toPay(invoices.length, formatCurrency(cents / 100))
            : null}
      </span>
      <Button
        className={classes.add}
        leftSection={<Icon name="cart" size={16} />}
        disabled={invoices.length === 0 || isTooMuch}
        loading={isBusy}
        onClick={onAdd}
        {...connection}
      >
        {MESSAGES.addToCart}
      </Button>
    </>
  );
}
