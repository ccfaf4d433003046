import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type DeskMailRow, getDeskMail, listDeskMails } from '@yardage/contract/desk-mails';
import { useMemo, useState } from 'react';
import { mailColumns } from '#web/features/desk-mails/components/mail-columns.tsx';
import { mailsQuery, sendAgain } from '#web/features/desk-mails/desk-mails.api.ts';
import { DESK_MAILS_MESSAGES as MESSAGES } from '#web/features/desk-mails/desk-mails.messages.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DataTable } from '#web/patterns/data-table/data-table.tsx';
import { ListPage } from '#web/patterns/data-table/list-page.tsx';
import type { RowAction } from '#web/patterns/data-table/table-props.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';

const MailDrawer = lazyOpened(() => import('#web/features/desk-mails/components/mail-drawer.tsx').then(({ MailDrawer }) => MailDrawer));
const SendAllDialog = lazyOpened(() =>
  import('#web/features/desk-mails/components/mail-drawer.tsx').then(({ SendAllDialog }) => SendAllDialog),
);
const PANEL_ID = 'desk-mails-state';
const tabs = () => (['all', 'waiting', 'failed', 'sent'] as const).map((value) => ({ value, label: MESSAGES.tabNames[value] }));
const rowId = ({ id }: DeskMailRow): string => String(id);
const rowName = ({ subject }: DeskMailRow): string => subject;
const countText = (count: number): string => MESSAGES.count(count);

/** Mail at the desk: the queue with the reasons of failures, and 'Send again' (STF-06). */
export function DeskMailsPage() {
  const list = useListSearch(useSearch({ from: '/shell/desk/mail' }));
  const { search, filter, open, hrefOf } = list;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const state = search.state === 'all' ? '' : search.state;
  const query = useQuery({ ...mailsQuery({ ...list.request, state }), placeholderData: keepPreviousData });
  const [isAskingAll, setIsAskingAll] = useState(false);
  const sending = useWrite({
    write: (which: number | 'all', attempt) => sendAgain(which, attempt),
    meta: { failureTitle: MESSAGES.againFailed, failureText: MESSAGES.againFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => Promise.all([listDeskMails.id, getDeskMail.id].map((id) => queryClient.invalidateQueries({ queryKey: [id] }))),
    // The answer about a single mail does not close the question about all.
    onDone: (_answer, which) => which === 'all' && setIsAskingAll(false),
    onFailed: (_error, which) => which === 'all' && setIsAskingAll(false),
  });
  const { mutate } = sending;
  const columns = useMemo(() => mailColumns(formats.dateTime), [formats]);
  const opener = useMemo(
    () => ({ href: ({ id }: DeskMailRow) => hrefOf({ mail: id }), open: ({ id }: DeskMailRow) => open({ mail: id }) }),
    [hrefOf, open],
  );
  const actions = useMemo<RowAction<DeskMailRow>[]>(
    () => [
      {
        id: 'again',
        icon: 'send',
        isOffered: (row) => row.state === 'failed',
        label: ({ subject }) => MESSAGES.again(subject),
        run: ({ id }) => mutate(id),
      },
    ],
    [mutate],
  );
  return (
    <>
      <ListPage
        context={MESSAGES.context}
        action={
          search.state === 'failed' && (query.data?.totalCount ?? 0) > 0 ? (
            <Button onClick={() => setIsAskingAll(true)}>{MESSAGES.sendAllAgain}</Button>
          ) : null
        }
        filters={<SearchBox label={MESSAGES.search} value={search.search} onChange={list.searchFor} />}
        {...list.filters}
        tabs={{ id: PANEL_ID, label: MESSAGES.tabs, tabs: tabs(), value: search.state, onChange: (chosen) => filter({ state: chosen }) }}
      >
        <DataTable
          id="desk-mails"
          label={MESSAGES.label}
          columns={columns}
          query={query}
          {...list.table}
          rowId={rowId}
          rowName={rowName}
          opener={opener}
          openRowId={search.mail === undefined ? undefined : String(search.mail)}
          actions={actions}
          countText={countText}
          emptyText={MESSAGES.empty}
          failureText={MESSAGES.listFailed}
        />
      </ListPage>
      <MountOnceNeeded isNeeded={search.mail !== undefined}>
        <MailDrawer
          mailId={search.mail}
          isSending={sending.isPending}
          onSendAgain={mutate}
          onClose={() => list.close({ mail: undefined })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={isAskingAll}>
        <SendAllDialog
          isOpen={isAskingAll}
          isBusy={sending.isPending && sending.variables === 'all'}
          onConfirm={() => mutate('all')}
          onClose={() => setIsAskingAll(false)}
        />
      </MountOnceNeeded>
    </>
  );
}
