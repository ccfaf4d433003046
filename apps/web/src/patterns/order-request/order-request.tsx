import type { RequestDetail, RequestEvent, RequestProposal } from '@yardage/contract/order-requests';
import { ORDER_TYPE } from '@yardage/domain/orders';
import { formatPhone } from '@yardage/domain/phones';
import { formatQuantity } from '@yardage/domain/quantities';
import type { ReactNode } from 'react';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { InfoCard, type InfoRow } from '#web/patterns/info-card.tsx';
import { ORDER_REQUEST_MESSAGES as MESSAGES } from './order-request.messages.ts';
import classes from './order-request.module.css';
import { kindName, quantityText } from './request-words.ts';

/** Returns a proposal in one line. */
export function useProposalText(unit: string, timeZone?: string): (proposal: RequestProposal) => string {
  const { date, time } = useFormats(timeZone);
  return ({ quantity, startsAt, plant, intervalMinutes }) =>
    [
      MESSAGES.proposal(formatQuantity(quantity, unit), `${date(startsAt)} ${time(startsAt)}`, plant),
      intervalMinutes ? MESSAGES.every(intervalMinutes) : '',
    ]
      .filter(Boolean)
      .join(', ');
}

interface RequestSectionsProps {
  request: RequestDetail;
  /** The time zone of the plants, for dispatch. */
  timeZone?: string;
  /** A link to the order, where there is one. */
  orderLink?: ReactNode;
}

/** What was asked for, and what has happened since. */
export function RequestSections({ request, timeZone, orderLink }: RequestSectionsProps) {
  return (
    <>
      <Timeline events={request.events} unit={request.unitOfMeasure} timeZone={timeZone} />
      <InfoCard title={MESSAGES.information} isComplete rows={useRows(request, timeZone, orderLink)} />
    </>
  );
}

function useRows(request: RequestDetail, timeZone: string | undefined, orderLink: ReactNode): InfoRow[] {
  const { date, time } = useFormats(timeZone);
  const { kind, orderType, unitOfMeasure: unit, placement, unloading, intervalMinutes, loadCount, holdQuantity, isPickedUp } = request;
  const isPour = kind === 'pour';
  const rows: InfoRow[] = [
    { label: MESSAGES.kind, value: isPour && orderType === ORDER_TYPE.concrete ? null : kindName(request) },
    { label: MESSAGES.order, value: orderLink ?? request.orderNumber },
    { label: MESSAGES.job, value: request.job },
    { label: MESSAGES.address, value: request.jobAddress },
    { label: MESSAGES.products[orderType], value: request.mix },
    {
      label: MESSAGES.quantity,
      value: isPour || kind === 'add' || kind === 'balance' ? quantityText(request.quantity, unit, request.piecesPerPallet) : null,
    },
    { label: MESSAGES.hold, value: holdQuantity === null ? null : formatQuantity(holdQuantity, unit) },
    { label: MESSAGES.start, value: `${date(request.startsAt)} ${time(request.startsAt)}` },
    {
      label: MESSAGES.loads,
      value:
        isPour && !isPickedUp
          ? MESSAGES.loadsText(loadCount, intervalMinutes ?? 0)
          : kind === 'spacing'
            ? MESSAGES.every(intervalMinutes ?? 0)
            : null,
    },
    { label: MESSAGES.plant, value: request.plant },
    { label: MESSAGES.placement, value: placement && MESSAGES.placements[placement] },
    { label: MESSAGES.unloading, value: unloading && MESSAGES.unloadings[unloading] },
    { label: MESSAGES.slump, value: request.slump },
    { label: MESSAGES.admixtures, value: request.admixtures },
    { label: MESSAGES.poNumber, value: request.poNumber },
    { label: MESSAGES.quote, value: request.quoteNumber },
    { label: MESSAGES.contact, value: [request.contactName, formatPhone(request.contactPhone)].filter(Boolean).join(', ') },
    { label: MESSAGES.notes, value: request.notes },
  ];
  return rows.filter(({ value }) => value !== null && value !== '');
}

interface TimelineProps {
  events: readonly RequestEvent[];
  unit: string;
  timeZone: string | undefined;
}

/** The steps of a request, the last one first. */
function Timeline({ events, unit, timeZone }: TimelineProps) {
  const { date, time } = useFormats(timeZone);
  const proposalText = useProposalText(unit, timeZone);
  return (
    <Card title={MESSAGES.timeline}>
      <ol className={classes.steps}>
        {events.toReversed().map(({ id, action, by, note, proposal, at }) => (
          <li key={id} className={classes.step} data-side={action === 'request' || action === 'accept' ? 'customer' : undefined}>
            <p className={classes.action}>{MESSAGES.steps[action]}</p>
            <p className={classes.when}>{[by, `${date(at)} ${time(at)}`].filter(Boolean).join(' · ')}</p>
            {proposal ? <p>{proposalText(proposal)}</p> : null}
            {note && action !== 'request' ? <p className={classes.note}>{note}</p> : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}
