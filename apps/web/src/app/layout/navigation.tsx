import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { DESK_GROUPS } from '#web/lib/navigation/page.ts';
import { type MenuEntry, useMenu } from '#web/lib/navigation/use-menu.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { logOut } from '../log-out.ts';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './navigation.module.css';

interface NavigationProps {
  /** Whether only icons are shown. */
  isRail?: boolean;
  onChoose?: () => void;
}

/** The menu: the pages that the user may open, those of the desk in groups, Logout and the build label (PER-08, SHL-20, SHL-25). */
export function Navigation({ isRail = false, onChoose }: NavigationProps) {
  const entries = useMenu();
  const id = useId();
  const list = (shown: readonly MenuEntry[], labelId?: string) => (
    <ul className={classes.list} aria-labelledby={labelId}>
      {shown.map(({ path, title, icon }) => (
        <li key={path}>
          <Tooltip label={title} position="right" disabled={!isRail}>
            <Link to={path} className={classes.entry} aria-label={isRail ? title : undefined} onClick={onChoose}>
              <Icon name={icon} />
              <span className={classes.label}>{title}</span>
            </Link>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={classes.navigation} aria-label={LAYOUT_MESSAGES.menu} data-rail={isRail || undefined}>
      <div className={classes.groups}>
        {list(entries.filter(({ group }) => group === undefined))}
        {DESK_GROUPS.map((name) => {
          const own = entries.filter(({ group }) => group === name);
          if (own.length === 0) return null;
          const labelId = `${id}-${name}`;
          return (
            <section key={name}>
              <p id={labelId} className={classes.group}>
                {LAYOUT_MESSAGES.deskGroups[name]}
              </p>
              {list(own, labelId)}
            </section>
          );
        })}
      </div>
      <div className={classes.foot}>
        <Tooltip label={LAYOUT_MESSAGES.logout} position="right" disabled={!isRail}>
          <button type="button" className={classes.entry} onClick={logOut} aria-label={isRail ? LAYOUT_MESSAGES.logout : undefined}>
            <Icon name="logout" />
            <span className={classes.label}>{LAYOUT_MESSAGES.logout}</span>
          </button>
        </Tooltip>
        <p className={classes.build}>{publicConfig().buildLabel}</p>
      </div>
    </nav>
  );
}
