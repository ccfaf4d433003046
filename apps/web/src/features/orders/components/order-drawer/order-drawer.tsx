import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Can } from '#web/patterns/can.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import { liveOrderQuery } from '../../orders.api.ts';
import { OrderStatus } from '../order-status.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderFacts } from './order-facts.tsx';
import { FactsSkeleton } from './order-skeleton.tsx';
import { useSettling } from './use-settling.ts';

interface OrderDrawerProps {
  /** Undefined while the drawer is closed. Keep the drawer mounted, so that it can animate out and restore the focus. */
  orderId: number | undefined;
  onClose: () => void;
  onOpenPdf: () => void;
  onOpenTicket: (ticketId: number) => void;
  onOpenChat: () => void;
}

/** An order in a drawer: progress, steps, information and tickets, refetched while it is being delivered (ORD-09 to ORD-17). */
export function OrderDrawer({ orderId, onClose, onOpenPdf, onOpenTicket, onOpenChat }: OrderDrawerProps) {
  const selected = orderId || undefined;
  const shownId = useLast(selected);
  const options = liveOrderQuery(useCustomer(), shownId ?? 0);
  // If a refetch fails, the drawer keeps the order and shows a notice, so do not show a toast too.
  const isRefresh = useQueryClient().getQueryData(options.queryKey) !== undefined;
  const query = useQuery({ ...options, ...(isRefresh && { meta: { isSilent: true } }), enabled: selected !== undefined });
  const isSettling = useSettling(selected);
  const isLoading = isSettling || (query.isFetching && !query.data);
  const order = isLoading ? undefined : query.data;
  return (
    <SideDrawer
      isOpen={selected !== undefined}
      onClose={onClose}
      title={order ? MESSAGES.title(order.orderNumber) : MESSAGES.titleLoading}
      status={order ? <OrderStatus statusId={order.orderStatusId} status={order.orderStatus} /> : null}
      context={order ? order.job : isLoading ? <Skeleton width={220} /> : null}
      facts={order ? <OrderFacts order={order} asOf={new Date(query.dataUpdatedAt)} /> : isLoading ? <FactsSkeleton /> : null}
      footer={
        order || isLoading ? (
          <>
            <Can anyOf={[PERMISSIONS.DISPATCHER_CHAT_VIEW]}>
              <Button variant="default" leftSection={<Icon name="chat" />} onClick={onOpenChat}>
                {MESSAGES.openChat}
              </Button>
            </Can>
            <Can anyOf={[PERMISSIONS.ORDERS_VIEW_PDF]}>
              <Button leftSection={<Icon name="document" />} onClick={onOpenPdf}>
                {MESSAGES.openPdf}
              </Button>
            </Can>
          </>
        ) : null
      }
    >
      <OrderDetails
        order={order}
        isLoading={isLoading}
        failure={query.error}
        updatedAtMs={query.dataUpdatedAt}
        onRetry={() => void query.refetch()}
        onOpenTicket={onOpenTicket}
      />
    </SideDrawer>
  );
}
