import { downloadTickets, getTicketPdf } from '@yardage/contract/tickets';
import { api } from '#web/lib/api.ts';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer, ofDataset } from '#web/lib/query/of-customer.ts';

/** File formats for a download of several tickets. */
export type BatchFormat = 'pdf' | 'zip';

/** Loads one delivery ticket as a base64 PDF (API-10). It is not cached, so it leaves memory once it is saved. */
export async function fetchTicketPdf(customer: DatasetKey, ticketId: number, signal: AbortSignal): Promise<string> {
  const { data } = await api.call(getTicketPdf, ofDataset(customer, { ticketId }), signal);
  return data;
}

/** Loads several tickets in one file and reports the bytes received. */
export function fetchTicketsFile(
  customer: CustomerKey,
  body: { ticketIds: number[]; format: BatchFormat },
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return api.download(downloadTickets, { ...ofCustomer(customer), body }, signal, onBytes);
}
