import { Icon } from '#web/patterns/icon.tsx';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import classes from './cart-panel.module.css';

interface RemoveButtonProps {
  invoiceNumber: string;
  isBusy: boolean;
  onRemove: (invoiceNumbers: string[]) => void;
}

/** Removes one invoice from the cart. While busy it keeps the focus and ignores clicks. */
export function RemoveButton({ invoiceNumber, isBusy, onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={MESSAGES.remove(invoiceNumber)}
      title={MESSAGES.removeShort}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onRemove([invoiceNumber])}
      data-removes-line
    >
      <Icon name="close" size={16} />
    </button>
  );
}
