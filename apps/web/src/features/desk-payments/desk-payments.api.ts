import { askProcessor, getPaymentReview, listPaymentReviews, updatePaymentReview } from '@yardage/contract/desk-payments';
import { getDeskRemittance } from '@yardage/contract/remittances';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import type { ListParams } from '#web/lib/query/endpoint-query.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { DESK_PAYMENTS_MESSAGES } from './desk-payments.messages.ts';

/** A page of payments that need a person. */
export function reviewsQuery(query: ListParams<typeof listPaymentReviews>) {
  return endpointQuery(listPaymentReviews, { query }, { failureText: DESK_PAYMENTS_MESSAGES.listFailed });
}

/** One of them. */
export function reviewQuery(id: number) {
  return endpointQuery(getPaymentReview, { params: { id } }, { failureText: DESK_PAYMENTS_MESSAGES.detailFailed });
}

/** Asks the processor again for the payment's state. */
export function askAgain(id: number, attempt: Attempt) {
  return api.call(askProcessor, { params: { id } }, { attempt });
}

/** What is saved about a payment. Without a note the stored one stays. */
export interface ReviewChange {
  note?: string;
  isDone: boolean;
  version: number;
}

/** Writes the note and whether the payment is dealt with. */
export function saveReview(id: number, body: ReviewChange, attempt: Attempt) {
  return api.call(updatePaymentReview, { params: { id }, body }, { attempt });
}

/** Saves the file with which accounting posts the cash receipts of a day. */
export async function saveRemittance(day: string): Promise<void> {
  saveFile(await api.download(getDeskRemittance, { params: { day } }), `remittance-${day}.csv`, 'text/csv');
}
