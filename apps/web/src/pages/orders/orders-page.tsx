import { OrdersList } from './orders-list.tsx';
import { OrdersOverlays } from './orders-overlays.tsx';
import { useOrdersSearch } from './use-orders-search.ts';

/** Orders: the list, and the drawer or dialog that the URL says is open (ORD-01 to ORD-03). */
export function OrdersPage() {
  const state = useOrdersSearch();
  return (
    <>
      <OrdersList state={state} />
      <OrdersOverlays search={state.search} onOpen={state.open} onClose={state.close} />
    </>
  );
}
