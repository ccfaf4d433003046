import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { PermissionCode } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { type DatasetKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/patterns/side-drawer/use-last.ts';
import type { MailBody, MailOfArea } from '../send-mail/mail-rules.ts';
import { DocumentDialog } from './document-dialog.tsx';
import type { PdfFile } from './document-viewer.tsx';

/** What an area says of its records' documents. */
export interface RecordDocuments<Id, Key extends QueryKey> {
  /** Shown until the document brings its own name. */
  title: string;
  /** What people call it, where that is not the document's own name. */
  name?: (id: Id) => string;
  /** Who may open it. */
  permission: PermissionCode;
  load: (customer: DatasetKey, id: Id) => UseQueryOptions<PdfFile, Error, PdfFile, Key>;
  send: (customer: DatasetKey, id: Id, body: MailBody) => Promise<{ message: string }>;
  mailFailed: string;
  /** Told after sending; otherwise the server's own sentence is. */
  sentText?: MailOfArea['sentText'];
}

export interface RecordDialogProps<Id> {
  /** None while the dialog is closed; leave it mounted, so that it can give the focus back. */
  recordId: Id | undefined;
  onClose: () => void;
}

/** A record's document with Send Mail, for those who may see it. */
export function RecordDialog<Id extends string | number, Key extends QueryKey>({
  documents,
  recordId,
  onClose,
}: RecordDialogProps<Id> & { documents: RecordDocuments<Id, Key> }) {
  const { title, name, permission, load, send, mailFailed, sentText = (_email, message) => message } = documents;
  const customer = useCustomer();
  const canView = useHoldsAny([permission]);
  const shownId = useLast(recordId || undefined);
  if (shownId === undefined) return null;
  return (
    <DocumentDialog
      isOpen={Boolean(recordId) && canView}
      onClose={onClose}
      title={title}
      name={name?.(shownId)}
      load={load(customer, shownId)}
      mail={{ send: (body) => send(customer, shownId, body), sentText, failedText: mailFailed }}
    />
  );
}
