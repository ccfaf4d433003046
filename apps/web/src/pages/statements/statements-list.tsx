import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { StatementRow } from '@yardage/contract/statements';
import { useMemo } from 'react';
import { statementColumns } from '#web/features/statements/components/statement-columns.ts';
import { type StatementsRequest, statementsQuery } from '#web/features/statements/statements.api.ts';
import { STATEMENTS_MESSAGES as MESSAGES } from '#web/features/statements/statements.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { useStatementsSearch } from './use-statements-search.ts';

const rowId = ({ statementDate }: StatementRow): string => statementDate;
const rowName = ({ statementDate }: StatementRow): string => formatDay(statementDate);
const countText = (count: number): string => MESSAGES.count(count);

/** The statements list with search and date range (STM-01). */
export function StatementsList({ list }: { list: ReturnType<typeof useStatementsSearch> }) {
  const { search, range, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const canViewPdf = useHoldsAny([PERMISSIONS.STATEMENTS_VIEW_PDF]);

  const request: StatementsRequest = { ...list.request, startDate: range.from, endDate: range.to };
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
          fetchPage: (pageIndex, pageSize) => queryClient.fetchQuery(statementsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        emptyText={MESSAGES.empty}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
