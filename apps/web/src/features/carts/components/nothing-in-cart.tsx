import type { ReactNode } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { CARTS_MESSAGES as WORDS } from '../carts.messages.ts';
import classes from './cart-panel.module.css';

/** Says that the cart is empty, also to the keyboard when the last line has gone (PAY-03). */
export function NothingInCart({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Icon name="cart" size={24} />
      <p tabIndex={-1}>{WORDS.empty}</p>
      <p className={classes.hint}>{WORDS.emptyHint}</p>
      {children}
    </div>
  );
}
