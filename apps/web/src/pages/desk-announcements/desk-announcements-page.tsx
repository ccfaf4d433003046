import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { DeskAnnouncementRow } from '@yardage/contract/desk-announcements';
import { Suspense, useMemo, useState } from 'react';
import { announcementColumns } from '#web/features/desk-announcements/components/announcement-columns.tsx';
import { announcementsQuery } from '#web/features/desk-announcements/desk-announcements.api.ts';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '#web/features/desk-announcements/desk-announcements.messages.ts';
import { useTexts } from '#web/lib/language/language.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { useListedRow } from '#web/patterns/data-table/use-listed-row.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { PageSkeleton } from '#web/patterns/skeleton.tsx';

const AnnouncementDialog = lazyOpened(() =>
  import('#web/features/desk-announcements/components/announcement-dialog.tsx').then(({ AnnouncementDialog }) => AnnouncementDialog),
);
const DeskContacts = lazyOpened(() =>
  import('#web/features/desk-announcements/components/desk-contacts.tsx').then(({ DeskContacts }) => DeskContacts),
);
const DeleteAnnouncement = lazyOpened(() =>
  import('#web/features/desk-announcements/components/announcement-dialog.tsx').then(({ DeleteAnnouncement }) => DeleteAnnouncement),
);
const PANEL_ID = 'desk-announcements-view';
const tabs = () => (['announcements', 'contacts'] as const).map((value) => ({ value, label: MESSAGES.views[value] }));
const rowId = ({ id }: DeskAnnouncementRow): string => String(id);
const rowName = ({ title }: DeskAnnouncementRow): string => title;
const countText = (count: number): string => MESSAGES.count(count);
const isOfDesk = (row: DeskAnnouncementRow): boolean => row.isOfDesk;

/** Announcements and contacts at the desk (STF-04). */
export function DeskAnnouncementsPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/announcements' }));
  const { search, open, hrefOf } = list;
  const isContacts = search.view === 'contacts';
  const query = useQuery({ ...announcementsQuery(list.request), placeholderData: keepPreviousData, enabled: !isContacts });
  const [toDelete, setToDelete] = useState<DeskAnnouncementRow>();
  const columns = useTexts(announcementColumns, []);
  const opener = useMemo(
    () => ({ href: ({ id }: DeskAnnouncementRow) => hrefOf({ edit: id }), open: ({ id }: DeskAnnouncementRow) => open({ edit: id }) }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<DeskAnnouncementRow>[]>(
    () => [
      { id: 'edit', icon: 'edit', isOffered: isOfDesk, label: ({ title }) => MESSAGES.edit(title), run: ({ id }) => open({ edit: id }) },
      { id: 'delete', icon: 'trash', isOffered: isOfDesk, label: ({ title }) => MESSAGES.delete(title), run: setToDelete },
    ],
    [open],
  );
  const edited = useListedRow(query, search.edit, () => list.close({ edit: undefined }));
  const target = search.add ? 'add' : edited;
  return (
    <>
      <ListPage
        context={isContacts ? MESSAGES.contactsContext : MESSAGES.context}
        action={
          isContacts ? null : (
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open({ add: '1' })}>
              {MESSAGES.add}
            </Button>
          )
        }
        filters={isContacts ? null : <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
        hasFilters={!isContacts && list.filters.hasFilters}
        tabs={{ id: PANEL_ID, label: MESSAGES.view, tabs: tabs(), value: search.view, onChange: (view) => list.filter({ view }) }}
      >
        {isContacts ? (
          <Suspense fallback={<PageSkeleton />}>
            <DeskContacts />
          </Suspense>
        ) : (
          <DataTable
            id="desk-announcements"
            label={MESSAGES.label}
            columns={columns}
            query={query}
            {...list.table}
            rowId={rowId}
            rowName={rowName}
            opener={opener}
            openRowId={search.edit === undefined ? undefined : String(search.edit)}
            actions={actions}
            countText={countText}
            emptyText={MESSAGES.empty}
            failureText={MESSAGES.listFailed}
          />
        )}
      </ListPage>
      <MountOnceNeeded isNeeded={target !== undefined}>
        <AnnouncementDialog target={target} onClose={() => list.close({ edit: undefined, add: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={toDelete !== undefined}>
        <DeleteAnnouncement announcement={toDelete} onClose={() => setToDelete(undefined)} />
      </MountOnceNeeded>
    </>
  );
}
