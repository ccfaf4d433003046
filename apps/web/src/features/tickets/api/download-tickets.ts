import { downloadTickets, getTicketPdf } from '@yardage/contract/tickets';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';

/** What several tickets can be put into. */
export type BatchFormat = 'pdf' | 'zip';

/** One delivery ticket's PDF in base64 (API-10); nothing of it stays in memory once it is saved. */
export async function fetchTicketPdf({ globalCustomerNumber }: CustomerKey, ticketId: number, signal: AbortSignal): Promise<string> {
  const { data } = await api.call(getTicketPdf, { params: { globalCustomerNumber, ticketId }, query: {} }, signal);
  return data;
}

/** Several tickets in one file, telling how much of it is there. */
export function fetchTicketsFile(
  { customerNumber, datasourceId, globalCustomerNumber }: CustomerKey,
  body: { ticketIds: number[]; format: BatchFormat },
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const args = { params: { globalCustomerNumber }, query: { customerNumber, datasourceId }, body };
  return api.download(downloadTickets, args, signal, onBytes);
}
