import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeskRegistrationRow } from '@yardage/contract/desk';
import { Suspense, useMemo } from 'react';
import { registrantName, registrationColumns } from '#web/features/desk/components/registration-columns.tsx';
import { deskRegistrationsQuery } from '#web/features/desk/desk.api.ts';
import { DESK_REGISTRATIONS_MESSAGES as MESSAGES } from '#web/features/desk/desk.messages.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const RegistrationDrawer = lazyOpened(() =>
  import('#web/features/desk/components/registration-drawer.tsx').then(({ RegistrationDrawer }) => RegistrationDrawer),
);
const DisabledUser = lazyOpened(() =>
  import('#web/features/desk-customers/components/disabled-user.tsx').then(({ DisabledUser }) => DisabledUser),
);
const rowId = ({ id }: DeskRegistrationRow): string => String(id);
const countText = (count: number): string => MESSAGES.count(count);

/** Registrations at the desk: the list and the open request (REG-23). */
export function DeskRegistrationsPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/registrations' }));
  const { search, open, hrefOf } = list;
  const formats = useFormats();
  const query = useQuery({ ...deskRegistrationsQuery(list.request), placeholderData: keepPreviousData });
  const columns = useMemo(() => registrationColumns(formats.date), [formats]);
  const opener = useMemo(
    () => ({
      href: ({ id }: DeskRegistrationRow) => hrefOf({ request: id }),
      open: ({ id }: DeskRegistrationRow) => open({ request: id }),
    }),
    [hrefOf, open],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
      >
        <DataTable
          id="desk-registrations"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={registrantName}
          opener={opener}
          openRowId={search.request === undefined ? undefined : String(search.request)}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={search.request !== undefined}>
        <RegistrationDrawer
          requestId={search.request}
          disabledUser={(email) => (
            <Suspense fallback={null}>
              <DisabledUser key={email} email={email} />
            </Suspense>
          )}
          onClose={() => list.close({ request: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
