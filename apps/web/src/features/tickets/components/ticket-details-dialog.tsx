import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TicketDetail } from '@yardage/contract/tickets';
import { TICKET_WORDS } from '@yardage/domain/names.messages';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatPhone } from '@yardage/domain/phones';
import { formatNumber, formatQuantity } from '@yardage/domain/quantities';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useSignPage } from '#web/lib/navigation/page-links.ts';
import { useRecordTitle } from '#web/lib/navigation/page-title.ts';
import { useCanBeSigned } from '#web/lib/offline/can-be-signed.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { DetailsDialog } from '#web/patterns/details-dialog/details-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { InfoCard, type InfoRow } from '#web/patterns/info-card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { TicketMark } from '#web/patterns/ticket-status.tsx';
import { SIGN_OFFS_MESSAGES } from '../sign-offs.messages.ts';
import { TICKET_DETAIL_MESSAGES as MESSAGES } from '../ticket-detail.messages.ts';
import { ticketQuery } from '../tickets.api.ts';
import { SignOffCard } from './sign-off/sign-off-card.tsx';

/** Skeleton lines: information with its four rows, and products. */
const SHAPE = [4, 2];

type Product = TicketDetail['ticketProducts'][number];

const quantityOf = ({ quantity, unitOfMeasure }: Product): string => formatQuantity(quantity, unitOfMeasure);
const productColumns = () => [
  { header: MESSAGES.code, value: ({ productCode }: Product) => productCode },
  { header: MESSAGES.description, value: ({ productDescription }: Product) => productDescription },
  { header: MESSAGES.quantity, value: quantityOf, isNumber: true },
];
const productCard = (product: Product) => ({
  title: product.productDescription,
  result: quantityOf(product),
  details: [product.productCode],
});

interface TicketCallbacks {
  /** Opens the ticket's PDF. If undefined, the button is not shown. */
  onOpenPdf?: (() => void) | undefined;
  /** Opens the chat with dispatch about the ticket. */
  onOpenChat?: (() => void) | undefined;
}

interface TicketActionsProps extends TicketCallbacks {
  /** Opens the page to sign for the load. */
  onSign: (() => void) | undefined;
}

interface TicketDetailsDialogProps extends TicketCallbacks {
  ticketId: number | undefined;
  onClose: () => void;
  /** Shown if the ticket cannot be loaded. TKT-25 has two texts; the caller selects one. */
  failureText?: string;
}

