import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import type { OrdersSearch } from './orders-search.ts';

const OrderDrawer = lazy(() =>
  import('#web/features/orders/components/order-drawer/order-drawer.tsx').then(({ OrderDrawer }) => ({ default: OrderDrawer })),
);
const OrderPdfDialog = lazy(() =>
  import('#web/features/orders/components/order-pdf-dialog.tsx').then(({ OrderPdfDialog }) => ({ default: OrderPdfDialog })),
);
const TicketDialog = lazy(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => ({ default: TicketDialog })),
);
const OrderChat = lazy(() => import('./order-chat.tsx').then(({ OrderChat }) => ({ default: OrderChat })));

interface OrdersOverlaysProps {
  search: OrdersSearch;
  onOpen: (changes: Partial<OrdersSearch>) => void;
  onClose: (changes: Partial<OrdersSearch>) => void;
}

/** The order, its PDF, a ticket or the chat, whichever the URL says is open. Nothing opens without its permission (ORD-03). */
export function OrdersOverlays({ search, onOpen, onClose }: OrdersOverlaysProps) {
  const canViewPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canViewTickets = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const { order, pdf, ticket, chat } = search;
  return (
    <>
      <MountOnceNeeded isNeeded={order !== undefined}>
        <OrderDrawer
          orderId={order}
          onClose={() => onClose({ order: undefined })}
          onOpenPdf={() => onOpen({ pdf: order })}
          onOpenTicket={(ticketId: number) => onOpen({ ticket: ticketId })}
          onOpenChat={() => onOpen({ chat: order })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewPdf && pdf !== undefined}>
        <OrderPdfDialog recordId={pdf} onClose={() => onClose({ pdf: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewTickets && ticket !== undefined}>
        <TicketDialog ticketId={ticket} onClose={() => onClose({ ticket: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canChat && chat !== undefined}>
        <OrderChat orderId={chat} onClose={() => onClose({ chat: undefined })} />
      </MountOnceNeeded>
    </>
  );
}
