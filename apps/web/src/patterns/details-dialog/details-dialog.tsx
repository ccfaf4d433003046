import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { LAYERS } from '#web/patterns/side-drawer/layers.ts';
import { SIDE_DRAWER_MESSAGES } from '#web/patterns/side-drawer/side-drawer.messages.ts';
import { useEscape } from '#web/patterns/side-drawer/use-escape.ts';
import { useOpened } from '#web/patterns/side-drawer/use-opened.ts';
import classes from './details-dialog.module.css';

interface DetailsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  widthPx: number;
  /** What may stand over it: nothing, or as over a drawer a document. */
  layer?: 'dialog' | 'drawer';
  children: ReactNode;
}

/** A record's cards in the middle of the page; full screen on phones. */
export function DetailsDialog({ isOpen, onClose, title, widthPx, layer = 'dialog', children }: DetailsDialogProps) {
  useEscape(layer, isOpen, onClose);
  return (
    <Modal
      opened={useOpened(isOpen)}
      onClose={onClose}
      title={title}
      size={widthPx}
      zIndex={LAYERS[layer]}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': SIDE_DRAWER_MESSAGES.close, size: 44, iconSize: 20 }}
      transitionProps={{ duration: 150, transition: 'fade' }}
      classNames={{ content: classes.content, header: classes.head, title: classes.title, body: classes.body, inner: classes.frame }}
    >
      {children}
    </Modal>
  );
}
