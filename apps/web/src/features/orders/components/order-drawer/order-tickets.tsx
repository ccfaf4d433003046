import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import type { OrderTicket } from '@yardage/contract/orders';
import { PERMISSIONS } from '@yardage/contract/permissions';
import { LOAD_PLACES } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { loadPlace } from '@yardage/domain/tickets';
import { useHoldsAny } from '#web/lib/access/access.ts';
import { capitalised } from '#web/lib/formats/capitalised.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useSignPage } from '#web/lib/navigation/page-links.ts';
import { useCanBeSigned } from '#web/lib/offline/can-be-signed.ts';
import { useIsNarrow } from '#web/lib/screen.ts';
import { useServerNow } from '#web/lib/use-now.ts';
import { arrivalText } from '#web/patterns/arrival.ts';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { useFits } from '#web/patterns/line-table/use-fits.ts';
import { LiveTruck } from '#web/patterns/live-truck.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { hasLiveTruck, TicketMark } from '#web/patterns/ticket-status.tsx';
import { ORDER_DETAIL_MESSAGES as MESSAGES } from '../../order-detail.messages.ts';
import classes from './order-tickets.module.css';

/** How often to check whether an expected arrival time has come. */
const TICK_MS = 15_000;

interface OrderTicketsProps {
  tickets: readonly OrderTicket[];
  isPoured: boolean;
  onOpenTicket: (ticketId: number) => void;
}

/**
 * The order's tickets (ORD-10): a table; on phones, and where the table is too wide for its place, cards. The empty state does not announce
 * tickets if the order is over.
 */
export function OrderTickets({ isOver, ...props }: OrderTicketsProps & { isOver: boolean }) {
  const isNarrow = useIsNarrow();
  const { tickets } = props;
  const { place, isFitting } = useFits(tickets.length);
  return (
    <Card title={MESSAGES.tickets} aside={<span className={classes.count}>{tickets.length}</span>}>
      {tickets.length === 0 ? <p className={classes.empty}>{isOver ? MESSAGES.noTickets : MESSAGES.noTicketsYet}</p> : null}
      <div ref={place}>
        {tickets.length > 0 && (isNarrow || !isFitting) ? <Cards {...props} /> : null}
        {tickets.length > 0 && !isNarrow && isFitting ? <Table {...props} /> : null}
      </div>
    </Card>
  );
}

