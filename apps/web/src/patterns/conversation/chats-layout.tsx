import type { ReactNode } from 'react';
import classes from './chats-layout.module.css';

interface ChatsLayoutProps {
  /** Whether phones and tablets show the list instead of the chat; they have room for only one. */
  isListAlone: boolean;
  /** Shown above the rows: actions, search and tabs. */
  filters: ReactNode;
  /** Ids of the tab panel and of its selected tab. */
  panel: { id: string; labelledBy: string };
  rows: ReactNode;
  /** The selected chat. */
  children: ReactNode;
}

/** A chat list with the selected chat beside it. Phones and tablets show one at a time. */
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
