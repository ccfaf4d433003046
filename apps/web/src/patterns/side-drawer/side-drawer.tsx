import { CloseButton, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsSidebarOpen } from '#web/lib/navigation/menu.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { OverlayContext } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { FooterBar } from '#web/patterns/footer-bar.tsx';
import { SIDE_DRAWER_MESSAGES } from './side-drawer.messages.ts';
import classes from './side-drawer.module.css';

const OPENING_MS = 150;

interface SideDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The record's status, shown beside the title. */
  status?: ReactNode;
  /** One line under the title that identifies the record. */
  context?: ReactNode;
  /** Key facts, which stay at the top while the sections scroll. */
  facts?: ReactNode;
  /** The sections. */
  children: ReactNode;
  /** Action buttons. */
  footer?: ReactNode;
  /** A chat is narrower than a record (SHL-16). */
  kind?: 'record' | 'chat';
  /** Shown beside the close button. */
  actions?: ReactNode;
  /** Label of the close button, if it does more than close. */
  closeLabel?: string | undefined;
  /** Handles Esc and a click outside, if they differ from the close button. */
  onDismiss?: () => void;
  /** Whether the address says that it is open. Otherwise Back closes it. */
  isInUrl: boolean;
  /** Whether its sections may have nothing that takes the focus. They take it themselves then, so that the keyboard can scroll them. */
  isOnlyText?: boolean;
}

/** A record beside its list: title, status, key facts, sections and actions. Full screen on phones and tablets (SHL-16). */
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
  const { actions, closeLabel, onDismiss, isInUrl, isOnlyText = false } = props;
  const isSidebarOpen = useIsSidebarOpen();
  const layer = kind === 'chat' ? 'chat' : 'drawer';
  const { close, dismiss, isLocked, scope } = useOverlay({ layer, isOpen, onClose, onDismiss, isInUrl });
  useRecordTitle(isOpen && typeof title === 'string', String(title));
  return (
    <Drawer.Root
      opened={useOpened(isOpen)}
      onClose={dismiss}
      position="right"
      closeOnEscape={false}
      transitionProps={{ duration: OPENING_MS, transition: 'slide-left' }}
      zIndex={LAYERS[layer]}
      classNames={{ root: classes.root, content: classes.content }}
      data-kind={kind}
      data-sidebar={isSidebarOpen ? 'open' : 'rail'}
    >
      <Drawer.Overlay className={classes.overlay} backgroundOpacity={0.4} />
      <Drawer.Content>
        <div className={classes.head}>
          <div className={classes.heading}>
            <div className={classes.titleRow}>
              {/* Focus the title, so that screen readers read it first. */}
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
            disabled={isLocked}
            onClick={close}
          />
        </div>
        {facts ? <div className={classes.facts}>{facts}</div> : null}
        <OverlayContext value={scope}>
          <div className={classes.body} tabIndex={isOnlyText ? 0 : undefined}>
            {children}
          </div>
          {footer ? <FooterBar>{footer}</FooterBar> : null}
        </OverlayContext>
      </Drawer.Content>
    </Drawer.Root>
  );
}
