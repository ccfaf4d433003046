import { DESK_GROUPS, type MenuEntry } from '#web/lib/navigation/menu.ts';
import { DeskIcon, isDeskIcon } from '#web/patterns/desk-icon.tsx';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { DESK_MENU_MESSAGES } from './desk-menu.messages.ts';
import { MenuGroups } from './menu-list.tsx';

interface DeskMenuProps {
  entries: readonly MenuEntry[];
  isRail: boolean;
  onChoose: (() => void) | undefined;
}

/** The desk's part of the menu. */
export function DeskMenu(props: DeskMenuProps) {
  return <MenuGroups groups={DESK_GROUPS} titleOf={(group) => DESK_MENU_MESSAGES[group]} icon={iconOf} {...props} />;
}

function iconOf({ icon }: MenuEntry) {
  return isDeskIcon(icon) ? <DeskIcon name={icon} /> : <Icon name={icon as IconName} />;
}
