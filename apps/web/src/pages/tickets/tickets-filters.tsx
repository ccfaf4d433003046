import { ORDER_TYPES } from '@yardage/domain/names.messages';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { DateRange } from '#web/patterns/date-range/date-range.tsx';
import { FilterSelect } from '#web/patterns/filter-select.tsx';
import { SearchBox } from '#web/patterns/search-box.tsx';
import type { TicketsSearch } from './tickets-search.ts';
import type { useTicketsSearch } from './use-tickets-search.ts';

const orderTypes = (): readonly { value: TicketsSearch['type']; label: string }[] => [
  { value: '', label: TICKETS_MESSAGES.allTypes },
  { value: '1', label: ORDER_TYPES[1] },
  { value: '2', label: ORDER_TYPES[2] },
  { value: '3', label: ORDER_TYPES[3] },
];

/** Filters of the tickets: search, date range and order type (TKT-01 to TKT-03). */
export function TicketsFilters({ state }: { state: ReturnType<typeof useTicketsSearch> }) {
  const { search, range, standardRange, filter, searchFor, chooseRange } = state;
  return (
    <>
      <SearchBox label={TICKETS_MESSAGES.search} value={search.search} onChange={searchFor} />
      <DateRange value={range} standard={{ label: TICKETS_MESSAGES.standardRange, range: standardRange }} onChange={chooseRange} />
      <FilterSelect label={TICKETS_MESSAGES.orderType} options={orderTypes()} value={search.type} onChange={(type) => filter({ type })} />
    </>
  );
}
