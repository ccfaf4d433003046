import { ActionIcon, Menu } from '@mantine/core';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { Icon } from './icon.tsx';

interface RowMenuProps {
  /** What the actions are for, for screen readers. */
  label: string;
  items: readonly { label: string; run: () => void }[];
}

/** The actions of a line, behind one button. */
export function RowMenu({ label, items }: RowMenuProps) {
  return (
    <PopupMenu
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      button={
        <ActionIcon variant="subtle" size={36} aria-label={label} title={label}>
          <Icon name="more" />
        </ActionIcon>
      }
    >
      <Menu.Dropdown>
        {items.map((item) => (
          <Menu.Item key={item.label} onClick={item.run}>
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PopupMenu>
  );
}
