import { Modal } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { OverlayContext } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { DocumentViewer, type DocumentViewerProps } from './document-viewer.tsx';
import { openDocument, type PdfFile } from './open-document.ts';
import classes from './pdf-viewer.module.css';

interface DocumentDialogProps<Key extends QueryKey> extends DocumentViewerProps<Key> {
  isOpen: boolean;
  /** Shown instead of the document's file name. */
  name?: string | undefined;
}

/** The document viewer in a dialog; full screen on phones. `title` is shown until the document with its file name has loaded. */
export function DocumentDialog<Key extends QueryKey>({ isOpen, onClose, title, name, ...viewer }: DocumentDialogProps<Key>) {
  const { data: file } = useQuery({ ...openDocument(viewer.load), enabled: isOpen });
  const shownTitle = name ?? (file ? titleOf(file) : title);
  const { close, dismiss, scope } = useOverlay({ layer: 'dialog', isOpen, onClose });
  useRecordTitle(isOpen, shownTitle);
  return (
    <Modal.Root
      opened={useOpened(isOpen)}
      onClose={dismiss}
      closeOnEscape={false}
      centered
      zIndex={LAYERS.dialog}
      transitionProps={{ duration: 150, transition: 'fade' }}
      classNames={{ content: classes.dialog, inner: classes.dialogFrame }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={shownTitle}>
        <OverlayContext value={scope}>
          <DocumentViewer title={shownTitle} onClose={close} {...viewer} />
        </OverlayContext>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns 'Quote 1042' for `Quote_1042.pdf`. */
function titleOf({ fileName }: PdfFile): string {
  return fileName.replace(/\.pdf$/, '').replaceAll('_', ' ');
}
