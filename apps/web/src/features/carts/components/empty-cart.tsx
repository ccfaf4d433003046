import { Button } from '@mantine/core';
import { useState } from 'react';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import classes from './order-summary.module.css';

interface EmptyCartProps {
  count: number;
  isBusy: boolean;
  onEmpty: () => void;
}

/** Empties the cart (PAY-09). It asks for confirmation because selecting forty invoices again takes long. */
export function EmptyCart({ count, isBusy, onEmpty }: EmptyCartProps) {
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