function Table({ tickets, isPoured, onOpenTicket }: OrderTicketsProps) {
  const { time } = useFormats();
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{MESSAGES.ticket}</th>
          <th scope="col">{MESSAGES.status}</th>
          <th scope="col">{MESSAGES.truck}</th>
          <th scope="col" data-number>
            {MESSAGES.load}
          </th>
          <th scope="col" data-number>
            {MESSAGES.quantity}
          </th>
          <th scope="col">{MESSAGES.loaded}</th>
          <th scope="col">{MESSAGES.leavePlant}</th>
          <th scope="col">{MESSAGES.arrivedJob}</th>
          <th scope="col">{isPoured ? MESSAGES.finishedPour : MESSAGES.unloaded}</th>
          <th scope="col">{MESSAGES.signOff}</th>
          {canViewPdf ? (
            <th scope="col">
              <VisuallyHidden>{MESSAGES.actions}</VisuallyHidden>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {tickets.map((ticket) => (
          <tr key={ticket.id}>
            <td>
              <TicketNumber ticket={ticket} onOpenTicket={onOpenTicket} />
            </td>
            <td>
              <TicketStatus ticket={ticket} />
            </td>
            <td>{ticket.truckNo}</td>
            <td data-number>{ticket.loadNumber}</td>
            <td data-number>{formatQuantity(ticket.quantity, ticket.unitOfMeasure)}</td>
            <td>{time(ticket.loadingTime)}</td>
            <td>{time(ticket.toJobTime)}</td>
            <td>
              <Arrival ticket={ticket} />
            </td>
            <td>{time(ticket.finishUnloadingTime)}</td>
            <td>
              <SignOffState ticket={ticket} />
            </td>
            {canViewPdf ? (
              <td data-action>
                <PdfAction ticket={ticket} onOpenTicket={onOpenTicket} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards({ tickets, isPoured, onOpenTicket }: OrderTicketsProps) {
  const { time } = useFormats();
  const nowMs = useServerNow(TICK_MS);
  const isNarrow = useIsNarrow();
  const canViewPdf = useHoldsAny([PERMISSIONS.TICKETS_VIEW_PDF]);
  const passages = (ticket: OrderTicket): [string, string][] => [
    [MESSAGES.loaded, time(ticket.loadingTime)],
    [MESSAGES.leavePlant, time(ticket.toJobTime)],
    ticket.onJobTime || !ticket.expectedArrivalTime
      ? [MESSAGES.arrivedJob, time(ticket.onJobTime)]
      : [MESSAGES.expected, arrivalText(ticket.expectedArrivalTime, nowMs, time)],
    [isPoured ? MESSAGES.finishedPour : MESSAGES.unloaded, time(ticket.finishUnloadingTime)],
  ];
  return (
    <ul className={classes.cards}>
      {tickets.map((ticket) => (
        <li key={ticket.id} className={classes.card}>
          <div className={classes.cardHead}>
            <TicketNumber ticket={ticket} onOpenTicket={onOpenTicket} />
            <TicketStatus ticket={ticket} />
            {canViewPdf ? <PdfAction ticket={ticket} onOpenTicket={onOpenTicket} /> : null}
          </div>
          <p className={classes.cardFacts}>
            {[
              formatQuantity(ticket.quantity, ticket.unitOfMeasure),
              `${MESSAGES.load} ${ticket.loadNumber}`,
              ticket.truckNo ? `${MESSAGES.truck} ${ticket.truckNo}` : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className={classes.passages}>
            {passages(ticket)
              .filter(([, at]) => at !== '')
              .map(([name, at]) => (
                <span key={name}>
                  {name} {at}
                </span>
              ))}
          </p>
          <SignOffState ticket={ticket} isLarge={isNarrow} />
        </li>
      ))}
    </ul>
  );
}

interface OneTicketProps {
  ticket: OrderTicket;
  onOpenTicket: (ticketId: number) => void;
}

/** The ticket number: a button that opens the ticket if the user may see tickets, else plain text (ORD-16, ORD-17). */
function TicketNumber({ ticket, onOpenTicket }: OneTicketProps) {
  const canView = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  if (!canView) return <span className={classes.number}>{ticket.ticketNumber}</span>;
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={MESSAGES.openTicket(ticket.ticketNumber)}
      onClick={() => onOpenTicket(ticket.id)}
    >
      {ticket.ticketNumber}
    </button>
  );
}

function PdfAction({ ticket, onOpenTicket }: OneTicketProps) {
  const canView = useHoldsAny([PERMISSIONS.TICKETS_VIEW]);
  const connection = useNeedsConnection();
  if (!canView) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={MESSAGES.openTicketPdf(ticket.ticketNumber)}
      onClick={() => onOpenTicket(ticket.id)}
      {...connection}
    >
      <Icon name="document" size={16} />
    </ActionIcon>
  );
}

/** Whether the load was signed for, or the way to sign for it once its truck is on the job (SGN-01). */
function SignOffState({ ticket, isLarge = false }: { ticket: OrderTicket; isLarge?: boolean }) {
  const sign = useSignPage();
  const canSign = useCanBeSigned();
  if (ticket.signOff) {
    return <StatusMark kind={ticket.signOff === 'signed' ? 'done' : 'ended'}>{MESSAGES.signOffs[ticket.signOff]}</StatusMark>;
  }
  if (!sign || !canSign(ticket)) return null;
  return (
    <Button
      variant="default"
      size={isLarge ? 'md' : 'compact-sm'}
      fullWidth={isLarge}
      className={classes.sign}
      aria-label={MESSAGES.signTicket(ticket.ticketNumber)}
      onClick={() => sign(ticket.id)}
    >
      {isLarge ? MESSAGES.signForLoad : MESSAGES.sign}
    </Button>
  );
}

/** When the truck arrived, or when it is expected. */
function Arrival({ ticket: { onJobTime, expectedArrivalTime } }: { ticket: OrderTicket }) {
  const { time } = useFormats();
  const nowMs = useServerNow(TICK_MS);
  if (onJobTime || !expectedArrivalTime) return time(onJobTime);
  return <span className={classes.expected}>{arrivalText(expectedArrivalTime, nowMs, time)}</span>;
}

function TicketStatus({ ticket }: { ticket: OrderTicket }) {
  const { id, statusId, isCancelled, ticketNumber } = ticket;
  if (isCancelled) return <TicketMark ticket={ticket} />;
  const place = capitalised(LOAD_PLACES[loadPlace(statusId) ?? 'road']);
  return (
    <span className={classes.status}>
      <TicketMark ticket={ticket} />
      {hasLiveTruck(ticket) ? <LiveTruck ticketId={id} title={place} label={MESSAGES.followTruck(place, ticketNumber)} /> : null}
    </span>
  );
}
