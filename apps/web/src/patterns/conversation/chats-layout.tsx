import type { ReactNode } from 'react';
import classes from './chats-layout.module.css';

interface ChatsLayoutProps {
  /** Whether a phone or a tablet, which has room for one of the two, shows the list. */
  isListAlone: boolean;
  /** Above the rows: actions, search, tabs. */
  filters: ReactNode;
  /** What the tabs choose. */
  panel: { id: string; labelledBy: string };
  rows: ReactNode;
  /** The chosen chat. */
  children: ReactNode;
}

/** A list of chats and beside it the chosen one; on a phone or a tablet one after the other. */
export function ChatsLayout({ isListAlone, filters, panel, rows, children }: ChatsLayoutProps) {
  return (
    <div className={classes.layout} data-shown={isListAlone ? 'list' : 'chat'}>
      <div className={classes.column}>
        <div className={classes.filters}>{filters}</div>
        <div className={classes.rows} id={panel.id} role="tabpanel" aria-labelledby={panel.labelledBy}>
          {rows}
        </div>
      </div>
      <div className={classes.chat}>{children}</div>
    </div>
  );
}
