import { CloseButton, Drawer } from '@mantine/core';
import { useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { Brand } from '#web/patterns/brand.tsx';
import { LAYOUT_MESSAGES } from './layout.messages.ts';
import classes from './menu-drawer.module.css';
import { Navigation } from './navigation.tsx';

interface MenuDrawerProps {
  isOpen: boolean;
  /** Whether it closed because a page was selected. The focus then goes to that page, not to the menu button. */
  isClosedByNavigation: boolean;
  onClose: () => void;
  onChoose: () => void;
}

/** The menu on phones, over the page. */
export function MenuDrawer({ isOpen, isClosedByNavigation, onClose, onChoose }: MenuDrawerProps) {
  const { dismiss } = useOverlay({ layer: 'drawer', isOpen, onClose, isInUrl: false });
  return (
    <Drawer.Root
      opened={useOpened(isOpen)}
      onClose={dismiss}
      closeOnEscape={false}
      size={288}
      returnFocus={!isClosedByNavigation}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 150 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={LAYOUT_MESSAGES.menu}>
        <div className={classes.head}>
          <Brand />
          <CloseButton size={44} iconSize={20} aria-label={LAYOUT_MESSAGES.closeMenu} onClick={onClose} />
        </div>
        <Navigation onChoose={onChoose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
