import { downloadTickets, getTicketPdf } from '@yardage/contract/tickets';
import { api } from '#web/lib/api.ts';
import type { CustomerKey, DatasetKey } from '#web/lib/customer/customer-store.ts';
import { ofCustomer, ofDataset } from '#web/lib/query/of-customer.ts';

/** What several tickets can be put into. */
export type BatchFormat = 'pdf' | 'zip';

/** One delivery ticket's PDF in base64 (API-10); nothing of it stays in memory once it is saved. */
export async function fetchTicketPdf(customer: DatasetKey, ticketId: number, signal: AbortSignal): Promise<string> {
  const { data } = await api.call(getTicketPdf, ofDataset(customer, { ticketId }), signal);
  return data;
}

/** Several tickets in one file, telling how much of it is there. */
export function fetchTicketsFile(
  customer: CustomerKey,
  body: { ticketIds: number[]; format: BatchFormat },
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  return api.download(downloadTickets, { ...ofCustomer(customer), body }, signal, onBytes);
}
