import { INVOICE_DUE_FILTERS, PAYMENT_TABS } from '@yardage/contract/lists';
import { INVOICES_MESSAGES as MESSAGES } from '#web/features/invoices/invoices.messages.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { ViewTabs } from '#web/patterns/view-tabs.tsx';
import type { InvoicesTab, useInvoicesSearch } from './use-invoices-search.ts';

/** Id of the element that the tabs control. */
export const PANEL_ID = 'invoices-status';
const tabs = () => (Object.keys(PAYMENT_TABS) as InvoicesTab[]).map((tab) => ({ value: tab, label: MESSAGES.tabNames[tab] }));

const dueFilters = () => INVOICE_DUE_FILTERS.map((value) => ({ value, label: MESSAGES.dueFilter[value] }));

/** Filters of the invoices: status, search, date range and due date (INV-01, INV-02). */
export function InvoicesFilters({ state }: { state: ReturnType<typeof useInvoicesSearch> }) {
  const { search, tab, canViewStatus, range, standardRange } = state;
  return (
    <>
      {canViewStatus ? <ViewTabs label={MESSAGES.tabs} tabs={tabs()} value={tab} onChange={state.chooseTab} panelId={PANEL_ID} /> : null}
      <SearchBox label={MESSAGES.search} value={search.search} onChange={state.searchFor} />
      {standardRange ? (
        <DateRange value={range} standard={{ label: MESSAGES.standardRange, range: standardRange }} onChange={state.chooseRange} />
      ) : (
        <DateRange value={range} onChange={state.chooseRange} canClear />
      )}
      <FilterSelect label={MESSAGES.due} options={dueFilters()} value={search.due} onChange={state.chooseDue} />
    </>
  );
}
