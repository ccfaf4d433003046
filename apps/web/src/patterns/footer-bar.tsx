import type { ReactNode } from 'react';
import classes from './footer-bar.module.css';

/** The actions at the foot of a drawer or a dialog; on a phone they share its whole width and stay in view. */
export function FooterBar({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
