import type { AuditRow } from '@yardage/contract/desk-audit';
import { MAIN_DATE_SORT } from '@yardage/contract/lists';
import { AUDIT_ACTION_NAMES } from '@yardage/domain/audit.messages';
import { shownName } from '@yardage/domain/names';
import { formatDateTimeOfDesk } from '#web/lib/formats/named-zone.ts';
import type { TableColumn } from '#web/patterns/data-table/table-column.ts';
import { DESK_AUDIT_MESSAGES as MESSAGES } from '../desk-audit.messages.ts';

/** Returns the name of who did it. */
export const whoText = ({ userName }: AuditRow): string => userName ?? MESSAGES.system;
/** Returns the customer as one line of text. */
export const customerText = ({ customerName, globalCustomerNumber }: AuditRow): string =>
  globalCustomerNumber ? `${customerName} · ${globalCustomerNumber}` : '';

/** Returns what an action is called. */
export const actionText = (action: string): string => shownName(AUDIT_ACTION_NAMES, action);

/** The columns of the audit log, with times in a time zone. */
export function auditColumns(timeZone: string): TableColumn<AuditRow>[] {
  return [
    {
      id: 'time',
      header: MESSAGES.time,
      size: 191,
      sortKey: MAIN_DATE_SORT,
      isDescFirst: true,
      value: ({ at }) => formatDateTimeOfDesk(at, timeZone),
    },
    { id: 'who', header: MESSAGES.who, size: 170, minSize: 130, canGrow: true, priority: 2, card: 'fact', value: whoText },
    {
      id: 'action',
      header: MESSAGES.action,
      size: 210,
      minSize: 160,
      priority: 1,
      card: 'fact',
      value: ({ action }) => actionText(action),
    },
    {
      id: 'subject',
      header: MESSAGES.subject,
      size: 240,
      minSize: 150,
      canGrow: true,
      priority: 3,
      card: 'aside',
      value: ({ subject }) => subject,
    },
    { id: 'customer', header: MESSAGES.account, size: 230, minSize: 150, canGrow: true, priority: 4, value: customerText },
  ];
}
