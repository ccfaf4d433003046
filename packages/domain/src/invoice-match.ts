import type { Cents } from './money.ts';
import { lineAmount } from './money.ts';
import type { RejectReason } from './sign-offs.ts';

/** What is wrong with a billed line (APY-08). */
export const FINDING_KINDS = ['no-ticket', 'rejected', 'quantity', 'price', 'billed-twice'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A billed line with what its ticket and its quote or price list say. */
export interface BilledLine {
  ticketId: number;
  lineNumber: number;
  quantity: number;
  unitPriceCents: Cents;
  amountCents: Cents;
  /** The material that the ticket's quantity counts, and not a charge or an additive. */
  isMaterial: boolean;
  /** The load that the ticket records. */
  ticketQuantity: number;
  /** A cancelled ticket delivered nothing. */
  isCancelled: boolean;
  /** Why the load was rejected on the job; null if it was not. */
  rejectReason: RejectReason | null;
  /** The price of the quote or price list that is nearest to the billed one; null if neither has the product. */
  agreedPriceCents: Cents | null;
  /** The earlier invoice that bills the same load, or this one if the ticket lists the line twice. */
  billedBefore: string | null;
}

/** An invoice as it is compared with its tickets. */
export interface BilledInvoice {
  salesCents: Cents;
  lines: readonly BilledLine[];
}

/** A difference, with the figures of both sides. */
export interface Finding {
  kind: FindingKind;
  /** The billed line; null if the invoice bills an amount without a line. */
  ticketId: number | null;
  lineNumber: number | null;
  /** Quantity or price in cents, whichever differs; amounts in cents for the other kinds. */
  billed: number;
  /** The same of the ticket, quote or price list. */
  agreed: number;
  /** What is billed too much, before tax; negative if it is too little. */
  differenceCents: Cents;
  /** The earlier invoice of a load that is billed twice. */
  otherInvoice: string | null;
  /** Why a rejected load was rejected. */
  rejectReason: RejectReason | null;
}

/** Quantities have two decimals. */
const hundredths = (quantity: number): number => Math.round(quantity * 100);

/**
 * Compares each line of an invoice with its ticket's quantity and the agreed price. A line has at most one finding about whether it may be
 * billed at all, and otherwise one each about its quantity and its price. `invoice-match.queries.ts` has the same rules in SQL, to filter lists.
 */
export function matchInvoice({ salesCents, lines }: BilledInvoice): Finding[] {
  const findings = lines.flatMap((line) => findingsOf(line, lines));
  const without = salesCents - lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (without <= 0) return findings;
  const place = { ticketId: null, lineNumber: null, otherInvoice: null, rejectReason: null };
  return [{ ...place, kind: 'no-ticket', billed: without, agreed: 0, differenceCents: without }, ...findings];
}

function findingsOf(line: BilledLine, lines: readonly BilledLine[]): Finding[] {
  const { ticketId, lineNumber, amountCents, billedBefore, rejectReason, unitPriceCents, agreedPriceCents, quantity } = line;
  const place = { ticketId, lineNumber, otherInvoice: null, rejectReason: null };
  const wholly = { ...place, billed: amountCents, agreed: 0, differenceCents: amountCents };
  if (line.isCancelled) return [{ ...wholly, kind: 'no-ticket' }];
  // A rejected load may be listed on the invoice with an amount of zero.
  if (rejectReason !== null) return amountCents > 0 ? [{ ...wholly, kind: 'rejected', rejectReason }] : [];
  if (billedBefore !== null) return [{ ...wholly, kind: 'billed-twice', otherInvoice: billedBefore }];
  const findings: Finding[] = [];
  const billed = billedHundredths(line, lines);
  if (billed !== null && billed !== hundredths(line.ticketQuantity)) {
    const excess = (billed - hundredths(line.ticketQuantity)) / 100;
    const differenceCents = Math.sign(excess) * lineAmount(agreedPriceCents ?? unitPriceCents, Math.abs(excess));
    findings.push({ ...place, kind: 'quantity', billed: billed / 100, agreed: line.ticketQuantity, differenceCents });
  }
  if (agreedPriceCents !== null && agreedPriceCents !== unitPriceCents) {
    const differenceCents = amountCents - lineAmount(agreedPriceCents, quantity);
    findings.push({ ...place, kind: 'price', billed: unitPriceCents, agreed: agreedPriceCents, differenceCents });
  }
  return findings;
}

/** Returns the material billed on the line's ticket if the line is the ticket's first material that may be billed, else null. */
function billedHundredths(line: BilledLine, lines: readonly BilledLine[]): number | null {
  if (!line.isMaterial) return null;
  const material = lines.filter(
    ({ ticketId, isMaterial, billedBefore }) => ticketId === line.ticketId && isMaterial && billedBefore === null,
  );
  const isFirst = material.every(({ lineNumber }) => lineNumber >= line.lineNumber);
  return isFirst ? material.reduce((sum, { quantity }) => sum + hundredths(quantity), 0) : null;
}
