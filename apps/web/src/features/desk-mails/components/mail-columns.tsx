import type { DeskMailRow } from '@yardage/contract/desk-mails';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { DESK_MAILS_MESSAGES as MESSAGES } from '../desk-mails.messages.ts';

const KINDS: Record<DeskMailRow['state'], StatusKind> = { waiting: 'pending', sent: 'done', failed: 'ended' };

/** The state of a mail. */
export function MailState({ state }: Pick<DeskMailRow, 'state'>) {
  return <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>;
}

const recipientsText = ({ recipients: [first = '', ...more] }: DeskMailRow): string =>
  more.length === 0 ? first : MESSAGES.recipientsMore(first, more.length);

/** The columns of the list of mails. */
export function mailColumns(formatDateTime: (moment: string | null) => string): TableColumn<DeskMailRow>[] {
  return [
    { id: 'subject', header: MESSAGES.subject, size: 340, minSize: 260, canGrow: true, value: ({ subject }) => subject },
    {
      id: 'recipients',
      header: MESSAGES.recipients,
      size: 240,
      minSize: 160,
      canGrow: true,
      priority: 2,
      card: 'fact',
      value: recipientsText,
    },
    {
      id: 'state',
      header: MESSAGES.state,
      size: 110,
      priority: 1,
      card: 'status',
      value: ({ state }) => MESSAGES.states[state],
      cell: ({ state }) => <MailState state={state} />,
    },
    {
      id: 'reason',
      header: MESSAGES.reason,
      size: 240,
      minSize: 150,
      canGrow: true,
      priority: 3,
      card: 'fact',
      value: ({ reason }) => reason ?? '',
    },
    {
      id: 'nextTry',
      header: MESSAGES.nextTry,
      size: 160,
      priority: 5,
      value: ({ nextTryAt }) => formatDateTime(nextTryAt),
    },
    {
      id: 'created',
      header: MESSAGES.created,
      size: 160,
      priority: 4,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      card: 'aside',
      value: ({ createdAt }) => formatDateTime(createdAt),
    },
  ];
}
