import { Readable } from 'node:stream';
import {
  type DisputeDetail,
  type DisputeSummary,
  type getReviewOverview,
  type InvoiceReview,
  MAX_REVIEW_MARKS,
  type openDispute,
} from '@yardage/contract/disputes';
import type { Answer, Input } from '@yardage/contract/endpoint';
import { dayAt } from '@yardage/domain/dates';
import {
  afterMessage,
  canStillChange,
  type Disputable,
  type DisputeProgress,
  type DisputeReason,
  disputeFaults,
  isHeldBack,
  MAX_DISPUTE_FILES,
  mostDisputable,
  quantityWorth,
  tooManyDisputeFiles,
} from '@yardage/domain/disputes';
import { type Finding, matchInvoice } from '@yardage/domain/invoice-match';
import { centsOf, formatMoney } from '@yardage/domain/money';
import type { Actor, Transaction } from '#server/database/database';
import { isViolation } from '#server/database/failures';
import type { AreaServices } from '#server/features/area';
import { recordAudit } from '#server/features/audit/audit.queries';
import { addReleased, leaveDisputedOut } from '#server/features/carts/carts.queries';
import { FileStream, JsonText } from '#server/http/answers';
import { ApiError, orNotFound } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';
import { type Caller, fullName, type Scope } from '#server/http/scope';
import { keepFiles } from './dispute-files.ts';
import { DISPUTES_MESSAGES } from './disputes.messages.ts';
import * as queries from './disputes.queries.ts';
import { findOverview, findReviewFacts, type ReviewedLineFacts, type ReviewFacts } from './invoice-match.queries.ts';

type OpenBody = Input<typeof openDispute>['body'];

/** Who changes a dispute, in a request. */
interface Change {
  caller: Pick<Caller, 'userId' | 'email' | 'firstName' | 'lastName'>;
  requestId: string;
}

/** What customers do with disputes, and the comparison of an invoice with its tickets and prices (APY-03, APY-08). */
export function disputesService({ database, records, desk, partDiscount }: AreaServices) {
  const detail = async (scope: Scope, id: number): Promise<JsonText<DisputeDetail>> =>
    new JsonText(orNotFound(await queries.findDispute(database, scope, id)));

  const announce = ({ customerId, globalCustomerNumber }: Scope, id: number): void => {
    records.announceRecords([{ customerId, globalCustomerNumber, resource: 'disputes', ids: [id] }]);
    desk.announceDesk('disputes');
  };

  return {
    detail,

    async review(scope: Scope, documentNumber: string): Promise<InvoiceReview> {
      const [facts, disputes] = await Promise.all([
        findReviewFacts(database, scope, documentNumber),
        queries.listDisputesOf<DisputeSummary>(database, scope, documentNumber),
      ]);
      return reviewOf(orNotFound(facts), disputes);
    },

    async overview(scope: Scope): Promise<JsonText<Answer<typeof getReviewOverview>>> {
      const today = dayAt(new Date(), scope.timeZone);
      return new JsonText(await findOverview(database, scope, { maxMarks: MAX_REVIEW_MARKS, today, rule: partDiscount }));
    },

    file: (scope: Scope, id: number, fileId: number) => openFile(database, scope, id, fileId),

    async open(scope: Scope, body: OpenBody, files: readonly UploadedFile[], { caller, requestId }: Change) {
      const kept = await keepFiles(files);
      const facts = orNotFound(await findReviewFacts(database, scope, body.documentNumber));
      const line = lineOf(facts, body);
      const { customerId, userId } = scope;
      const id = await database
        .transaction(scope, async (transaction) => {
          const invoice = orNotFound(await queries.lockInvoice(transaction, customerId, body.documentNumber));
          if (invoice.isVoid) throw new ApiError('conflict', { detail: DISPUTES_MESSAGES.voided });
          const amountCents = amountOf(body, line ?? wholeOf(invoice), invoice);
          const place = { ticketId: line?.ticketId ?? null, lineNumber: line?.lineNumber ?? null, productId: line?.productId ?? null };
          const { reason, quantity = null, note } = body;
          const dispute = { customerId, invoiceId: invoice.id, ...place, reason, quantity, amountCents, createdBy: userId };
          const disputeId = await queries.insertDispute(transaction, dispute);
          const entry = { customerId, disputeId, authorId: userId, authorName: fullName(caller), isStaff: false };
          await queries.insertEntry(transaction, { ...entry, kind: 'opened', message: note }, kept);
          await leaveDisputedOut(transaction, scope, invoice.id, amountCents);
          await queries.recordDisputeEvent(transaction, 'dispute.opened', disputeId, caller.email);
          const what = { disputeId, reason, amountCents, quantity, ...place, files: kept.map(({ fileName }) => fileName) };
          await recordAudit(transaction, {
            userId,
            customerId,
            action: 'disputes.open',
            subject: body.documentNumber,
            detail: what,
            requestId,
          });
          return disputeId;
        })
        .catch((error) => {
          if (isViolation(error, 'unique')) throw new ApiError('conflict', { detail: DISPUTES_MESSAGES.already, cause: error });
          throw error;
        });
      announce(scope, id);
      return detail(scope, id);
    },

    async reply(scope: Scope, id: number, message: string, files: readonly UploadedFile[], { caller, requestId }: Change) {
      const kept = await keepFiles(files);
      const { customerId, userId } = scope;
      await database.transaction(scope, async (transaction) => {
        const dispute = await lockUndecided(transaction, scope, id);
        if ((await queries.countFiles(transaction, id)) + kept.length > MAX_DISPUTE_FILES) {
          throw new ApiError('validation-failed', { fieldErrors: { files: [tooManyDisputeFiles()] } });
        }
        const next = afterMessage(dispute);
        await moveDispute(transaction, dispute, next);
        const entry = { customerId, disputeId: id, authorId: userId, authorName: fullName(caller), isStaff: false };
        await queries.insertEntry(transaction, { ...entry, kind: 'message', message }, kept);
        if (next.state !== dispute.state) await queries.recordDisputeEvent(transaction, 'dispute.reopened', id, caller.email);
        const what = { disputeId: id, files: kept.map(({ fileName }) => fileName) };
        await recordAudit(transaction, {
          userId,
          customerId,
          action: 'disputes.reply',
          subject: dispute.documentNumber,
          detail: what,
          requestId,
        });
      });
      announce(scope, id);
      return detail(scope, id);
    },

    async withdraw(scope: Scope, id: number, version: number, { caller, requestId }: Change) {
      const { customerId, userId } = scope;
      await database.transaction(scope, async (transaction) => {
        const dispute = await lockUndecided(transaction, scope, id, version);
        await moveDispute(transaction, dispute, { state: 'withdrawn', outcome: dispute.outcome });
        const entry = { customerId, disputeId: id, authorId: userId, authorName: fullName(caller), isStaff: false };
        await queries.insertEntry(transaction, { ...entry, kind: 'withdrawn', message: '' });
        await queries.recordDisputeEvent(transaction, 'dispute.withdrawn', id, caller.email);
        const what = { disputeId: id };
        await recordAudit(transaction, {
          userId,
          customerId,
          action: 'disputes.withdraw',
          subject: dispute.documentNumber,
          detail: what,
          requestId,
        });
      });
      announce(scope, id);
      return detail(scope, id);
    },
  };
}

