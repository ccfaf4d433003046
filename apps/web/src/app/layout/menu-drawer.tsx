import { CloseButton, Drawer } from '@mantine/core';
import { Brand } from '#web/patterns/brand.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './menu-drawer.module.css';
import { Navigation } from './navigation.tsx';

interface MenuDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The menu on phones, over the page. */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} size={288} transitionProps={{ duration: 150 }}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={LAYOUT_MESSAGES.menu} className={classes.content}>
        <div className={classes.head}>
          <Brand />
          <CloseButton size={44} iconSize={20} aria-label={LAYOUT_MESSAGES.closeMenu} onClick={onClose} />
        </div>
        <Navigation />
      </Drawer.Content>
    </Drawer.Root>
  );
}
