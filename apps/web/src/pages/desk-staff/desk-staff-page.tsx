import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { StaffRow } from '@yardage/contract/desk-staff';
import { useMemo, useState } from 'react';
import { staffColumns, staffName } from '#web/features/desk-staff/components/staff-columns.tsx';
import { staffQuery } from '#web/features/desk-staff/desk-staff.api.ts';
import { DESK_STAFF_MESSAGES as MESSAGES } from '#web/features/desk-staff/desk-staff.messages.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { useListedRow } from '#web/patterns/data-table/use-listed-row.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const StaffDialog = lazyOpened(() => import('#web/features/desk-staff/components/staff-dialog.tsx').then(({ StaffDialog }) => StaffDialog));
const RemoveStaffDialog = lazyOpened(() =>
  import('#web/features/desk-staff/components/staff-dialog.tsx').then(({ RemoveStaffDialog }) => RemoveStaffDialog),
);
const rowId = ({ id }: StaffRow): string => String(id);
const countText = (count: number): string => MESSAGES.count(count);
const isColleague = ({ isMe }: StaffRow): boolean => !isMe;

/** The staff at the desk: the list, and the dialogs to add, change and remove (STF-01). */
export function DeskStaffPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/staff' }));
  const { search, open, hrefOf } = list;
  const formats = useFormats();
  const query = useQuery({ ...staffQuery(list.request), placeholderData: keepPreviousData });
  const [toDelete, setToDelete] = useState<StaffRow>();
  const columns = useMemo(() => staffColumns(formats.date), [formats]);
  const opener = useMemo(
    () => ({ href: ({ id }: StaffRow) => hrefOf({ edit: id }), open: ({ id }: StaffRow) => open({ edit: id }) }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<StaffRow>[]>(
    () => [
      {
        id: 'edit',
        icon: 'edit',
        isOffered: isColleague,
        label: (row) => MESSAGES.edit(staffName(row)),
        run: ({ id }) => open({ edit: id }),
      },
      { id: 'remove', icon: 'trash', isOffered: isColleague, label: (row) => MESSAGES.remove(staffName(row)), run: setToDelete },
    ],
    [open],
  );
  const edited = useListedRow(query, search.edit, () => list.close({ edit: undefined }));
  const target = search.add ? 'add' : edited;
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => open({ add: '1' })}>
            {MESSAGES.add}
          </Button>
        }
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
      >
        <DataTable
          id="desk-staff"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={staffName}
          opener={opener}
          openRowId={search.edit === undefined ? undefined : String(search.edit)}
          actions={actions}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={target !== undefined}>
        <StaffDialog target={target} onClose={() => list.close({ edit: undefined, add: '' })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={toDelete !== undefined}>
        <RemoveStaffDialog member={toDelete} onClose={() => setToDelete(undefined)} />
      </MountOnceNeeded>
    </>
  );
}
