import { Suspense } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { lazyBeside } from '#web/lib/lazy-beside.ts';
import { isOfDesk, type MenuEntry, PORTAL_GROUPS, useMenu } from '#web/lib/navigation/menu.ts';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { logOut } from '../session-end.ts';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import { MenuGroups, MenuList, RailTooltip } from './menu-list.tsx';
import classes from './navigation.module.css';

/** Only staff need it, so it is loaded on demand. */
const DeskMenu = lazyBeside(() => import('./desk-menu.tsx').then(({ DeskMenu }) => DeskMenu));

interface NavigationProps {
  /** Whether only icons are shown. */
  isRail?: boolean;
  onChoose?: () => void;
}

/** With at most this many customers' pages, headings would only make the menu longer. */
const MAX_WITHOUT_GROUPS = 8;

const iconOf = ({ icon }: MenuEntry) => <Icon name={icon as IconName} />;

/** The menu: the pages that the user may open, in groups, Logout and the build label (PER-08, SHL-20, SHL-25). */
export function Navigation({ isRail = false, onChoose }: NavigationProps) {
  const entries = useMenu();
  const deskEntries = entries.filter(isOfDesk);
  const portalEntries = entries.filter((entry) => !isOfDesk(entry));
  const hasGroups = portalEntries.length > MAX_WITHOUT_GROUPS;
  const common = { icon: iconOf, isRail, onChoose };
  return (
    <nav className={classes.navigation} aria-label={LAYOUT_MESSAGES.menu} data-rail={isRail || undefined}>
      <div className={classes.groups}>
        <MenuList entries={hasGroups ? portalEntries.filter(({ group }) => group === undefined) : portalEntries} {...common} />
        {hasGroups ? (
          <MenuGroups groups={PORTAL_GROUPS} titleOf={(group) => LAYOUT_MESSAGES.groups[group]} entries={portalEntries} {...common} />
        ) : null}
        {deskEntries.length > 0 ? (
          <Suspense fallback={null}>
            <DeskMenu entries={deskEntries} isRail={isRail} onChoose={onChoose} />
          </Suspense>
        ) : null}
      </div>
      <div className={classes.foot}>
        <RailTooltip label={LAYOUT_MESSAGES.logout} isRail={isRail}>
          <button type="button" className={classes.entry} onClick={logOut} aria-label={isRail ? LAYOUT_MESSAGES.logout : undefined}>
            <Icon name="logout" />
            <span className={classes.label}>{LAYOUT_MESSAGES.logout}</span>
          </button>
        </RailTooltip>
        <p className={classes.build}>{publicConfig().buildLabel}</p>
      </div>
    </nav>
  );
}
