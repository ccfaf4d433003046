import { Button } from '@mantine/core';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import classes from './cart-panel.module.css';

interface PutBackProps {
  /** What was removed last; empty if there is nothing to undo. */
  invoiceNumbers: readonly string[];
  isBusy: boolean;
  onPutBack: () => void;
}

/** Says what was removed last and offers to undo it. It stays until the next change, unlike a toast. */
export function PutBack({ invoiceNumbers, isBusy, onPutBack }: PutBackProps) {
  return (
    <div role="status">
      {invoiceNumbers.length > 0 ? (
        <p className={classes.removed}>
          {MESSAGES.removed(invoiceNumbers.length, invoiceNumbers[0] ?? '')}
          <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={onPutBack}>
            {MESSAGES.putBack}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
