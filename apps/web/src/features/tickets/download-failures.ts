import type { TicketRow } from '@yardage/contract/tickets';
import { Cancelled, HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DOWNLOAD_MESSAGES as MESSAGES } from './tickets.messages.ts';

/** The fields of a ticket that a download needs. */
export type DownloadedTicket = Pick<TicketRow, 'id' | 'ticketNumber'>;

/** The server's response contained no document (TKT-19). */
export class NoPdfData extends Error {
  override readonly name = 'NoPdfData';
}

/** Returns whether the server no longer has the ticket. */
export function isGone(error: unknown): boolean {
  return error instanceof HttpProblem && error.status === 404;
}

/** Shows an error toast. */
export function tell(title: string, message: string): void {
  toasts.show({ kind: 'destructive', title, message });
}

/** Shows which ticket stopped the batch, and what was saved before it (TKT-18, TKT-19). */
export function tellTicketFailure(error: unknown, ticketNumber: string, saved: string): void {
  if (isToldElsewhere(error)) return;
  const [title, message] = isGone(error)
    ? [MESSAGES.notFoundTitle, MESSAGES.notFound(ticketNumber)]
    : [error instanceof NoPdfData ? MESSAGES.noData : MESSAGES.failedTitle, MESSAGES.failed(ticketNumber)];
  tell(title, `${message} ${saved}`.trim());
}

/** Shows why the combined file could not be loaded. */
export function tellFileFailure(error: unknown): void {
  if (isToldElsewhere(error)) return;
  if (isGone(error)) tell(MESSAGES.notFoundTitle, MESSAGES.oneNotFound);
  else tell(error instanceof NoPdfData ? MESSAGES.noData : MESSAGES.failedTitle, MESSAGES.fileFailed);
}

/** Cancellation needs no toast, and the end of the session is reported elsewhere. */
function isToldElsewhere(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof SessionLost || (error instanceof HttpProblem && error.status === 401);
}
