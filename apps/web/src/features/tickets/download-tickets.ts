import { MAX_DOWNLOADED_TICKETS } from '@yardage/contract/tickets';
import { formatNumber } from '@yardage/domain/quantities';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { decodeBase64, saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { type DownloadedTicket, isGone, NoPdfData, tell, tellFileFailure, tellTicketFailure } from './download-failures.ts';
import { createSavePace } from './save-pace.ts';
import { type BatchFormat, fetchTicketPdf, fetchTicketsFile } from './tickets.api.ts';
import { DOWNLOAD_MESSAGES as MESSAGES } from './tickets.messages.ts';
import { untilAllowed } from './until-allowed.ts';

const PDF = 'application/pdf';
const FILES: Record<BatchFormat, { name: string; contentType: string }> = {
  pdf: { name: 'Tickets.pdf', contentType: PDF },
  zip: { name: 'Tickets.zip', contentType: 'application/zip' },
};
const MEGABYTE = 1_000_000;

/** The progress or the outcome of a download. */
export interface DownloadNews {
  kind: 'running' | 'done' | 'stopped' | 'failed';
  text: string;
}

/** One download: whose tickets, how to tell its progress, and how to cancel it. */
export interface DownloadJob {
  customer: DatasetKey;
  /** Ids of tickets that the server no longer has. Trying them again would stop every batch at the same place. */
  gone: Set<number>;
  say: (text: string) => void;
  signal: AbortSignal;
}

/** Downloads the selected tickets, one by one or, with a format, in one file. Returns how it ended (TKT-15 to TKT-19). */
export async function downloadTickets(
  selected: readonly DownloadedTicket[],
  format: BatchFormat | undefined,
  job: DownloadJob,
): Promise<DownloadNews | null> {
  const tickets = selected.filter(({ id }) => !job.gone.has(id));
  if (tickets.length === 0) {
    if (selected.length === 0) tell(MESSAGES.noSelectionTitle, MESSAGES.noSelection);
    else tell(MESSAGES.noneValidTitle, MESSAGES.noneValid);
    return null;
  }
  return format ? saveAll(tickets, format, job) : saveEach(tickets, job);
}

async function fetchTicket(
  { id }: DownloadedTicket,
  onPause: () => void,
  { customer, signal }: DownloadJob,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = await untilAllowed(() => fetchTicketPdf(customer, id, signal), onPause, signal);
  if (!data) throw new NoPdfData();
  return decodeBase64(data);
}

async function saveEach(tickets: readonly DownloadedTicket[], job: DownloadJob): Promise<DownloadNews> {
  const { gone, say, signal } = job;
  const total = formatNumber(tickets.length);
  const pace = createSavePace();
  for (const [index, ticket] of tickets.entries()) {
    const [done, current] = [formatNumber(index), formatNumber(index + 1)];
    const fileName = `Ticket_${ticket.id}.pdf`;
    say(MESSAGES.eachProgress(current, total, ticket.ticketNumber, fileName));
    try {
      const content = await fetchTicket(ticket, () => say(MESSAGES.waiting(current, total)), job);
      await pace(signal);
      saveFile(content, fileName, PDF);
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped', text: MESSAGES.cancelled(done, total) };
      if (isGone(error)) gone.add(ticket.id);
      tellTicketFailure(error, ticket.ticketNumber, tickets.length > 1 ? MESSAGES.stopped(done, total) : '');
      return { kind: 'failed', text: MESSAGES.stoppedAt(ticket.ticketNumber, done, total) };
    }
  }
  return { kind: 'done', text: MESSAGES.started(total, tickets.length === 1) };
}

async function saveAll(tickets: readonly DownloadedTicket[], format: BatchFormat, job: DownloadJob): Promise<DownloadNews> {
  const { customer, say, signal } = job;
  const { name, contentType } = FILES[format];
  const total = formatNumber(tickets.length);
  if (tickets.length > MAX_DOWNLOADED_TICKETS) {
    const text = MESSAGES.tooMany(formatNumber(MAX_DOWNLOADED_TICKETS), total);
    tell(MESSAGES.tooManyTitle, text);
    return { kind: 'failed', text };
  }
  const progress = (bytes: number): void => say(MESSAGES.fileProgress(name, (bytes / MEGABYTE).toFixed(1)));
  progress(0);
  try {
    const body = { ticketIds: tickets.map(({ id }) => id), format };
    const file = await untilAllowed(
      () => fetchTicketsFile(customer, body, signal, progress),
      () => say(MESSAGES.fileWaiting(name)),
      signal,
    );
    if (file.size === 0) throw new NoPdfData();
    saveFile(file, name, contentType);
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', text: MESSAGES.cancelled('0', total) };
    tellFileFailure(error);
    return { kind: 'failed', text: MESSAGES.fileFailed };
  }
  return { kind: 'done', text: MESSAGES.fileStarted(name, total, tickets.length === 1) };
}
