import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeskAccountRow } from '@yardage/contract/desk-customers';
import { useMemo, useState } from 'react';
import { accountColumns } from '#web/features/desk-customers/components/account-columns.tsx';
import { accountsQuery, dataSourcesQuery } from '#web/features/desk-customers/desk-customers.api.ts';
import { DESK_CUSTOMERS_MESSAGES as MESSAGES } from '#web/features/desk-customers/desk-customers.messages.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const AccountDrawer = lazyOpened(() =>
  import('#web/features/desk-customers/components/account-drawer.tsx').then(({ AccountDrawer }) => AccountDrawer),
);
const OwnerDialog = lazyOpened(() =>
  import('#web/features/desk-customers/components/owner-dialog.tsx').then(({ OwnerDialog }) => OwnerDialog),
);
const rowId = ({ globalCustomerNumber }: DeskAccountRow): string => globalCustomerNumber;
const rowName = ({ displayName, customerNumber }: DeskAccountRow): string => `${displayName} ${customerNumber}`;
const countText = (count: number): string => MESSAGES.count(count);

/** Customers at the desk: the list and the sheet of an account (STF-02). */
export function DeskCustomersPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/customers' }), undefined, { source: '' });
  const { search, open, hrefOf } = list;
  const sources = useQuery(dataSourcesQuery()).data ?? [];
  const request = { ...list.request, ...(search.source ? { dataset: search.source } : {}) };
  const query = useQuery({ ...accountsQuery(request), placeholderData: keepPreviousData });
  const [isInviting, setIsInviting] = useState(false);
  const columns = useTexts(accountColumns, []);
  const opener = useMemo(
    () => ({
      href: ({ globalCustomerNumber }: DeskAccountRow) => hrefOf({ account: globalCustomerNumber }),
      open: ({ globalCustomerNumber }: DeskAccountRow) => open({ account: globalCustomerNumber }),
    }),
    [hrefOf, open],
  );
  const options = [{ value: '', label: MESSAGES.anyDataSource }, ...sources.map(({ code, name }) => ({ value: code, label: name }))];
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        filters={
          <>
            <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
            <FilterSelect
              label={MESSAGES.dataSource}
              options={options}
              value={search.source}
              onChange={(source) => list.filter({ source })}
            />
          </>
        }
        {...list.filters}
      >
        <DataTable
          id="desk-customers"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.account || undefined}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={search.account !== ''}>
        <AccountDrawer account={search.account} onClose={() => list.close({ account: '' })} onInvite={() => setIsInviting(true)} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isInviting}>
        <OwnerDialog account={search.account} isOpen={isInviting} onClose={() => setIsInviting(false)} />
      </MountOnceNeeded>
    </>
  );
}
