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
    <button
      type="button"
      className={classes.pay}
      data-row-control
      tabIndex={tabIndex}
      disabled={!canPay}
      aria-label={canPay ? WORDS.payLabel(documentNumber) : WORDS.inCartLabel(documentNumber)}
      onClick={() => onPay(documentNumber)}
    >
      {canPay ? WORDS.pay : WORDS.inCart}
    </button>
  );
}
