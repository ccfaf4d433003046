import { Modal } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useId } from 'react';
import { LAYERS } from '#web/patterns/side-drawer/layers.ts';
import { useEscape } from '#web/patterns/side-drawer/use-escape.ts';
import { useOpened } from '#web/patterns/side-drawer/use-opened.ts';
import { DocumentViewer, type DocumentViewerProps } from './document-viewer.tsx';
import classes from './pdf-viewer.module.css';

interface DocumentDialogProps<Key extends QueryKey> extends Omit<DocumentViewerProps<Key>, 'titleId'> {
  isOpen: boolean;
}

/** The document viewer over the page; full screen on phones. */
export function DocumentDialog<Key extends QueryKey>({ isOpen, onClose, ...viewer }: DocumentDialogProps<Key>) {
  const titleId = useId();
  useEscape('dialog', isOpen, onClose);
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={onClose}
      closeOnEscape={false}
      centered
      zIndex={LAYERS.dialog}
      transitionProps={{ duration: 150, transition: 'fade' }}
      classNames={{ content: classes.dialog, inner: classes.dialogFrame }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-labelledby={titleId}>
        <DocumentViewer titleId={titleId} onClose={onClose} {...viewer} />
      </Modal.Content>
    </Modal.Root>
  );
}
