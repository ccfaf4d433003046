import { Button } from '@mantine/core';
import { ORDERS_MESSAGES } from '#web/features/orders/orders.messages.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { ViewTabs } from '#web/patterns/view-tabs.tsx';
import type { useOrdersSearch } from './use-orders-search.ts';

const views = () =>
  [
    { value: 'standard', label: ORDERS_MESSAGES.standardView },
    { value: 'flat', label: ORDERS_MESSAGES.flatView },
  ] as const;

interface OrdersFiltersProps {
  state: ReturnType<typeof useOrdersSearch>;
  panelId: string;
}

/** Filters of the orders: view, search and date range (ORD-01, ORD-02). */
export function OrdersFilters({ state, panelId }: OrdersFiltersProps) {
  const { search, range, standardRange, filter, searchFor, chooseRange, isToday, toggleToday } = state;
  return (
    <>
      <ViewTabs label={ORDERS_MESSAGES.views} tabs={views()} value={search.view} onChange={(view) => filter({ view })} panelId={panelId} />
      <SearchBox label={ORDERS_MESSAGES.search} value={search.search} onChange={searchFor} />
      <DateRange
        value={range}
        standard={{ label: ORDERS_MESSAGES.standardRange, range: standardRange }}
        // The default range moves with the days, so chooseRange leaves it out of the URL.
        onChange={chooseRange}
      />
      <Button
        variant={isToday ? 'light' : 'default'}
        aria-pressed={isToday}
        leftSection={isToday ? <Icon name="check" size={16} /> : null}
        onClick={toggleToday}
      >
        {ORDERS_MESSAGES.today}
      </Button>
    </>
  );
}
