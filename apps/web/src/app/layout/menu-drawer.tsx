import { Drawer } from '@mantine/core';
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
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={288}
      title={<Brand />}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
      closeButtonProps={{ 'aria-label': LAYOUT_MESSAGES.closeMenu, size: 44, iconSize: 20 }}
      transitionProps={{ duration: 150 }}
    >
      <Navigation />
    </Drawer>
  );
}