/** Locks a dispute that can still change, at the version that the caller has seen. */
export async function lockUndecided(transaction: Transaction, actor: Actor, id: number, version?: number): Promise<queries.LockedDispute> {
  const dispute = orNotFound(await queries.lockDispute(transaction, actor, id));
  if (!canStillChange(dispute)) throw new ApiError('conflict', { detail: DISPUTES_MESSAGES.over });
  if (version !== undefined && version !== dispute.version) throw new ApiError('conflict', { detail: DISPUTES_MESSAGES.changed });
  return dispute;
}

/** Moves a dispute on. The cart follows what it holds back: the customer's undisputed part, or the whole again (APY-03). */
export async function moveDispute(transaction: Transaction, dispute: queries.LockedDispute, to: DisputeProgress): Promise<void> {
  const { id, invoiceId, amountCents } = dispute;
  const isReleased = isHeldBack(dispute) && !isHeldBack(to);
  const isReopened = !isHeldBack(dispute) && isHeldBack(to);
  if (isReopened) await refuseExcess(transaction, dispute);
  await queries.moveDispute(transaction, id, to);
  if (isReleased) await addReleased(transaction, dispute, invoiceId, amountCents);
  if (isReopened) await leaveDisputedOut(transaction, dispute, invoiceId, amountCents);
}

/** Refuses to reopen a dispute that other disputes, or a correction of the invoice, no longer leave room for (decision 46). */
async function refuseExcess(transaction: Transaction, { invoiceId, amountCents }: queries.LockedDispute): Promise<void> {
  const left = await queries.findLeftToDispute(transaction, invoiceId);
  if (amountCents <= left) return;
  const { reopenedTooLarge, nothingLeft } = DISPUTES_MESSAGES;
  throw new ApiError('conflict', { detail: left > 0 ? reopenedTooLarge(formatMoney(amountCents), formatMoney(left)) : nothingLeft });
}

