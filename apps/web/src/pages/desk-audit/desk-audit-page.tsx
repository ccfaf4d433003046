import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { AuditRow } from '@yardage/contract/desk-audit';
import { addDays } from '@yardage/domain/dates';
import { useMemo } from 'react';
import { actionText, auditColumns } from '#web/features/desk-audit/components/audit-columns.tsx';
import { auditActionsQuery, auditQuery, saveAuditLog } from '#web/features/desk-audit/desk-audit.api.ts';
import { DESK_AUDIT_MESSAGES as MESSAGES } from '#web/features/desk-audit/desk-audit.messages.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import type { DayRange } from '#web/patterns/date-range/days.ts';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const AuditDrawer = lazyOpened(() => import('#web/features/desk-audit/components/audit-drawer.tsx').then(({ AuditDrawer }) => AuditDrawer));
const OWN = { who: '', action: '', account: '' };
const standard = (today: string): DayRange => ({ from: addDays(today, -29), to: today });
const rowId = ({ id }: AuditRow): string => String(id);
const rowName = ({ action, subject }: AuditRow): string => `${actionText(action)} ${subject}`;
const countText = (count: number): string => MESSAGES.count(count);

/** The audit log at the desk: search, filters, details and export (STF-08). */
export function DeskAuditPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/audit-log' }), standard, OWN);
  const { search, filter, open, hrefOf, range, standardRange } = list;
  const formats = useFormats();
  const filters = {
    ...(search.who && { who: search.who }),
    ...(search.action && { action: search.action }),
    ...(search.account && { customer: search.account }),
    startDate: range.from,
    endDate: range.to,
    timeZone: formats.timeZone,
  };
  const query = useQuery({ ...auditQuery({ ...list.request, ...filters }), placeholderData: keepPreviousData });
  const actions = useQuery(auditActionsQuery()).data ?? [];
  const options = [
    { value: '', label: MESSAGES.anyAction },
    ...[...new Set([...actions, ...(search.action ? [search.action] : [])])]
      .map((value) => ({ value, label: actionText(value) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ];
  const saving = useMutation({
    mutationFn: () => saveAuditLog({ ...(search.search && { search: search.search }), ...filters }),
    meta: { failureText: MESSAGES.exportFailed },
  });
  const columns = useMemo(() => auditColumns(formats.timeZone), [formats]);
  const opener = useMemo(
    () => ({ href: ({ id }: AuditRow) => hrefOf({ entry: id }), open: ({ id }: AuditRow) => open({ entry: id }) }),
    [hrefOf, open],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {MESSAGES.export}
          </Button>
        }
        filters={
          <>
            <SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />
            <DateRange value={range} onChange={list.chooseRange} standard={{ label: MESSAGES.standardRange, range: standardRange }} />
            <FilterSelect label={MESSAGES.action} options={options} value={search.action} onChange={(action) => filter({ action })} />
            <SearchBox hasShortcut={false} label={MESSAGES.whoHint} value={search.who} onChange={(who) => filter({ who }, true)} />
            <SearchBox
              hasShortcut={false}
              label={MESSAGES.customerHint}
              value={search.account}
              onChange={(account) => filter({ account }, true)}
            />
          </>
        }
        {...list.filters}
      >
        <DataTable
          id="desk-audit"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.entry === undefined ? undefined : String(search.entry)}
          countText={countText}
          emptyText={search.account ? MESSAGES.emptyOfCustomer(search.account) : MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={search.entry !== undefined}>
        <AuditDrawer entryId={search.entry} onClose={() => list.close({ entry: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
