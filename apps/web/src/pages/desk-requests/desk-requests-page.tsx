import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { DeskRequestRow } from '@yardage/contract/desk-requests';
import { isOpenRequest } from '@yardage/domain/request-states';
import { useMemo, useState } from 'react';
import { deskRequestColumns } from '#web/features/desk-requests/components/desk-request-columns.tsx';
import { DESK_REQUEST_READS, deskRequestsQuery } from '#web/features/desk-requests/desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '#web/features/desk-requests/desk-requests.messages.ts';
import { refetchChanged, useHubConnection, useHubEvent } from '#web/lib/hub/hub.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { shownRequests } from '../requests/requests-search.ts';

const ConfirmQuestion = lazyOpened(() =>
  import('#web/features/desk-requests/components/confirm-question.tsx').then(({ ConfirmQuestion }) => ConfirmQuestion),
);
const DeskRequestDrawer = lazyOpened(() =>
  import('#web/features/desk-requests/components/desk-request-drawer.tsx').then(({ DeskRequestDrawer }) => DeskRequestDrawer),
);
const RulesDialog = lazyOpened(() =>
  import('#web/features/desk-requests/components/rules-dialog.tsx').then(({ RulesDialog }) => RulesDialog),
);

const STANDARD = { state: 'open', sort: 'startsAt', desc: false } as const;
const PANEL_ID = 'desk-requests-state';
const tabs = () => (['open', 'over', 'all'] as const).map((value) => ({ value, label: MESSAGES.tabNames[value] }));
const rowId = ({ id }: DeskRequestRow): string => String(id);
const rowName = ({ number }: DeskRequestRow): string => number;
const countText = (count: number): string => MESSAGES.count(count);

/** The queue of requests at the desk (REQ-05). */
export function DeskRequestsPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/requests' }));
  const { search, filter, open, hrefOf } = list;
  const queryClient = useQueryClient();
  useHubConnection();
  useHubEvent('RecordsChanged', ({ resource }) => {
    if (resource === 'requests')
      refetchChanged(queryClient, { predicate: ({ queryKey }) => DESK_REQUEST_READS.includes(String(queryKey[0])) });
  });
  const { state, order } = shownRequests(search, STANDARD);
  const request = { ...list.request, sortBy: order.sort, sortDesc: order.desc, state: state === 'all' ? ('' as const) : state };
  const query = useQuery({ ...deskRequestsQuery(request), placeholderData: keepPreviousData });
  const columns = useTexts(deskRequestColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: DeskRequestRow) => hrefOf({ request: id }), open: ({ id }: DeskRequestRow) => open({ request: id }) }),
    [hrefOf, open],
  );
  const [toConfirm, setToConfirm] = useState<DeskRequestRow>();
  const actions = useTexts<RowAction<DeskRequestRow>[]>(
    () => [
      {
        id: 'confirm',
        icon: 'check',
        isOffered: ({ state }) => isOpenRequest(state),
        label: ({ number }) => MESSAGES.confirmOf(number),
        run: setToConfirm,
      },
    ],
    [],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={
          <Button variant="default" onClick={() => open({ rules: '1' })}>
            {MESSAGES.rules}
          </Button>
        }
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: state, onChange: (chosen) => filter({ state: chosen }) }}
      >
        <DataTable
          id="desk-requests"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          state={{ ...list.table.state, ...order }}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.request === undefined ? undefined : String(search.request)}
          actions={actions}
          countText={countText}
          emptyText={state === 'open' ? MESSAGES.empty : MESSAGES.emptyOver}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={toConfirm !== undefined}>
        <ConfirmQuestion request={toConfirm} onClose={() => setToConfirm(undefined)} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={search.request !== undefined}>
        <DeskRequestDrawer
          requestId={search.request}
          onClose={() => list.close({ request: undefined })}
          chatLink={(sessionId, text) => (
            <Button variant="subtle" renderRoot={(props) => <Link to="/desk/chats/$sessionId" params={{ sessionId }} {...props} />}>
              {text}
            </Button>
          )}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={search.rules !== ''}>
        <RulesDialog isOpen={search.rules !== ''} onClose={() => list.close({ rules: '' })} />
      </MountOnceNeeded>
    </>
  );
}
