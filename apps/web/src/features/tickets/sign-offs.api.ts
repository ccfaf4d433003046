import type { QueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '@yardage/contract/errors';
import { getOrder } from '@yardage/contract/orders';
import { createSignOff, getSignature, getSignOffPhoto } from '@yardage/contract/sign-offs';
import { getTicket, listTickets } from '@yardage/contract/tickets';
import { readNumber } from '@yardage/domain/quantities';
import { MEASURE_NAMES, type SignOffFields } from '@yardage/domain/sign-offs';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { createOutbox } from '#web/lib/offline/outbox.ts';
import { ofCustomer } from '#web/lib/query/endpoint-query.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from './sign-offs.messages.ts';

/** An entry about a load, complete: it can be kept and sent later. All of it survives a structured clone. */
export interface SignOffEntry {
  /** The key of this content. The server stores an entry with the same key once, however often it is sent. */
  clientKey: string;
  ticketId: number;
  /** The entry that this one corrects. */
  correctsId: number | null;
  /** When it was signed, as ISO 8601. */
  signedAt: string;
  fields: SignOffFields;
  /** A PNG as a `data:` address. */
  signature: string | null;
  photos: readonly File[];
}

/** Sends an entry (SGN-01). Everything it needs is in its arguments, so that it can be repeated at any time. */
export function sendSignOff(customer: CustomerKey, entry: SignOffEntry, onProgress: (progress: number) => void = () => undefined) {
  const { clientKey, ticketId, correctsId, signedAt, fields, signature, photos } = entry;
  const form = new FormData();
  const append = (name: string, value: string | number | null): void => {
    if (value !== null && value !== '') form.append(name, String(value));
  };
  append('clientKey', clientKey);
  append('correctsId', correctsId);
  append('signedAt', signedAt);
  append('isRejected', String(fields.isRejected));
  append('rejectReason', fields.isRejected ? fields.rejectReason : null);
  append('receivedBy', fields.receivedBy.trim());
  for (const name of MEASURE_NAMES) append(name, readNumber(fields[name]));
  append('notes', fields.notes.trim());
  append('signature', signature);
  for (const photo of photos) form.append('photos', photo, photo.name);
  return api.upload(createSignOff, { ...ofCustomer(customer, { ticketId }), body: form }, onProgress);
}

/** Downloads the picture of a signature. */
export function loadSignature(customer: CustomerKey, ticketId: number, signOffId: number, signal: AbortSignal): Promise<Blob> {
  return api.download(getSignature, ofCustomer(customer, { ticketId, signOffId }), { signal });
}

/** Downloads a photo of an entry. */
export function loadSignOffPhoto(customer: CustomerKey, ids: { ticketId: number; signOffId: number; photoId: number }): Promise<Blob> {
  return api.download(getSignOffPhoto, ofCustomer(customer, ids));
}

/** Reads again what shows whether a load is signed for. */
export function refreshSigned(client: QueryClient): Promise<unknown> {
  return Promise.all([getTicket, listTickets, getOrder].map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
}

export interface WaitingSignOff {
  customer: CustomerKey;
  /** Absent in entries that an earlier version of the portal wrote. */
  ticketNumber?: string | undefined;
  entry: SignOffEntry;
}

/** Entries that were signed without a connection. The key of the form is the key of the entry, so it counts once (SGN-03, OFF-03). */
export const signOffOutbox = createOutbox<WaitingSignOff>({
  kind: 'sign-off',
  send: ({ customer, entry }) => sendSignOff(customer, entry),
  // The truck stands in the same dead zone, or its times arrive in batches: the server learns of its arrival later than the phone.
  isTooEarly: ({ problem }) => problem.code === ('load-not-on-job' satisfies ErrorCode),
  onSent: () => toasts.show({ kind: 'success', title: MESSAGES.sentLater }),
  onRefused: (body, { problem }) => {
    const message = MESSAGES.refusedTicket(ticketName(body), problem.detail ?? problem.title ?? '');
    toasts.show({ kind: 'destructive', title: MESSAGES.failed, message });
  },
});

/** Returns the number by which the user knows the load of an entry. */
export function ticketName({ ticketNumber, entry }: WaitingSignOff): string {
  return ticketNumber ?? String(entry.ticketId);
}

/** Sends the entries that waited for one of these tickets to change. */
export function noteTicketsChanged(ids: readonly number[]): void {
  if (signOffOutbox.waiting.get().some(({ body, isRefused }) => !isRefused && ids.includes(body.entry.ticketId))) signOffOutbox.hurry();
}

/** Keeps an entry on this device until it can be sent. Entries about one ticket are sent in the order in which they were signed. */
export async function keepSignOff(of: CustomerKey, ticketNumber: string, entry: SignOffEntry): Promise<void> {
  const { customerNumber, datasourceId, globalCustomerNumber } = of;
  const customer = { customerNumber, datasourceId, globalCustomerNumber };
  await signOffOutbox.write(`ticket ${entry.ticketId}`, { customer, ticketNumber, entry }, entry.clientKey);
}

/** Sends a refused entry as a correction of the entry that counts now. */
export async function sendAsCorrection(key: string, body: WaitingSignOff, correctsId: number): Promise<void> {
  const { entry } = body;
  await signOffOutbox.write(`ticket ${entry.ticketId}`, { ...body, entry: { ...entry, correctsId } }, key);
}
