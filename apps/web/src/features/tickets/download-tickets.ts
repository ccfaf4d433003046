import { MAX_DOWNLOADED_TICKETS, type TicketRow } from '@yardage/contract/tickets';
import { formatNumber } from '@yardage/domain/quantities';
import type { DatasetKey } from '#web/lib/customer/customer-store.ts';
import { pause } from '#web/lib/http/deadline.ts';
import { Cancelled, HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { decodeBase64, saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { type BatchFormat, fetchTicketPdf, fetchTicketsFile } from './tickets.api.ts';
import { DOWNLOAD_MESSAGES as MESSAGES } from './tickets.messages.ts';

const PDF = 'application/pdf';
const FILES: Record<BatchFormat, { name: string; contentType: string }> = {
  pdf: { name: 'Tickets.pdf', contentType: PDF },
  zip: { name: 'Tickets.zip', contentType: 'application/zip' },
};
const MEGABYTE = 1_000_000;

/** The progress or the outcome of a download. */
export interface DownloadState {
  kind: 'running' | 'done' | 'stopped' | 'failed';
  text: string;
}

/** What a download needs besides the tickets: the customer, a callback for its progress, and the signal that cancels it. */
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
): Promise<DownloadState | null> {
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

async function saveEach(tickets: readonly DownloadedTicket[], job: DownloadJob): Promise<DownloadState> {
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
      reportTicketFailure(error, ticket.ticketNumber, tickets.length > 1 ? MESSAGES.stopped(done, total) : '');
      return { kind: 'failed', text: MESSAGES.stoppedAt(ticket.ticketNumber, done, total) };
    }
  }
  return { kind: 'done', text: MESSAGES.started(tickets.length) };
}

async function saveAll(tickets: readonly DownloadedTicket[], format: BatchFormat, job: DownloadJob): Promise<DownloadState> {
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
  return { kind: 'done', text: MESSAGES.fileStarted(name, tickets.length) };
}

/** The fields of a ticket that a download needs. */
export type DownloadedTicket = Pick<TicketRow, 'id' | 'ticketNumber'>;

/** The server's response contained no document (TKT-19). */
class NoPdfData extends Error {
  override readonly name = 'NoPdfData';
}

/** Returns whether the server no longer has the ticket. */
function isGone(error: unknown): boolean {
  return error instanceof HttpProblem && error.status === 404;
}

/** Shows an error toast. */
function tell(title: string, message: string): void {
  toasts.show({ kind: 'destructive', title, message });
}

/** Shows which ticket stopped the batch, and what was saved before it (TKT-18, TKT-19). */
function reportTicketFailure(error: unknown, ticketNumber: string, saved: string): void {
  if (isToldElsewhere(error)) return;
  const [title, message] = isGone(error)
    ? [MESSAGES.notFoundTitle, MESSAGES.notFound(ticketNumber)]
    : [error instanceof NoPdfData ? MESSAGES.noData : MESSAGES.failedTitle, MESSAGES.failed(ticketNumber)];
  tell(title, `${message} ${saved}`.trim());
}

/** Shows why the combined file could not be loaded. */
function tellFileFailure(error: unknown): void {
  if (isToldElsewhere(error)) return;
  if (isGone(error)) tell(MESSAGES.notFoundTitle, MESSAGES.oneNotFound);
  else tell(error instanceof NoPdfData ? MESSAGES.noData : MESSAGES.failedTitle, MESSAGES.fileFailed);
}

/** Cancellation needs no toast, and the end of the session is reported elsewhere. */
function isToldElsewhere(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof SessionLost || (error instanceof HttpProblem && error.status === 401);
}

/** Chromium silently drops downloads beyond ten per second and page. Half that rate leaves a margin. */
const APART_MS = 200;

/** Waits until another file may be saved. */
export type SavePace = (signal: AbortSignal) => Promise<void>;

/** Spaces out the downloads of one batch, so that the browser accepts all of them (TKT-16). */
export function createSavePace(apartMs = APART_MS): SavePace {
  let freeAtMs = 0;
  return async (signal) => {
    const waitMs = freeAtMs - performance.now();
    if (waitMs > 0) await pause(waitMs, signal);
    freeAtMs = performance.now() + apartMs;
  };
}

const TOO_MANY_REQUESTS = 429;
const PAUSE_MS = 5000;
/** Together a little longer than the server's rate limit window of one minute. */
const MAX_PAUSES = 14;

/** Retries a call while the server responds 'too many requests', so that a long batch slows down instead of failing. */
export async function untilAllowed<T>(call: () => Promise<T>, onPause: () => void, signal: AbortSignal): Promise<T> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status !== TOO_MANY_REQUESTS || pauses === MAX_PAUSES) throw error;
    }
    onPause();
    await pause(PAUSE_MS, signal).catch((cause: unknown) => {
      throw new Cancelled('The batch was given up.', { cause });
    });
  }
}
