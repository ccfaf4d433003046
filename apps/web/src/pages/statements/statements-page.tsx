import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy, useMemo } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useInvoicePage } from '#web/lib/navigation/use-invoice-page.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { StatementsList } from './statements-list.tsx';
import { useStatementsSearch } from './use-statements-search.ts';

const StatementDetailsDialog = lazy(() =>
  import('#web/features/statements/components/statement-details-dialog.tsx').then(({ StatementDetailsDialog }) => ({
    default: StatementDetailsDialog,
  })),
);
const StatementPdfDialog = lazy(() =>
  import('#web/features/statements/components/statement-pdf-dialog.tsx').then(({ StatementPdfDialog }) => ({
    default: StatementPdfDialog,
  })),
);
const InvoicePdfDialog = lazy(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => ({ default: InvoicePdfDialog })),
);

/** Statements: the list, and the dialog that the URL says is open (STM-01, STM-05). */
export function StatementsPage() {
  const list = useStatementsSearch();
  const invoicePage = useInvoicePage();
  const canViewPdf = useHoldsAny([PERMISSIONS.STATEMENTS_VIEW_PDF]);
  const canViewInvoices = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const canViewInvoicePdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const { statement, pdf, invoice } = list.search;
  const { open } = list;
  const ways = useMemo(
    () => ({
      page: canViewInvoices ? invoicePage : undefined,
      openPdf: canViewInvoicePdf ? (documentNumber: string) => open({ invoice: documentNumber }) : undefined,
    }),
    [canViewInvoices, canViewInvoicePdf, invoicePage, open],
  );
  return (
    <>
      <StatementsList list={list} />
      <MountOnceNeeded isNeeded={statement !== undefined}>
        <StatementDetailsDialog
          statementDate={statement}
          onClose={() => list.close({ statement: undefined })}
          onOpenPdf={canViewPdf ? () => open({ pdf: statement }) : undefined}
          ways={ways}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <StatementPdfDialog recordId={pdf} onClose={() => list.close({ pdf: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewInvoicePdf && invoice !== ''}>
        <InvoicePdfDialog recordId={invoice} onClose={() => list.close({ invoice: '' })} />
      </MountOnceNeeded>
    </>
  );
}
