import { Button } from '@mantine/core';
import { useState } from 'react';
import { CARTS_MESSAGES as WORDS } from '../carts.messages.ts';
import classes from './order-summary.module.css';

interface EmptyCartProps {
  count: number;
  isBusy: boolean;
  onEmpty: () => void;
}

/** Empties the cart, asking once, because forty invoices are not chosen again in a moment (PAY-09). */
export function EmptyCart({ count, isBusy, onEmpty }: EmptyCartProps) {
  const [question, setQuestion] = useState<'unasked' | 'asked' | 'answered'>('unasked');
  if (question !== 'asked') {
    return (
      // Busy, it still takes the focus back from the question.
      <Button
        className={classes.empty}
        variant="subtle"
        size="compact-md"
        autoFocus={question === 'answered'}
        aria-disabled={isBusy}
        data-disabled={isBusy}
        onClick={() => !isBusy && setQuestion('asked')}
      >
        {WORDS.emptyCart}
      </Button>
    );
  }
  return (
    <div className={classes.question}>
      <span>{WORDS.emptyCartQuestion(count)}</span>
      {/* A second Enter keeps the cart. */}
      <Button size="compact-md" variant="subtle" autoFocus onClick={() => setQuestion('answered')}>
        {WORDS.emptyCartNo}
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
        {WORDS.emptyCartYes}
      </Button>
    </div>
  );
}
