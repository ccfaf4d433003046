import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { OverlayContext } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { FooterBar } from '#web/patterns/footer-bar.tsx';
import { SIDE_DRAWER_MESSAGES } from '#web/patterns/side-drawer/side-drawer.messages.ts';
import classes from './details-dialog.module.css';

interface DetailsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** One line under the title: which record this is and its status. */
  context?: ReactNode;
  widthPx: number;
  /** The layer of the dialog. On 'drawer', a document can open above it. */
  layer?: 'dialog' | 'drawer';
  children: ReactNode;
  /** Action buttons. */
  footer?: ReactNode;
}

/** A record's cards in a centred dialog; full screen on phones. */
export function DetailsDialog({ isOpen, onClose, title, context, widthPx, layer = 'dialog', children, footer }: DetailsDialogProps) {
  const { dismiss, scope } = useOverlay({ layer, isOpen, onClose, isInUrl: true });
  useRecordTitle(isOpen, title);
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={dismiss}
      size={widthPx}
      zIndex={LAYERS[layer]}
      closeOnEscape={false}
      transitionProps={{ duration: 150, transition: 'fade' }}
      classNames={{ content: classes.content, header: classes.head, title: classes.title, body: classes.body, inner: classes.frame }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* The page already has a banner landmark, so this header is a group. */}
        <Modal.Header role="group">
          <div>
            {/* Focus the title, so that screen readers read it first. */}
            <Modal.Title tabIndex={-1} data-autofocus>
              {title}
            </Modal.Title>
            {context ? <p className={classes.context}>{context}</p> : null}
          </div>
          <Modal.CloseButton aria-label={SIDE_DRAWER_MESSAGES.close} size={44} iconSize={20} />
        </Modal.Header>
        <OverlayContext value={scope}>
          <Modal.Body>{children}</Modal.Body>
          {footer ? <FooterBar>{footer}</FooterBar> : null}
        </OverlayContext>
      </Modal.Content>
    </Modal.Root>
  );
}
