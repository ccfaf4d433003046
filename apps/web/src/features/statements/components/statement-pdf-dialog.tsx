import { PERMISSIONS } from '@yardage/contract/permissions';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { RecordPdfDialog, type RecordPdfDialogProps } from '#web/patterns/pdf-viewer/record-pdf-dialog.tsx';
import { mailStatement, statementPdfQuery } from '../statements.api.ts';
import { STATEMENTS_MESSAGES as MESSAGES } from '../statements.messages.ts';

/** The dialog's title, the permission that a statement's PDF needs, and how it is fetched and mailed (STM-12). */
export const statementDocuments = () => ({
  title: MESSAGES.titleLoading,
  name: (statementDate: string) => MESSAGES.title(formatDay(statementDate)),
  permission: PERMISSIONS.STATEMENTS_VIEW_PDF,
  load: statementPdfQuery,
  send: mailStatement,
  mailFailed: MESSAGES.mailFailed,
});

/** The statement as a PDF with Send Mail. Requires statements.view-pdf (STM-05, STM-06, STM-12). */
export function StatementPdfDialog(dialog: RecordPdfDialogProps<string>) {
  return <RecordPdfDialog documents={statementDocuments()} {...dialog} />;
}
