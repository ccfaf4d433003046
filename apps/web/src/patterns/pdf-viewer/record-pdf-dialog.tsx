import { Modal } from '@mantine/core';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { PermissionCode } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { type DatasetKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { OverlayContext } from '#web/lib/overlays/unsaved-input.ts';
import { LAYERS, useLast, useOpened, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import type { MailBody, MailOfArea } from '../send-mail/mail-rules.ts';
import { DocumentViewer, type DocumentViewerProps } from './document-viewer.tsx';
import { documentTitle, openDocument, type PdfFile } from './open-document.ts';
import classes from './pdf-viewer.module.css';

/** An area's settings for its records' documents. */
export interface RecordDocuments<Id, Key extends QueryKey> {
  /** What the document is, such as 'Invoice'. Its number follows when it has loaded. */
  title: string;
  /** Returns the name to show instead. */
  name?: (id: Id) => string;
  /** The permission needed to open it. */
  permission: PermissionCode;
  load: (customer: DatasetKey, id: Id) => UseQueryOptions<PdfFile, Error, PdfFile, Key>;
  send: (customer: DatasetKey, id: Id, body: MailBody, attempt: Attempt) => Promise<{ message: string }>;
  mailFailed: string;
  /** Toast text after sending. The default is the server's message. */
  sentText?: MailOfArea['sentText'];
}

export interface RecordPdfDialogProps<Id> {
  /** Undefined while the dialog is closed. Keep the dialog mounted, so that it can restore the focus. */
  recordId: Id | undefined;
  onClose: () => void;
  /** Whether the address says that it is open, which is the default. Otherwise Back has to close it. */
  isInUrl?: boolean;
}

/** A record's document with Send Mail. It opens only for users with the permission. */
export function RecordPdfDialog<Id extends string | number, Key extends QueryKey>({
  documents,
  recordId,
  onClose,
  isInUrl = true,
}: RecordPdfDialogProps<Id> & { documents: RecordDocuments<Id, Key> }) {
  const { title, name, permission, load, send, mailFailed, sentText = (_email, message) => message } = documents;
  const customer = useCustomer();
  const canView = useHoldsAny([permission]);
  const shownId = useLast(recordId || undefined);
  if (shownId === undefined) return null;
  return (
    <DocumentDialog
      isOpen={Boolean(recordId) && canView}
      onClose={onClose}
      isInUrl={isInUrl}
      title={title}
      name={name?.(shownId)}
      load={load(customer, shownId)}
      mail={{ send: (body, attempt) => send(customer, shownId, body, attempt), sentText, failedText: mailFailed }}
    />
  );
}

interface DocumentDialogProps<Key extends QueryKey> extends DocumentViewerProps<Key> {
  isOpen: boolean;
  isInUrl: boolean;
  /** Shown instead of title and number. */
  name?: string | undefined;
}

/** The document viewer in a dialog; full screen on phones. The document's number follows `title` when it has loaded. */
function DocumentDialog<Key extends QueryKey>({ isOpen, onClose, isInUrl, title, name, ...viewer }: DocumentDialogProps<Key>) {
  const { data: file } = useQuery({ ...openDocument(viewer.load), enabled: isOpen });
  const shownTitle = name ?? (file ? documentTitle(title, file) : title);
  const { close, dismiss, scope } = useOverlay({ layer: 'dialog', isOpen, onClose, isInUrl });
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
