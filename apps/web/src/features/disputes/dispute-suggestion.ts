import type { InvoiceReview, ReviewedLine, ReviewFinding } from '@yardage/contract/disputes';
import {
  countsAsDisputed,
  type Disputable,
  type DisputeReason,
  MAX_DISPUTE_NOTE_LENGTH,
  REASON_OF_FINDING,
  withTax,
} from '@yardage/domain/disputes';
import { centsOf } from '@yardage/domain/money';
import { REJECT_REASON_NAMES } from '@yardage/domain/names.messages';
import { formatQuantity } from '@yardage/domain/quantities';
import { formatCurrency } from '#web/lib/formats/number-format.ts';
import { DISPUTES_MESSAGES as MESSAGES } from './disputes.messages.ts';

/** Names a disputed line in the URL: `<ticketId>-<lineNumber>`, or `invoice` for the whole invoice. */
export const placeOf = (ticketId: number | null, lineNumber: number | null): string =>
  ticketId === null || lineNumber === null ? 'invoice' : `${ticketId}-${lineNumber}`;

/** Returns what the comparison found to be billed too much and nobody has disputed. What a credit has covered is not left to dispute. */
export function openExcess({ findings, disputes }: Pick<InvoiceReview, 'findings' | 'disputes'>): ReviewFinding[] {
  const disputed = new Set(disputes.filter(countsAsDisputed).map(({ ticketId, lineNumber }) => placeOf(ticketId, lineNumber)));
  if (disputed.has('invoice')) return [];
  return findings.filter(({ difference, ticketId, lineNumber }) => difference > 0 && !disputed.has(placeOf(ticketId, lineNumber)));
}

/** Returns the sum of what is billed too much, in cents before tax. */
export const excessCents = (findings: readonly ReviewFinding[]): number =>
  findings.reduce((sum, { difference }) => sum + centsOf(difference), 0);

/** The form's fields as they are typed. */
export interface Typed {
  reason: DisputeReason | null;
  quantity: string;
  amount: string;
  note: string;
}

/** What is disputed, in cents. */
export function disputableOf({ salesAmount, taxAmount }: InvoiceReview, line: ReviewedLine | undefined): Disputable {
  if (!line) return { quantity: null, unitPriceCents: 0, amountCents: centsOf(salesAmount), taxCents: centsOf(taxAmount) };
  const { quantity, unitPrice, amount } = line;
  return { quantity, unitPriceCents: centsOf(unitPrice), amountCents: centsOf(amount), taxCents: centsOf(line.taxAmount) };
}

export const money = (cents: number): string => (cents / 100).toFixed(2);

/** Fills the form from what the comparison found about the line, if it found something billed too much. */
function suggestionOf(finding: ReviewFinding | undefined, line: ReviewedLine | undefined, disputable: Disputable): Typed {
  const whole = disputable.amountCents + disputable.taxCents;
  if (!finding || finding.difference <= 0) return { reason: null, quantity: '', amount: money(whole), note: '' };
  const excess = finding.kind === 'quantity' ? String(Math.round((finding.billed - finding.agreed) * 100) / 100) : '';
  const amount = money(Math.min(whole, withTax(centsOf(finding.difference), disputable)));
  return { reason: REASON_OF_FINDING[finding.kind], quantity: excess, amount, note: noteOf(finding, line) };
}

function noteOf({ kind, billed, agreed, otherInvoice, rejectReason }: ReviewFinding, line: ReviewedLine | undefined): string {
  const unit = line?.unitOfMeasure;
  if (kind === 'quantity') return MESSAGES.notes.quantity(formatQuantity(agreed, unit), formatQuantity(billed, unit));
  if (kind === 'price') return MESSAGES.notes.price(formatCurrency(agreed), formatCurrency(billed));
  if (rejectReason) return MESSAGES.notes.rejected(REJECT_REASON_NAMES[rejectReason]);
  if (kind === 'no-ticket') return MESSAGES.notes['no-ticket'];
  return otherInvoice ? MESSAGES.notes.twiceElsewhere(otherInvoice) : MESSAGES.notes.twiceHere;
}

/**
 * Fills the form of a line from what the comparison found about it, and that of the whole invoice from all that it found: a price that
 * differs on thirty tickets is one dispute.
 */
export function suggestionFor(review: InvoiceReview, place: string, disputable: Disputable): Typed {
  const lineOf = (finding: ReviewFinding) =>
    review.lines.find(({ ticketId, lineNumber }) => ticketId === finding.ticketId && lineNumber === finding.lineNumber);
  const line = review.lines.find(({ ticketId, lineNumber }) => placeOf(ticketId, lineNumber) === place);
  const own = review.findings.find(({ ticketId, lineNumber }) => placeOf(ticketId, lineNumber) === place);
  const found = openExcess(review);
  if (place !== 'invoice' || own || found.length < 2) return suggestionOf(own, line, disputable);
  const reasons = [...new Set(found.map(({ kind }) => REASON_OF_FINDING[kind]))];
  const notes = [...new Set(found.map((finding) => noteOf(finding, lineOf(finding))))];
  const tickets = found.flatMap((finding) => lineOf(finding)?.ticketNumber ?? []);
  return {
    reason: (reasons.length === 1 && reasons[0]) || null,
    quantity: '',
    amount: money(Math.min(disputable.amountCents + disputable.taxCents, withTax(excessCents(found), disputable))),
    note: [...notes, MESSAGES.notes.tickets(tickets.join(', '))].join('\n').slice(0, MAX_DISPUTE_NOTE_LENGTH),
  };
}
