import type { ReactNode } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { CARTS_MESSAGES as MESSAGES } from '../carts.messages.ts';
import classes from './cart-panel.module.css';

/** Empty state of the cart (PAY-03). Its text takes the focus after the last line was removed. */
export function NothingInCart({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Icon name="cart" size={24} />
      <p tabIndex={-1}>{MESSAGES.empty}</p>
      <p className={classes.hint}>{MESSAGES.emptyHint}</p>
      {children}
    </div>
  );
}
