import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  kind: 'info' | 'failure';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A message shown in place of the content it is about, with an optional action. */
export function Notice({ kind, title, children, action }: NoticeProps) {
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'failure' ? 'alert' : 'status'}>
      <Icon name={kind === 'failure' ? 'alert' : 'info'} className={classes.icon} />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {children ? <div className={classes.body}>{children}</div> : null}
      </div>
      {action}
    </div>
  );
}
