import { useRowTabIndex } from '#web/patterns/data-table/row-tab-index.ts';
import { INVOICES_MESSAGES as WORDS } from '../invoices.messages.ts';
import classes from './pay-button.module.css';

interface PayButtonProps {
  documentNumber: string;
  canPay: boolean;
  onPay: (documentNumber: string) => void;
}

/** Pay, or In Cart where the invoice is in it already or is not open to pay (INV-11). */
export function PayButton({ documentNumber, canPay, onPay }: PayButtonProps) {
  const tabIndex = useRowTabIndex();
  return (
    // Not `disabled`, which would drop the focus of who has just pressed it, and stop the arrow keys.
    <button
      type="button"
      className={classes.pay}
      data-row-control
      tabIndex={tabIndex}
      aria-disabled={!canPay}
      aria-label={canPay ? WORDS.payLabel(documentNumber) : WORDS.inCartLabel(documentNumber)}
      onClick={() => canPay && onPay(documentNumber)}
    >
      {canPay ? WORDS.pay : WORDS.inCart}
    </button>
  );
}
