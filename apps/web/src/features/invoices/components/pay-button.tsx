import { useRowTabIndex } from '#web/patterns/data-table/row-events.ts';
import { INVOICES_MESSAGES as MESSAGES } from '../invoices.messages.ts';
import classes from './pay-button.module.css';

interface PayButtonProps {
  documentNumber: string;
  canPay: boolean;
  onPay: (documentNumber: string) => void;
}

/** The Pay button. It shows In Cart if the invoice is already in the cart or cannot be paid (INV-11). */
export function PayButton({ documentNumber, canPay, onPay }: PayButtonProps) {
  const tabIndex = useRowTabIndex();
  return (
    // Not `disabled`: that would drop the focus after a click and break arrow key navigation.
    <button
      type="button"
      className={classes.pay}
      data-row-control
      tabIndex={tabIndex}
      aria-disabled={!canPay}
      aria-label={canPay ? MESSAGES.payLabel(documentNumber) : MESSAGES.inCartLabel(documentNumber)}
      onClick={() => canPay && onPay(documentNumber)}
    >
      {canPay ? MESSAGES.pay : MESSAGES.inCart}
    </button>
  );
}
