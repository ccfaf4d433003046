import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { TicketsList } from './tickets-list.tsx';
import { TicketsOverlays } from './tickets-overlays.tsx';
import { useTicketsSearch } from './use-tickets-search.ts';

/** Tickets: the list, and the drawer or dialog that the URL says is open (TKT-01, TKT-08). */
export function TicketsPage() {
  const state = useTicketsSearch();
  const { globalCustomerNumber, datasourceId } = useCustomer();
  return (
    <>
      {/* The key resets the list, including its selection, when the customer changes. */}
      <TicketsList key={`${datasourceId} ${globalCustomerNumber}`} state={state} />
      <TicketsOverlays search={state.search} onOpen={state.open} onClose={state.close} />
    </>
  );
}
