import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { SUPPORT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import type { SupportRow } from '@yardage/contract/support';
import { useMemo } from 'react';
import { supportColumns } from '#web/features/support/components/support-columns.tsx';
import { type SupportListParams, supportTicketsQuery } from '#web/features/support/support.api.ts';
import { SUPPORT_MESSAGES as MESSAGES } from '#web/features/support/support.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { fetchForExport } from '#web/lib/query/endpoint-query.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { SupportSearch } from './support-search.ts';

const SupportDrawer = lazyOpened(() =>
  import('#web/features/support/components/support-drawer.tsx').then(({ SupportDrawer }) => SupportDrawer),
);
const SupportFormDialog = lazyOpened(() =>
  import('#web/features/support/components/support-form-dialog.tsx').then(({ SupportFormDialog }) => SupportFormDialog),
);

/** Support: the list, and the drawer or form that the URL says is open (SUP-01, SUP-05). */
export function SupportPage() {
  const list = useListSearch(useSearch({ from: '/shell/support' }));
  const canRequest = useHoldsAny([PERMISSIONS.SUPPORT_REQUEST_SUPPORT]);
  const { request, new: isNew } = list.search;
  const isFormOpen = canRequest && isNew !== '';
  return (
    <>
      <SupportList list={list} canRequest={canRequest} />
      <MountOnceNeeded isNeeded={request !== undefined}>
        <SupportDrawer requestId={request} onClose={() => list.close({ request: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isFormOpen}>
        <SupportFormDialog isOpen={isFormOpen} onClose={() => list.close({ new: '' })} />
      </MountOnceNeeded>
    </>
  );
}

const PANEL_ID = 'support-status';
const tabs = () =>
  (Object.keys(SUPPORT_TABS) as (keyof typeof SUPPORT_TABS)[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));
const rowId = ({ id }: SupportRow): string => String(id);
const rowName = ({ id, title }: SupportRow): string => `${id} ${title}`;
const countText = (count: number): string => MESSAGES.count(count);

interface SupportListProps {
  list: ReturnType<typeof useListSearch<SupportSearch>>;
  canRequest: boolean;
}

/** The list of the customer's support requests (SUP-01 to SUP-04). */
function SupportList({ list, canRequest }: SupportListProps) {
  const { search, range, filter, open, hrefOf } = list;
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const formats = useFormats();
  const request: SupportListParams = {
    ...list.request,
    status: SUPPORT_TABS[search.status],
    ...(range && { startDate: range.from, endDate: range.to }),
  };
  const query = useQuery({ ...supportTicketsQuery(customer, request), placeholderData: keepPreviousData });
  const opener = useMemo(
    () => ({ href: ({ id }: SupportRow) => hrefOf({ request: id }), open: ({ id }: SupportRow) => open({ request: id }) }),
    [hrefOf, open],
  );
  const columns = useMemo(() => supportColumns(formats.date, opener), [formats, opener]);
  const actions = useMemo<RowAction<SupportRow>[]>(
    () => [{ id: 'view', icon: 'document', label: ({ id }) => MESSAGES.view(id), run: ({ id }) => open({ request: id }) }],
    [open],
  );
  const context = MESSAGES.context[search.status];
  return (
    <ListPage
      context={range ? MESSAGES.madeOn(context, formatDay(range.from), formatDay(range.to), range.from === range.to) : context}
      action={
        canRequest ? (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open({ new: '1' })}>
            {MESSAGES.request}
          </Button>
        ) : null
      }
      filters={
        <>
          <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
          <DateRange value={range} onChange={list.chooseRange} canClear />
        </>
      }
      {...list.filters}
      tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.status, onChange: (status) => filter({ status }) }}
    >
      <DataTable
        id="support"
        label={MESSAGES.label}
        columns={columns}
        query={query}
        {...list.table}
        rowId={rowId}
        rowName={rowName}
        opener={opener}
        openRowId={search.request === undefined ? undefined : String(search.request)}
        actions={actions}
        csv={{
          fileName: `support-${formats.today()}.csv`,
          fetchPage: (pageIndex, pageSize) =>
            fetchForExport(queryClient, supportTicketsQuery(customer, { ...request, pageIndex, pageSize })),
        }}
        countText={countText}
        emptyText={MESSAGES.empty}
        failureText={MESSAGES.listFailed}
      />
    </ListPage>
  );
}
