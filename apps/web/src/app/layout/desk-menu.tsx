import { useId } from 'react';
import { DESK_GROUPS } from '#web/lib/navigation/desk-groups.ts';
import type { MenuEntry } from '#web/lib/navigation/menu.ts';
import { DeskIcon, isDeskIcon } from '#web/patterns/desk-icon.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { DESK_MENU_MESSAGES } from './desk-menu.messages.ts';
import { MenuList } from './menu-list.tsx';
import classes from './navigation.module.css';

interface DeskMenuProps {
  entries: readonly MenuEntry[];
  isRail: boolean;
  onChoose: (() => void) | undefined;
}

/** The desk's part of the menu: its pages in groups, without groups that have none. */
export function DeskMenu({ entries, isRail, onChoose }: DeskMenuProps) {
  const id = useId();
  return DESK_GROUPS.map((group) => {
    const own = entries.filter((entry) => entry.group === group);
    if (own.length === 0) return null;
    const labelId = `${id}-${group}`;
    return (
      <section key={group}>
        <p id={labelId} className={classes.group}>
          {DESK_MENU_MESSAGES[group]}
        </p>
        <MenuList entries={own} icon={iconOf} isRail={isRail} labelId={labelId} onChoose={onChoose} />
      </section>
    );
  });
}

function iconOf({ icon }: MenuEntry) {
  return isDeskIcon(icon) ? <DeskIcon name={icon} /> : <Icon name={icon as IconName} />;
}
