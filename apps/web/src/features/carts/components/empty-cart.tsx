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
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button variant="subtle" size="compact-md" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {WORDS.emptyCart}
      </Button>
    );
  }
  return (
    <div className={classes.question}>
      <span>{WORDS.emptyCartQuestion(count)}</span>
      <Button
        size="compact-md"
        variant="default"
        c="var(--negative)"
        autoFocus
        disabled={isBusy}
        onClick={() => {
          setIsAsking(false);
          onEmpty();
        }}
      >
        {WORDS.emptyCartYes}
      </Button>
      <Button size="compact-md" variant="subtle" onClick={() => setIsAsking(false)}>
        {WORDS.emptyCartNo}
      </Button>
    </div>
  );
}
