import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { InvoiceReview as Review, ReviewedLine, ReviewFinding } from '@yardage/contract/disputes';
import { canStillChange, countsAsDisputed, disputeStatus, isHeldBack } from '@yardage/domain/disputes';
import { DISPUTE_STATUS_NAMES } from '@yardage/domain/disputes.messages';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { Card } from '#web/patterns/card.tsx';
import { DetailFailure } from '#web/patterns/detail-state.tsx';
import { DisputeStatus, disputePlace } from '#web/patterns/dispute/dispute-status.tsx';
import { StatusMark } from '#web/patterns/status-mark.tsx';
import { excessCents, openExcess, placeOf } from '../dispute-suggestion.ts';
import { reviewQuery } from '../disputes.api.ts';
import { DISPUTES_MESSAGES as MESSAGES } from '../disputes.messages.ts';
import classes from './invoice-review.module.css';

/** How to open a dispute, and the form for a new one; null for users who may not dispute. */
export interface DisputeActions {
  open: (id: number) => void;
  dispute: ((place: string) => void) | null;
}

const isAt = ({ ticketId, lineNumber }: Place) => {
  return (each: Place): boolean => each.ticketId === ticketId && each.lineNumber === lineNumber;
};

interface Place {
  ticketId: number | null;
  lineNumber: number | null;
}

/** Returns the dispute of a line that is not over. There is one at most. */
function openDispute({ disputes }: Review, place: Place) {
  return disputes.filter(canStillChange).find(isAt(place));
}

/** Returns the last dispute of a line that was not withdrawn. */
function lastDispute({ disputes }: Review, place: Place) {
  return disputes.filter(({ state }) => state !== 'withdrawn').find(isAt(place));
}

/** What the comparison found about an invoice, and its disputes (APY-03, APY-08). */
export function InvoiceReview({ documentNumber, actions }: { documentNumber: string; actions: DisputeActions }) {
  const query = useQuery({ ...reviewQuery(useCustomer(), documentNumber), enabled: documentNumber !== '' });
  const { data: review } = query;
  if (!review) return query.isError && !query.isFetching ? <DetailFailure query={query} /> : null;
  const { findings, disputes } = review;
  const whole = openDispute(review, { ticketId: null, lineNumber: null });
  return (
    <>
      <Card
        title={MESSAGES.review}
        aside={
          actions.dispute && !whole ? (
            <Button variant="subtle" size="compact-sm" onClick={() => actions.dispute?.('invoice')}>
              {MESSAGES.disputeInvoice}
            </Button>
          ) : null
        }
      >
        {findings.length === 0 ? (
          <p className={classes.fine}>
            <StatusMark kind="done">{MESSAGES.matches}</StatusMark>
          </p>
        ) : (
          <Findings key={documentNumber} review={review} actions={actions} />
        )}
      </Card>
      {disputes.length > 0 ? <Disputes review={review} actions={actions} /> : null}
    </>
  );
}

/** A wrong price differs on every ticket of a pour. The long list must not push the invoice itself out of sight. */
const FINDINGS_SHOWN = 5;

/** What differs, with its sum if there are several, and the rest behind a button. */
function Findings({ review, actions }: { review: Review; actions: DisputeActions }) {
  const [isWhole, setIsWhole] = useState(false);
  const { findings } = review;
  const excess = openExcess(review);
  const shown = isWhole || findings.length <= FINDINGS_SHOWN + 1 ? findings : findings.slice(0, FINDINGS_SHOWN);
  return (
    <>
      {excess.length > 1 ? (
        <p className={classes.sum}>{MESSAGES.several(excess.length, formatCurrency(excessCents(excess) / 100))}</p>
      ) : null}
      <ul className={classes.rows}>
        {shown.map((finding) => (
          <FindingRow key={`${finding.kind} ${placeOf(finding.ticketId, finding.lineNumber)}`} {...{ review, finding, actions }} />
        ))}
      </ul>
      {shown.length < findings.length ? (
        <p className={classes.more}>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            {MESSAGES.showAll(findings.length)}
          </Button>
        </p>
      ) : null}
    </>
  );
}

interface FindingRowProps {
  review: Review;
  finding: ReviewFinding;
  actions: DisputeActions;
}

function FindingRow({ review, finding, actions }: FindingRowProps) {
  const line = review.lines.find(isAt(finding));
  return (
    <li>
      <div className={classes.text}>
        <p className={classes.head}>
          <StatusMark kind="held">{MESSAGES.kinds[finding.kind]}</StatusMark>
          <span className={classes.figure}>
            {finding.difference < 0
              ? MESSAGES.inFavor(formatCurrency(-finding.difference))
              : MESSAGES.difference(formatCurrency(finding.difference))}
          </span>
        </p>
        {line ? <p className={classes.place}>{MESSAGES.ofLine(line.ticketNumber, line.productNumber, line.description)}</p> : null}
        <p className={classes.detail}>{findingText(finding, line)}</p>
      </div>
      <FindingDispute {...{ review, finding, actions }} />
    </li>
  );
}

