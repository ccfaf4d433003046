import { useSearch } from '@tanstack/react-router';
import type { InvoiceDueFilter, PAYMENT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { type DayRange, thisYear } from '#web/patterns/date-range/days.ts';
import type { InvoicesSearch } from './invoices-search.ts';

export type InvoicesTab = keyof typeof PAYMENT_TABS;

/** The tab that stands open: of those who may not see the status always All; of the others Unpaid at first (INV-02, INV-04). */
export function tabOf(status: '' | InvoicesTab, canViewStatus: boolean): InvoicesTab {
  return canViewStatus ? status || 'Unpaid' : 'All';
}

/** The days a tab shows until others are chosen: of what is open or overdue any day, otherwise this year until today (INV-05). */
export function standardDaysOf(
  status: '' | InvoicesTab,
  canViewStatus: boolean,
  due: InvoiceDueFilter = '',
): ((today: string) => DayRange) | undefined {
  return canViewStatus && due === '' && tabOf(status, canViewStatus) !== 'Unpaid' ? thisYear : undefined;
}

const NOT_FILTERED = { due: '' } as const;

/** The status that a filter by due date goes with: pending invoices are open too, and paid ones are neither open nor overdue. */
export function statusWith(due: InvoiceDueFilter, status: '' | 'All' | 'Paid' | 'Pending'): '' | 'All' | 'Paid' | 'Pending' {
  return due === 'open' || (due === 'overdue' && status === 'Paid') ? 'All' : status;
}

/** The screen's state as the address has it, and the ways to change it. */
export function useInvoicesSearch() {
  const canViewStatus = useHoldsAny([PERMISSIONS.INVOICES_VIEW_STATUS]);
  const search: InvoicesSearch = useSearch({ from: '/shell/invoices' });
  const list = useListSearch(search, standardDaysOf(search.status, canViewStatus, search.due), NOT_FILTERED);
  return {
    ...list,
    canViewStatus,
    tab: tabOf(search.status, canViewStatus),
    /** Another tab begins with its own days, whatever was chosen for the one before. */
    chooseTab: (tab: InvoicesTab): void => list.filter({ status: tab === 'Unpaid' ? '' : tab, due: '', from: undefined, to: undefined }),
    chooseDue: (due: InvoiceDueFilter): void =>
      list.filter({ due, status: statusWith(due, search.status), from: undefined, to: undefined }),
  };
}
