import {
  type DisputeDetail,
  getDispute,
  getDisputeFile,
  getInvoiceReview,
  getReviewOverview,
  openDispute,
  replyToDispute,
  withdrawDispute,
} from '@yardage/contract/disputes';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery, ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { DISPUTES_MESSAGES } from './disputes.messages.ts';

/** An invoice compared with its tickets and prices, with its disputes (APY-08). */
export function reviewQuery(customer: CustomerKey, documentNumber: string) {
  return endpointQuery(getInvoiceReview, ofCustomer(customer, { documentNumber }), { failureText: DISPUTES_MESSAGES.reviewFailed });
}

/** One dispute with its conversation. */
export function disputeQuery(customer: CustomerKey, id: number) {
  return endpointQuery(getDispute, ofCustomer(customer, { id }), { failureText: DISPUTES_MESSAGES.detailFailed });
}

/** Downloads a file of a dispute. */
export function loadDisputeFile(customer: CustomerKey, id: number, fileId: number): Promise<Blob> {
  return api.download(getDisputeFile, ofCustomer(customer, { id, fileId }));
}

/** What a dispute says, as its form sends it. */
export interface NewDispute {
  documentNumber: string;
  ticketId: number | null;
  lineNumber: number | null;
  reason: string;
  quantity: number | null;
  amount: number | null;
  note: string;
}

/** Files to upload, and the callback for their progress. */
interface Upload {
  files: readonly File[];
  onProgress: (progress: number) => void;
}

/** Disputes a line or an invoice, with files. */
export function sendDispute(
  customer: CustomerKey,
  dispute: NewDispute,
  { files, onProgress }: Upload,
  attempt: Attempt,
): Promise<DisputeDetail> {
  const form = formOf({ ...dispute }, files);
  return api.upload(openDispute, { ...ofCustomer(customer, {}), body: form }, onProgress, { attempt });
}

/** Adds a message with files. */
export function sendReply(customer: CustomerKey, id: number, message: string, { files, onProgress }: Upload, attempt: Attempt) {
  return api.upload(replyToDispute, { ...ofCustomer(customer, { id }), body: formOf({ message }, files) }, onProgress, { attempt });
}

/** Withdraws a dispute at the version that the user has seen. */
export function sendWithdrawal(customer: CustomerKey, { id, version }: DisputeDetail, attempt: Attempt) {
  return api.call(withdrawDispute, { ...ofCustomer(customer, { id }), body: { version } }, { attempt });
}

function formOf(fields: Readonly<Record<string, string | number | null>>, files: readonly File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, String(value));
  for (const file of files) form.append('files', file, file.name);
  return form;
}

/** The reads that are outdated after a change of a dispute. */
export const DISPUTE_READS = [getInvoiceReview.id, getReviewOverview.id, getDispute.id, 'invoices.list', 'carts.get'] as const;

/**
 * Which invoices need attention or are disputed. A list without these marks is still useful, so a failure is silent.
 */
export function overviewQuery(customer: CustomerKey) {
  return endpointQuery(getReviewOverview, ofCustomer(customer, {}), { isSilent: true });
}