/** The state of the finding's dispute. What was closed stays in sight, and can be disputed again unless a credit covers it. */
function FindingDispute({ review, finding, actions }: FindingRowProps) {
  const dispute = lastDispute(review, finding);
  const again = <LineDispute dispute={undefined} place={finding} label={MESSAGES.disputeAgain} actions={actions} />;
  return (
    <div className={classes.standing}>
      <LineDispute dispute={dispute} place={finding} label={MESSAGES.disputeThis} actions={actions} />
      {dispute && !countsAsDisputed(dispute) ? again : null}
    </div>
  );
}

/** The figures of both sides. */
function findingText(finding: ReviewFinding, line: ReviewedLine | undefined): string {
  const { kind, billed, agreed, source, quoteNumber, otherInvoice, rejectReason } = finding;
  if (kind === 'quantity') return MESSAGES.quantityFigures(quantityText(billed, line), quantityText(agreed, line));
  if (kind === 'price') {
    const [ours, theirs] = [priceText(agreed, line), priceText(billed, line)];
    return source === 'quote' && quoteNumber ? MESSAGES.priceOfQuote(theirs, quoteNumber, ours) : MESSAGES.priceOfList(theirs, ours);
  }
  if (rejectReason) return MESSAGES.rejectedLine(formatCurrency(billed), REJECT_REASON_NAMES[rejectReason]);
  if (kind === 'no-ticket') return line ? MESSAGES.noTicketLine(formatCurrency(billed)) : MESSAGES.noTicketInvoice(formatCurrency(billed));
  return otherInvoice ? MESSAGES.twiceElsewhere(formatCurrency(billed), otherInvoice) : MESSAGES.twiceHere(formatCurrency(billed));
}

const quantityText = (quantity: number, line: ReviewedLine | undefined): string => formatQuantity(quantity, line?.unitOfMeasure);
const priceText = (price: number, line: ReviewedLine | undefined): string =>
  line ? `${formatCurrency(price)}/${line.unitOfMeasure}` : formatCurrency(price);

interface LineDisputeProps {
  dispute: Review['disputes'][number] | undefined;
  place: Place;
  label: string;
  /** For screen readers, where several buttons have one label. */
  name?: string;
  actions: DisputeActions;
}

/** The state of a line's dispute, which opens it, or the button to dispute the line. */
function LineDispute({ dispute, place, label, name, actions }: LineDisputeProps) {
  if (dispute) {
    return (
      <button
        type="button"
        className={classes.state}
        aria-label={MESSAGES.openDispute(DISPUTE_STATUS_NAMES[disputeStatus(dispute)], disputePlace(dispute))}
        onClick={() => actions.open(dispute.id)}
      >
        <DisputeStatus dispute={dispute} />
      </button>
    );
  }
  const { dispute: start } = actions;
  return start ? (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.action}
      // The name begins with the visible text, for people who speak to their computer.
      aria-label={name && !name.startsWith(label) ? `${label}: ${name}` : name}
      onClick={() => start(placeOf(place.ticketId, place.lineNumber))}
    >
      {label}
    </Button>
  ) : null;
}

interface LineReviewProps {
  documentNumber: string;
  line: { ticketId: number; lineNumber: number; ticketNumber: string; productNumber: string };
  actions: DisputeActions;
}

/** At the end of a billed line: its dispute, or the button to dispute it. */
export function LineReview({ documentNumber, line, actions }: LineReviewProps) {
  const { data: review } = useQuery(reviewQuery(useCustomer(), documentNumber));
  if (!review) return null;
  const name = MESSAGES.disputeLine(line.productNumber, line.ticketNumber);
  return <LineDispute dispute={openDispute(review, line)} place={line} label={MESSAGES.dispute} name={name} actions={actions} />;
}

/** The disputes of an invoice with what they hold back. */
function Disputes({ review, actions }: { review: Review; actions: DisputeActions }) {
  return (
    <Card title={MESSAGES.disputes}>
      <ul className={classes.rows}>
        {review.disputes.map((dispute) => (
          <li key={dispute.id}>
            <div className={classes.text}>
              <p className={classes.head}>
                <DisputeStatus dispute={dispute} />
                <span className={classes.figure}>{formatCurrency(dispute.amount)}</span>
              </p>
              <p className={classes.place}>
                {disputePlace(dispute)} {dispute.description}
              </p>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              className={classes.action}
              aria-label={MESSAGES.openDispute(MESSAGES.view, disputePlace(dispute))}
              onClick={() => actions.open(dispute.id)}
            >
              {MESSAGES.view}
            </Button>
          </li>
        ))}
      </ul>
      {review.disputes.some(isHeldBack) ? (
        <dl className={classes.sums}>
          <div>
            <dt>{MESSAGES.disputedSum}</dt>
            <dd>{formatCurrency(review.disputedAmount)}</dd>
          </div>
          <div>
            <dt>{MESSAGES.undisputedSum}</dt>
            <dd>{formatCurrency(review.undisputedAmount)}</dd>
          </div>
        </dl>
      ) : null}
    </Card>
  );
}
