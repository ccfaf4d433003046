import { useSearch } from '@tanstack/react-router';
import type { PAYMENT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { type DayRange, thisYear } from '#web/patterns/date-range/days.ts';

export type InvoicesTab = keyof typeof PAYMENT_TABS;

/** The tab that stands open: of those who may not see the status always All; of the others Unpaid at first (INV-02, INV-04). */
export function tabOf(status: '' | InvoicesTab, canViewStatus: boolean): InvoicesTab {
  return canViewStatus ? status || 'Unpaid' : 'All';
}

/** The days a tab shows until others are chosen: of what is open any day, otherwise this year until today (INV-05). */
export function standardDaysOf(status: '' | InvoicesTab, canViewStatus: boolean): ((today: string) => DayRange) | undefined {
  return canViewStatus && tabOf(status, canViewStatus) !== 'Unpaid' ? thisYear : undefined;
}

/** The screen's state as the address has it, and the ways to change it. */
export function useInvoicesSearch() {
  const canViewStatus = useHoldsAny([PERMISSIONS.INVOICES_VIEW_STATUS]);
  const search = useSearch({ from: '/shell/invoices' });
  const list = useListSearch(search, standardDaysOf(search.status, canViewStatus));
  return {
    ...list,
    canViewStatus,
    tab: tabOf(search.status, canViewStatus),
    /** Another tab begins with its own days, whatever was chosen for the one before. */
    chooseTab: (tab: InvoicesTab): void => list.filter({ status: tab === 'Unpaid' ? '' : tab, from: undefined, to: undefined }),
  };
}