/** A ticket's fields and products (TKT-08, TKT-13, TKT-14). */
export function TicketDetailsDialog({
  ticketId,
  onClose,
  onOpenPdf,
  onOpenChat,
  failureText = MESSAGES.detailFailed,
}: TicketDetailsDialogProps) {
  const isOpen = ticketId !== undefined;
  const shownId = useLast(ticketId);
  const formats = useFormats();
  const query = useQuery({ ...ticketQuery(useCustomer(), shownId ?? 0), meta: { failureText }, enabled: isOpen });
  const ticket = query.data;
  const signPage = useSignPage();
  const canSign = useCanBeSigned();
  const onSign = ticket && signPage && canSign(ticket) ? () => signPage(ticket.id) : undefined;
  const isSigned = ticket !== undefined && ticket.signOffs.length > 0;
  useRecordTitle(isOpen && ticket !== undefined, ticket ? MESSAGES.recordTitle(ticket.ticketNumber) : '');
  return (
    <DetailsDialog
      isOpen={isOpen}
      onClose={onClose}
      title={MESSAGES.title}
      context={ticket ? <TicketContext ticket={ticket} /> : null}
      widthPx={720}
      footer={
        ticket && (onOpenPdf || onOpenChat || onSign) ? (
          <TicketActions onOpenPdf={onOpenPdf} onOpenChat={onOpenChat} onSign={isSigned ? undefined : onSign} />
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={SHAPE}>
        {(loaded) => (
          <>
            <InfoCard title={MESSAGES.information} rows={ticketRows(loaded, formats)} />
            {loaded.signOffs.length > 0 ? <SignOffCard ticketId={loaded.id} entries={loaded.signOffs} onCorrect={onSign} /> : null}
            <Card title={MESSAGES.products}>
              <LineTable
                label={MESSAGES.products}
                columns={productColumns()}
                card={productCard}
                lines={loaded.ticketProducts}
                emptyText={MESSAGES.noProducts}
              />
            </Card>
          </>
        )}
      </DetailState>
    </DetailsDialog>
  );
}

/** Identifies the ticket: its number, its status and its order. */
function TicketContext({ ticket }: { ticket: TicketDetail }) {
  return (
    <>
      {ticket.ticketNumber} · <TicketMark ticket={ticket} /> · {MESSAGES.ofOrder(ticket.orderNumber)}
    </>
  );
}

function TicketActions({ onOpenPdf, onOpenChat, onSign }: TicketActionsProps) {
  const connection = useNeedsConnection();
  return (
    <>
      {onOpenChat ? (
        <Button variant="default" leftSection={<Icon name="chat" size={16} />} onClick={onOpenChat}>
          {MESSAGES.openChat}
        </Button>
      ) : null}
      {onSign ? (
        <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={onSign}>
          {SIGN_OFFS_MESSAGES.send}
        </Button>
      ) : null}
      {onOpenPdf ? (
        <Button leftSection={<Icon name="document" size={16} />} onClick={onOpenPdf} {...connection}>
          {MESSAGES.openPdf}
        </Button>
      ) : null}
    </>
  );
}

type Formats = Pick<ReturnType<typeof useFormats>, 'dateTime'>;

/**
 * Returns the rows of the information card (TKT-13), with amounts only if the server sends them. The first four rows show without
 * expanding (TKT-14): the quantity and the three times that the list shows too.
 */
export function ticketRows(ticket: TicketDetail, { dateTime }: Formats): InfoRow[] {
  const isPoured = ticket.orderType === ORDER_TYPE.concrete;
  const amounts = [
    { label: MESSAGES.subTotal, value: formatCurrency(ticket.subTotal) },
    { label: MESSAGES.tax, value: formatCurrency(ticket.tax) },
    { label: MESSAGES.total, value: formatCurrency(ticket.total) },
    { label: TICKET_WORDS.grandTotal, value: formatCurrency(ticket.grandTotal) },
  ];
  return [
    {
      label: MESSAGES.qtyDelivered,
      value: MESSAGES.delivered(formatNumber(ticket.qtyDelivered), formatQuantity(ticket.totalQuantity, ticket.unitOfMeasure)),
    },
    { label: MESSAGES.plantLeave, value: dateTime(ticket.plantLeaveDateTime) },
    { label: MESSAGES.jobArrived, value: dateTime(ticket.jobArrivedDateTime) },
    { label: isPoured ? MESSAGES.finishedPour : MESSAGES.unloaded, value: dateTime(ticket.finishedPourDateTime) },
    { label: MESSAGES.truckNo, value: [ticket.truckNo, ticket.operator].filter(Boolean).join(' · ') },
    { label: MESSAGES.jobAddress, value: [ticket.addressLine1, ticket.addressLine2].filter(Boolean).join(', ') },
    { label: MESSAGES.job, value: ticket.job },
    { label: MESSAGES.jobNumber, value: ticket.jobNumber },
    { label: MESSAGES.lotOrBlockNo, value: ticket.lotOrBlockNo },
    { label: isPoured ? MESSAGES.pourStarted : MESSAGES.unloading, value: dateTime(ticket.pourStartedDateTime) },
    { label: MESSAGES.leaveJob, value: dateTime(ticket.leaveJobDateTime) },
    { label: MESSAGES.slump, value: ticket.slump },
    { label: MESSAGES.use, value: ticket.use },
    { label: MESSAGES.water, value: ticket.noOfGalWaterAdded === null ? null : MESSAGES.gallons(formatNumber(ticket.noOfGalWaterAdded)) },
    { label: MESSAGES.cylinders, value: formatNumber(ticket.testCylindersTaken) },
    { label: MESSAGES.poNumber, value: ticket.ponumber },
    { label: MESSAGES.orderedBy, value: ticket.orderedBy },
    { label: MESSAGES.phone, value: formatPhone(ticket.phoneNo) },
    { label: MESSAGES.directions, value: ticket.directions },
    { label: MESSAGES.plant, value: [ticket.plant, ticket.plantCode].filter(Boolean).join(' · ') },
    { label: MESSAGES.customer, value: ticket.customerName },
    { label: MESSAGES.customerNumber, value: ticket.customerNumber },
    { label: MESSAGES.notes, value: ticket.notes },
    ...amounts.filter(({ value }) => value !== ''),
  ];
}
