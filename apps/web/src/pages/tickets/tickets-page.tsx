import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { TicketsList } from './tickets-list.tsx';
import { TicketsOverlays } from './tickets-overlays.tsx';
import { useTicketsSearch } from './use-tickets-search.ts';

/** Tickets: the list, and beside or above it what the address says is open (TKT-01, TKT-08). */
export function TicketsPage() {
  const state = useTicketsSearch();
  const { globalCustomerNumber, datasourceId } = useCustomer();
  return (
    <>
      {/* Another customer's tickets: nothing of the selection may stay. */}
      <TicketsList key={`${datasourceId} ${globalCustomerNumber}`} state={state} />
      <TicketsOverlays search={state.search} onOpen={state.open} onClose={state.close} />
    </>
  );
}
