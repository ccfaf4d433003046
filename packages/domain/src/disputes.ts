import { DISPUTE_MESSAGES } from './disputes.messages.ts';
import { type Faults, faultsOf, requiredFault } from './faults.ts';
import { MEGABYTE } from './file-sizes.ts';
import type { FindingKind } from './invoice-match.ts';
import { type Cents, centsOf, formatMoney, lineAmount, typedDollars } from './money.ts';

/** Why a line or an invoice is disputed (APY-03). */
export const DISPUTE_REASONS = ['quantity', 'price', 'tax', 'not-delivered', 'other'] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

/** `answered`: by the supplier (`DISPUTE_OUTCOMES`). `withdrawn` and `closed` are final; a dispute is closed when its credit arrives. */
export const DISPUTE_STATES = ['open', 'answered', 'withdrawn', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What the supplier answers. */
export const DISPUTE_OUTCOMES = ['credit-promised', 'declined', 'needs-information'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** The state of a dispute with the last answer. */
export interface DisputeProgress {
  state: DisputeState;
  outcome: DisputeOutcome | null;
}

/** The status of a dispute as screens and mails show it: the answer if there is one, else the state. */
export type DisputeStatus = Exclude<DisputeState, 'answered'> | DisputeOutcome;

/** Returns the status to show. */
export function disputeStatus({ state, outcome }: DisputeProgress): DisputeStatus {
  return state === 'answered' && outcome ? outcome : state === 'answered' ? 'open' : state;
}

/** Whether anybody can still change the dispute. */
export function canStillChange({ state }: Pick<DisputeProgress, 'state'>): boolean {
  return state === 'open' || state === 'answered';
}

/**
 * Whether a difference counts as disputed: its dispute is not over, or a credit covered it. If the dispute was closed by hand, or by a credit of
 * a part, the customer can dispute the difference again.
 */
export function countsAsDisputed({ state, isSettled }: { state: DisputeState; isSettled: boolean }): boolean {
  return canStillChange({ state }) || isSettled;
}

/** Whether the disputed amount is held back: neither declined, withdrawn nor settled by a credit. */
export function isHeldBack({ state, outcome }: DisputeProgress): boolean {
  return canStillChange({ state }) && !(state === 'answered' && outcome === 'declined');
}

/** Returns the progress after a message of the customer: it reopens a dispute that was declined or lacks information. */
export function afterMessage(progress: DisputeProgress): DisputeProgress {
  const isReopened = progress.state === 'answered' && progress.outcome !== 'credit-promised';
  return isReopened ? { state: 'open', outcome: null } : progress;
}

export const MAX_DISPUTE_FILES = 6;
export const MAX_DISPUTE_FILE_BYTES = 4 * MEGABYTE;
export const MAX_DISPUTE_NOTE_LENGTH = 2000;
const FILE_NAME = /\.(jpe?g|png|pdf)$/i;

export const tooManyDisputeFiles = (): string => DISPUTE_MESSAGES.tooManyFiles(MAX_DISPUTE_FILES);
export const disputeFileTooLarge = (): string => DISPUTE_MESSAGES.fileTooLarge(MAX_DISPUTE_FILE_BYTES / MEGABYTE);

/** Returns why a file cannot be attached, judging by name and size; null if it can. */
export function disputeFileFault(file: { name: string; size: number }): string | null {
  if (!FILE_NAME.test(file.name)) return DISPUTE_MESSAGES.wrongFileType;
  return file.size > MAX_DISPUTE_FILE_BYTES ? disputeFileTooLarge() : null;
}

/** What can be disputed: a billed line or the whole invoice. */
export interface Disputable {
  /** Null for a whole invoice. */
  quantity: number | null;
  unitPriceCents: Cents;
  /** Before tax. */
  amountCents: Cents;
  taxCents: Cents;
}

/** Returns the most that can be disputed for a reason, tax included. A dispute about tax is about the tax alone. */
export function mostDisputable(reason: DisputeReason, { amountCents, taxCents }: Disputable): Cents {
  return reason === 'tax' ? taxCents : amountCents + taxCents;
}

/** Returns an amount before tax with its share of the tax. */
export function withTax(cents: Cents, { amountCents, taxCents }: Disputable): Cents {
  return amountCents === 0 ? cents : cents + Math.round((taxCents * cents) / amountCents);
}

/** Returns what a disputed quantity is worth, tax included; never more than the line. */
export function quantityWorth(quantity: number, line: Disputable): Cents {
  return Math.min(withTax(lineAmount(line.unitPriceCents, quantity), line), line.amountCents + line.taxCents);
}

/** The reason that a finding suggests. */
export const REASON_OF_FINDING: Readonly<Record<FindingKind, DisputeReason>> = {
  'no-ticket': 'not-delivered',
  rejected: 'not-delivered',
  quantity: 'quantity',
  price: 'price',
  'billed-twice': 'other',
};

/** The dispute form's fields. Amount and quantity are numbers, or null while empty. */
export interface DisputeFields {
  reason: DisputeReason | null;
  quantity: number | null;
  amount: number | null;
  note: string;
}

/** Reads a typed amount in dollars, such as `1,250.50`. Null if nothing is typed, NaN if it is no amount. */
export function readAmount(text: string): number | null {
  return text.trim() === '' ? null : (typedDollars(text) ?? Number.NaN);
}

/** Returns why a dispute cannot be sent, by field. `mostCents` is what can be disputed at most. */
export function disputeFaults(
  { reason, quantity, amount, note }: DisputeFields,
  billedQuantity: number | null,
  mostCents: Cents,
): Faults<keyof DisputeFields> {
  const isAmountWrong = amount === null || !(amount > 0) || centsOf(amount) > mostCents;
  const isQuantityWrong = quantity !== null && (!(quantity > 0) || (billedQuantity !== null && quantity > billedQuantity));
  return faultsOf({
    reason: reason === null ? DISPUTE_MESSAGES.reasonRequired : null,
    quantity: isQuantityWrong ? DISPUTE_MESSAGES.quantityRange(billedQuantity ?? 0) : null,
    amount: isAmountWrong ? DISPUTE_MESSAGES.amountRange(formatMoney(mostCents)) : null,
    note: noteFault(note),
  });
}

/** Returns why a note or message cannot be sent; null if it can. */
export function noteFault(note: string): string | null {
  const isTooLong = note.trim().length > MAX_DISPUTE_NOTE_LENGTH;
  return requiredFault(note, DISPUTE_MESSAGES.noteRequired) ?? (isTooLong ? DISPUTE_MESSAGES.noteTooLong(MAX_DISPUTE_NOTE_LENGTH) : null);
}
