import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StatementRow } from '@yardage/contract/statements';
import { useMemo } from 'react';
import { statementColumns } from '#web/features/statements/components/statement-columns.ts';
import { type StatementListParams, statementsQuery } from '#web/features/statements/statements.api.ts';
import { STATEMENTS_MESSAGES as MESSAGES } from '#web/features/statements/statements.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { useCreditLink, useInvoiceLink } from '#web/lib/navigation/page-links.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { sinceTwoMonthsBack } from '#web/patterns/date-range/days.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { PageLink } from '#web/patterns/page-link.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { PAGES_MESSAGES } from '../pages.messages.ts';

const StatementDetailsDialog = lazyOpened(() =>
  import('#web/features/statements/components/statement-details-dialog.tsx').then(({ StatementDetailsDialog }) => StatementDetailsDialog),
);
const StatementPdfDialog = lazyOpened(() =>
  import('#web/features/statements/components/statement-pdf-dialog.tsx').then(({ StatementPdfDialog }) => StatementPdfDialog),
);
const InvoicePdfDialog = lazyOpened(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => InvoicePdfDialog),
);

/** Statements: the list, and the dialog that the URL says is open (STM-01, STM-05). */
export function StatementsPage() {
  const list = useStatementsSearch();
  const invoiceLink = useInvoiceLink();
  const creditLink = useCreditLink();
  const canViewPdf = useHoldsAny([PERMISSIONS.STATEMENTS_VIEW_PDF]);
  const canViewInvoices = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const canViewInvoicePdf = useHoldsAny([PERMISSIONS.INVOICES_VIEW_PDF]);
  const { statement, pdf, invoice } = list.search;
  const { open } = list;
  const links = useMemo(
    () => ({
      page: canViewInvoices ? invoiceLink : undefined,
      creditPage: canViewInvoices ? creditLink : undefined,
      openPdf: canViewInvoicePdf ? (documentNumber: string) => open({ invoice: documentNumber }) : undefined,
    }),
    [canViewInvoices, canViewInvoicePdf, invoiceLink, creditLink, open],
  );
  return (
    <>
      <StatementsList list={list} />
      <MountOnceNeeded isNeeded={statement !== undefined}>
        <StatementDetailsDialog
          statementDate={statement}
          onClose={() => list.close({ statement: undefined })}
          onOpenPdf={canViewPdf ? () => open({ pdf: statement }) : undefined}
          links={links}
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

/** The page's state from the URL, and functions to change it. */
function useStatementsSearch() {
  return useListSearch(useSearch({ from: '/shell/statements' }), sinceTwoMonthsBack);
}

const rowId = ({ statementDate }: StatementRow): string => statementDate;
const rowName = ({ statementDate }: StatementRow): string => formatDay(statementDate);
const countText = (count: number): string => MESSAGES.count(count);

/** The statements list with search and date range (STM-01). */
function StatementsList({ list }: { list: ReturnType<typeof useStatementsSearch> }) {
  const { search, range, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const canViewPdf = useHoldsAny([PERMISSIONS.STATEMENTS_VIEW_PDF]);

  const request: StatementListParams = { ...list.request, startDate: range.from, endDate: range.to };
  const query = useQuery({ ...statementsQuery(customer, request), placeholderData: keepPreviousData });

  const columns = useTexts(statementColumns, []);
  const opener = useMemo(
    () => ({
      href: ({ statementDate }: StatementRow) => hrefOf({ statement: statementDate }),
      open: ({ statementDate }: StatementRow) => open({ statement: statementDate }),
    }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<StatementRow>[]>(
    () => [
      {
        id: 'pdf',
        icon: 'document',
        needsConnection: true,
        isOffered: () => canViewPdf,
        label: (row) => MESSAGES.viewPdf(rowName(row)),
        run: ({ statementDate }) => open({ pdf: statementDate }),
      },
      { id: 'details', icon: 'info', label: (row) => MESSAGES.viewDetails(rowName(row)), run: opener.open },
    ],
    [canViewPdf, open, opener],
  );

  return (
    <ListPage
      context={MESSAGES.context(formatDay(range.from), formatDay(range.to), range.from === range.to)}
      action={
        <PageLink to="/close-out-packs" icon="archive">
          {PAGES_MESSAGES.closeOutPacks.title}
        </PageLink>
      }
      isActionIdle
      filters={
        <>
          <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
          <DateRange value={range} standard={{ label: MESSAGES.standardRange, range: list.standardRange }} onChange={list.chooseRange} />
        </>
      }
      {...list.filters}
    >
      <DataTable
        id="statements"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={rowName}
        opener={opener}
        openRowId={search.statement}
        actions={actions}
        csv={{
          fileName: `statements-${range.from}-${range.to}.csv`,
          fetchPage: (pageIndex, pageSize) => fetchForExport(queryClient, statementsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        emptyText={MESSAGES.empty}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
