import { Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { useMenu } from '#web/lib/navigation/menu.ts';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import { leave } from './leave.ts';
import { MenuList } from './menu-list.tsx';
import classes from './navigation.module.css';

/** Only staff need it, so it is loaded on demand. */
const DeskMenu = lazy(() => import('./desk-menu.tsx').then(({ DeskMenu }) => ({ default: DeskMenu })));

interface NavigationProps {
  /** Whether only icons are shown. */
  isRail?: boolean;
  onChoose?: () => void;
}

/** The menu: the pages that the user may open, those of the desk in groups, Logout and the build label (PER-08, SHL-20, SHL-25). */
export function Navigation({ isRail = false, onChoose }: NavigationProps) {
  const entries = useMenu();
  const deskEntries = entries.filter(({ group }) => group !== undefined);
  return (
    <nav className={classes.navigation} aria-label={LAYOUT_MESSAGES.menu} data-rail={isRail || undefined}>
      <div className={classes.groups}>
        <MenuList
          entries={entries.filter(({ group }) => group === undefined)}
          icon={({ icon }) => <Icon name={icon as IconName} />}
          isRail={isRail}
          onChoose={onChoose}
        />
        {deskEntries.length > 0 ? (
          <Suspense fallback={null}>
            <DeskMenu entries={deskEntries} isRail={isRail} onChoose={onChoose} />
          </Suspense>
        ) : null}
      </div>
      <div className={classes.foot}>
        <Tooltip label={LAYOUT_MESSAGES.logout} position="right" disabled={!isRail}>
          <button type="button" className={classes.entry} onClick={leave} aria-label={isRail ? LAYOUT_MESSAGES.logout : undefined}>
            <Icon name="logout" />
            <span className={classes.label}>{LAYOUT_MESSAGES.logout}</span>
          </button>
        </Tooltip>
        <p className={classes.build}>{publicConfig().buildLabel}</p>
      </div>
    </nav>
  );
}