/** Returns a file as a download, so that the browser never renders it as one of our pages. */
export async function openFile(database: AreaServices['database'], actor: Actor, disputeId: number, id: number): Promise<FileStream> {
  const { fileName, contentType, content } = orNotFound(await queries.findFile(database, actor, disputeId, id));
  return new FileStream(fileName, contentType, Readable.from([content]));
}

const dollarsOf = (cents: number): number => cents / 100;

/** Compares the invoice and converts its amounts to those of the contract. */
function reviewOf(facts: ReviewFacts, disputes: DisputeSummary[]): InvoiceReview {
  const findings = matchInvoice(facts);
  return {
    documentNumber: facts.documentNumber,
    salesAmount: dollarsOf(facts.salesCents),
    taxAmount: dollarsOf(facts.taxCents),
    lines: facts.lines.map((line) => ({
      ticketId: line.ticketId,
      lineNumber: line.lineNumber,
      ticketNumber: line.ticketNumber,
      productNumber: line.productNumber,
      description: line.description,
      quantity: line.quantity,
      unitOfMeasure: line.unitOfMeasure,
      unitPrice: dollarsOf(line.unitPriceCents),
      amount: dollarsOf(line.amountCents),
      taxAmount: dollarsOf(line.taxCents),
    })),
    findings: findings.map((finding) => findingOf(finding, facts)),
    disputes,
    disputedAmount: dollarsOf(facts.disputedCents),
    undisputedAmount: dollarsOf(Math.max(0, facts.openCents - facts.disputedCents)),
  };
}

function findingOf(finding: Finding, { lines, documentNumber }: ReviewFacts): InvoiceReview['findings'][number] {
  const { kind, ticketId, lineNumber, differenceCents, otherInvoice, rejectReason } = finding;
  const isQuantity = kind === 'quantity';
  const line = lines.find((each) => each.ticketId === ticketId && each.lineNumber === lineNumber);
  const source = kind === 'price' ? (line?.source ?? null) : null;
  return {
    kind,
    ticketId,
    lineNumber,
    billed: isQuantity ? finding.billed : dollarsOf(finding.billed),
    agreed: isQuantity ? finding.agreed : dollarsOf(finding.agreed),
    difference: dollarsOf(differenceCents),
    otherInvoice: otherInvoice === documentNumber ? null : otherInvoice,
    source,
    quoteNumber: source === 'quote' ? (line?.quoteNumber ?? null) : null,
    rejectReason,
  };
}

/** Returns the line that a dispute names, or undefined if it is about the whole invoice. */
function lineOf({ lines }: ReviewFacts, { ticketId, lineNumber, quantity }: OpenBody): ReviewedLineFacts | undefined {
  const refuse = (field: string, message: string): never => {
    throw new ApiError('validation-failed', { fieldErrors: { [field]: [message] } });
  };
  if ((ticketId === undefined) !== (lineNumber === undefined)) refuse('lineNumber', DISPUTES_MESSAGES.lineTogether);
  if (ticketId === undefined) return quantity === undefined ? undefined : refuse('quantity', DISPUTES_MESSAGES.quantityOfLine);
  return (
    lines.find((line) => line.ticketId === ticketId && line.lineNumber === lineNumber) ?? refuse('lineNumber', DISPUTES_MESSAGES.noLine)
  );
}

const wholeOf = ({ salesCents, taxCents }: queries.DisputedInvoice): Disputable => ({
  quantity: null,
  unitPriceCents: 0,
  amountCents: salesCents,
  taxCents,
});

/** Returns the disputed amount, or refuses one that exceeds what is disputed or what other disputes leave. */
function amountOf(body: OpenBody, disputable: Disputable, invoice: queries.DisputedInvoice): number {
  const { reason, quantity, amount } = body;
  if (amount === undefined && quantity === undefined) {
    throw new ApiError('validation-failed', { fieldErrors: { amount: [DISPUTES_MESSAGES.amountNeeded] } });
  }
  const cents = amount === undefined ? quantityWorth(quantity ?? 0, disputable) : centsOf(amount);
  const most = mostDisputable(reason as DisputeReason, disputable);
  const faults = disputeFaults({ reason, quantity: quantity ?? null, amount: cents / 100, note: body.note }, disputable.quantity, most);
  if (Object.keys(faults).length > 0) {
    throw new ApiError('validation-failed', {
      fieldErrors: Object.fromEntries(Object.entries(faults).map(([field, text]) => [field, [text]])),
    });
  }
  const left = invoice.salesCents + invoice.taxCents - invoice.disputedCents;
  if (cents > left) throw new ApiError('validation-failed', { fieldErrors: { amount: [DISPUTES_MESSAGES.mostLeft(formatMoney(left))] } });
  return cents;
}
