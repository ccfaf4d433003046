import { PERMISSIONS } from '@yardage/contract/permissions';
import { lazy } from 'react';
import { TICKETS_MESSAGES } from '#web/features/tickets/tickets.messages.ts';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import type { TicketsSearch } from './tickets-search.ts';

const TicketDialog = lazy(() =>
  import('#web/features/tickets/components/ticket-dialog.tsx').then(({ TicketDialog }) => ({ default: TicketDialog })),
);
const TicketDetailsDialog = lazy(() =>
  import('#web/features/tickets/components/ticket-details-dialog.tsx').then(({ TicketDetailsDialog }) => ({
    default: TicketDetailsDialog,
  })),
);
const OrderDrawer = lazy(() =>
  import('#web/features/orders/components/order-drawer/order-drawer.tsx').then(({ OrderDrawer }) => ({ default: OrderDrawer })),
);
const OrderPdfDialog = lazy(() =>
  import('#web/features/orders/components/order-pdf-dialog.tsx').then(({ OrderPdfDialog }) => ({ default: OrderPdfDialog })),
);
const OrderChat = lazy(() => import('#web/pages/orders/order-chat.tsx').then(({ OrderChat }) => ({ default: OrderChat })));
const TicketChat = lazy(() => import('./ticket-chat.tsx').then(({ TicketChat }) => ({ default: TicketChat })));
const InvoicePdfDialog = lazy(() =>
  import('#web/features/invoices/components/invoice-pdf-dialog.tsx').then(({ InvoicePdfDialog }) => ({ default: InvoicePdfDialog })),
);

interface TicketsOverlaysProps {
  search: TicketsSearch;
  onOpen: (changes: Partial<TicketsSearch>) => void;
  onClose: (changes: Partial<TicketsSearch>) => void;
}

/** The drawer or dialog that the URL says is open. Nothing opens without its permission (TKT-08 to TKT-12). */
export function TicketsOverlays({ search, onOpen, onClose }: TicketsOverlaysProps) {
  const canViewTicketPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const canViewOrder = useHoldsAny([PERMISSIONS.ORDERS_VIEW]);
  const canViewOrderPdf = useHoldsAny([PERMISSIONS.ORDERS_VIEW_PDF]);
  const canChat = useHoldsAny([PERMISSIONS.DISPATCHER_CHAT_VIEW]);
  const canViewInvoice = useHoldsAny([PERMISSIONS.INVOICES_VIEW]);
  const { ticket, details, order, pdf, chat, ticketChat, invoice } = search;
  return (
    <>
      <MountOnceNeeded isNeeded={canViewOrder && order !== undefined}>
        <OrderDrawer
          orderId={order}
          onClose={() => onClose({ order: undefined })}
          onOpenPdf={() => onOpen({ pdf: order })}
          onOpenTicket={(ticketId: number) => onOpen({ ticket: ticketId })}
          onOpenChat={() => onOpen({ chat: order })}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewOrderPdf && pdf !== undefined}>
        <OrderPdfDialog recordId={pdf} onClose={() => onClose({ pdf: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canChat && chat !== undefined}>
        <OrderChat orderId={chat} onClose={() => onClose({ chat: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canChat && ticketChat !== undefined}>
        <TicketChat ticketId={ticketChat} onClose={() => onClose({ ticketChat: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={details !== undefined}>
        <TicketDetailsDialog
          ticketId={details}
          onClose={() => onClose({ details: undefined })}
          failureText={TICKETS_MESSAGES.detailFailed}
          onOpenPdf={canViewTicketPdf ? () => onOpen({ details: undefined, ticket: details }) : undefined}
          onOpenChat={canChat ? () => onOpen({ details: undefined, ticketChat: details }) : undefined}
        />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={ticket !== undefined}>
        <TicketDialog ticketId={ticket} onClose={() => onClose({ ticket: undefined })} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={canViewInvoice && invoice !== ''}>
        <InvoicePdfDialog
          recordId={invoice}
          origin={{ orderId: search.invoiceOrder, ticketId: search.invoiceTicket }}
          onClose={() => onClose({ invoice: '', invoiceTicket: undefined, invoiceOrder: undefined })}
        />
      </MountOnceNeeded>
    </>
  );
}
