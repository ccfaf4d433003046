import { Icon } from '#web/patterns/icon.tsx';
import { CARTS_MESSAGES as WORDS } from '../carts.messages.ts';
import classes from './cart-panel.module.css';

interface RemoveButtonProps {
  invoiceNumber: string;
  isBusy: boolean;
  onRemove: (invoiceNumbers: string[]) => void;
}

/** Takes one invoice out of the cart; while that is under way it keeps the focus and does nothing more. */
export function RemoveButton({ invoiceNumber, isBusy, onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className={classes.remove}
      aria-label={WORDS.remove(invoiceNumber)}
      title={WORDS.removeShort}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onRemove([invoiceNumber])}
      data-removes-line
    >
      <Icon name="close" size={16} />
    </button>
  );
}
