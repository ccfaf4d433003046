import { CloseButton, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsSidebarOpen } from '#web/lib/navigation/sidebar-store.ts';
import { FooterBar } from '#web/patterns/footer-bar.tsx';
import { LAYERS } from './layers.ts';
import { SIDE_DRAWER_MESSAGES } from './side-drawer.messages.ts';
import classes from './side-drawer.module.css';
import { useEscape } from './use-escape.ts';
import { useOpened } from './use-opened.ts';

const OPENING_MS = 150;

interface SideDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The record's status, beside the title. */
  status?: ReactNode;
  /** One line under the title that says which record this is. */
  context?: ReactNode;
  /** What a person wants to know first; stays on top while the sections scroll. */
  facts?: ReactNode;
  /** The sections. */
  children: ReactNode;
  /** The actions. */
  footer?: ReactNode;
  /** A chat is narrower than a record (SHL-16). */
  kind?: 'record' | 'chat';
  /** Beside the button that closes. */
  actions?: ReactNode;
  /** What closing means, in words, where it is more than that. */
  closeLabel?: string | undefined;
  /** Esc and a click beside the drawer, where they mean something else than the button does. */
  onDismiss?: () => void;
}

/** A record beside the list it came from: title, status, key facts, sections, actions; full screen on phones and tablets (SHL-16). */
export function SideDrawer({
  isOpen,
  onClose,
  title,
  status,
  context,
  facts,
  children,
  footer,
  kind = 'record',
  ...props
}: SideDrawerProps) {
  const { actions, closeLabel, onDismiss = onClose } = props;
  const isSidebarOpen = useIsSidebarOpen();
  const layer = kind === 'chat' ? 'chat' : 'drawer';
  useEscape(layer, isOpen, onDismiss);
  return (
    <Drawer.Root
      opened={useOpened(isOpen)}
      onClose={onDismiss}
      position="right"
      closeOnEscape={false}
      transitionProps={{ duration: OPENING_MS, transition: 'slide-left' }}
      zIndex={LAYERS[layer]}
      classNames={{ root: classes.root, inner: classes.inner, content: classes.content }}
      data-kind={kind}
      data-sidebar={isSidebarOpen ? 'open' : 'rail'}
    >
      <Drawer.Overlay className={classes.overlay} backgroundOpacity={0.4} />
      <Drawer.Content>
        <div className={classes.head}>
          <div className={classes.heading}>
            <div className={classes.titleRow}>
              {/* The focus goes to the title, so that it is the first thing read aloud. */}
              <Drawer.Title className={classes.title} tabIndex={-1} data-autofocus>
                {title}
              </Drawer.Title>
              {status}
            </div>
            {context ? <p className={classes.context}>{context}</p> : null}
          </div>
          {actions}
          <CloseButton
            className={classes.close}
            iconSize={20}
            aria-label={closeLabel ?? SIDE_DRAWER_MESSAGES.close}
            title={closeLabel}
            onClick={onClose}
          />
        </div>
        {facts ? <div className={classes.facts}>{facts}</div> : null}
        <div className={classes.body}>{children}</div>
        {footer ? <FooterBar>{footer}</FooterBar> : null}
      </Drawer.Content>
    </Drawer.Root>
  );
}
