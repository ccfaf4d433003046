import type { AnnouncementState, DeskAnnouncementRow } from '@yardage/contract/desk-announcements';
import { formatDay } from '#web/lib/formats/date-format.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { DESK_ANNOUNCEMENTS_MESSAGES as MESSAGES } from '../desk-announcements.messages.ts';

const KINDS: Record<AnnouncementState, StatusKind> = { scheduled: 'pending', shown: 'active', ended: 'closed' };
const audienceOf = ({ dataSources }: DeskAnnouncementRow): string => dataSources?.join(', ') ?? MESSAGES.everybody;

/** The columns of the announcements. */
export function announcementColumns(): TableColumn<DeskAnnouncementRow>[] {
  return [
    { id: 'title', header: MESSAGES.title, size: 340, minSize: 180, canGrow: true, sortKey: 'title', value: ({ title }) => title },
    { id: 'audience', header: MESSAGES.audience, size: 170, minSize: 110, priority: 3, card: 'fact', value: audienceOf },
    {
      id: 'from',
      header: MESSAGES.from,
      size: 120,
      priority: 2,
      sortKey: 'postedOn',
      isDescFirst: true,
      card: 'fact',
      value: ({ postedOn }) => formatDay(postedOn),
      cardCell: ({ postedOn, expiresOn }) => [formatDay(postedOn), expiresOn ? formatDay(expiresOn) : ''].filter(Boolean).join(' – '),
    },
    { id: 'to', header: MESSAGES.to, size: 120, priority: 4, sortKey: 'expiresOn', value: ({ expiresOn }) => formatDay(expiresOn) },
    {
      id: 'state',
      header: MESSAGES.state,
      size: 130,
      priority: 1,
      card: 'status',
      value: ({ state }) => MESSAGES.states[state],
      cell: ({ state }) => <StatusMark kind={KINDS[state]}>{MESSAGES.states[state]}</StatusMark>,
    },
    {
      id: 'origin',
      header: MESSAGES.origin,
      size: 130,
      priority: 5,
      value: ({ isOfDesk }) => (isOfDesk ? MESSAGES.atDesk : MESSAGES.bySystem),
    },
  ];
}
