import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MenuEntry } from '#web/lib/navigation/menu.ts';
import { OFFLINE_PATHS, useIsOffline } from '#web/lib/offline/connection.ts';
import { NEEDS_CONNECTION_MESSAGES } from '#web/patterns/needs-connection.messages.ts';
import { sayOffline } from '#web/patterns/needs-connection.ts';
import classes from './navigation.module.css';

interface MenuListProps {
  entries: readonly MenuEntry[];
  icon: (entry: MenuEntry) => ReactNode;
  /** Whether only icons are shown. */
  isRail: boolean;
  /** Id of the heading of a group. */
  labelId?: string;
  onChoose: (() => void) | undefined;
}

/** Entries of the menu, with an icon each. */
export function MenuList({ entries, icon, isRail, labelId, onChoose }: MenuListProps) {
  const isOffline = useIsOffline();
  return (
    <ul className={classes.list} aria-labelledby={labelId}>
      {entries.map((entry) => (
        <li key={entry.path}>
          <Tooltip label={entry.title} position="right" disabled={!isRail}>
            {isOffline && !OFFLINE_PATHS.includes(entry.path) ? (
              <button
                type="button"
                className={classes.entry}
                aria-disabled="true"
                title={NEEDS_CONNECTION_MESSAGES.reason}
                onClick={sayOffline}
              >
                {icon(entry)}
                <span className={classes.label}>{entry.title}</span>
              </button>
            ) : (
              <Link to={entry.path} className={classes.entry} aria-label={isRail ? entry.title : undefined} onClick={onChoose}>
                {icon(entry)}
                <span className={classes.label}>{entry.title}</span>
              </Link>
            )}
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
