import type { ReactNode } from 'react';
import classes from './footer-bar.module.css';

/** Actions at the bottom of a drawer or dialog. On a phone they share the full width and stay in view. */
export function FooterBar({ children }: { children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
