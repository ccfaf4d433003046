import { useSearch } from '@tanstack/react-router';
import type { InvoiceDueFilter, InvoiceReviewFilter, PAYMENT_TABS } from '@yardage/contract/lists';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { useListSearch } from '#web/patterns/data-table/use-list-search.ts';
import { type DayRange, thisYear } from '#web/patterns/date-range/days.ts';
import type { InvoicesSearch } from './invoices-search.ts';

export type InvoicesTab = keyof typeof PAYMENT_TABS;

/**
 * Returns the active tab: All for users who may not see the status, otherwise the chosen one, with Unpaid as the default (INV-02, INV-04).
 */
export function tabOf(status: '' | InvoicesTab, canViewStatus: boolean): InvoicesTab {
  return canViewStatus ? status || 'Unpaid' : 'All';
}

/** Returns the default date range of a tab: none for open, overdue, disputed or differing invoices, otherwise this year until today (INV-05). */
export function standardDaysOf(
  status: '' | InvoicesTab,
  canViewStatus: boolean,
  due: InvoiceDueFilter | InvoiceReviewFilter = '',
): ((today: string) => DayRange) | undefined {
  return canViewStatus && due === '' && tabOf(status, canViewStatus) !== 'Unpaid' ? thisYear : undefined;
}

const NOT_FILTERED = { due: '', review: '' } as const;

/** Returns the status that fits a due filter: pending invoices are open too, and paid ones are neither open nor overdue. */
export function statusWith(due: InvoiceDueFilter, status: '' | 'All' | 'Paid' | 'Pending'): '' | 'All' | 'Paid' | 'Pending' {
  return due === 'open' || (due === 'overdue' && status === 'Paid') ? 'All' : status;
}

/** The page's state from the URL, and functions to change it. */
export function useInvoicesSearch() {
  const canViewStatus = useHoldsAny([PERMISSIONS.INVOICES_VIEW_STATUS]);
  const search: InvoicesSearch = useSearch({ from: '/shell/invoices' });
  const list = useListSearch(search, standardDaysOf(search.status, canViewStatus, search.due || search.review), NOT_FILTERED);
  return {
    ...list,
    canViewStatus,
    tab: tabOf(search.status, canViewStatus),
    /** Each tab starts with its own default date range, whatever was chosen before. */
    chooseTab: (tab: InvoicesTab): void =>
      list.filter({ status: tab === 'Unpaid' ? '' : tab, ...NOT_FILTERED, from: undefined, to: undefined }),
    chooseDue: (due: InvoiceDueFilter): void =>
      list.filter({ due, review: '', status: statusWith(due, search.status), from: undefined, to: undefined }),
    /** A disputed invoice may be paid, and one that needs attention may have a pending payment. */
    chooseReview: (review: InvoiceReviewFilter): void =>
      list.filter({ review, due: '', status: review ? 'All' : search.status, from: undefined, to: undefined }),
  };
}
