import { MAX_DOWNLOADED_TICKETS } from '@yardage/contract/tickets';
import { formatNumber } from '@yardage/domain/quantities';
import { useEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
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
/** How long a successful or cancelled outcome is shown. A failure stays until the next attempt. */
const OUTCOME_MS = 6000;

/** The progress or the outcome of a download. */
interface DownloadNews {
  kind: 'running' | 'done' | 'stopped' | 'failed';
  text: string;
}
type Say = (text: string) => void;
type Work = (tickets: readonly DownloadedTicket[], say: Say, signal: AbortSignal) => Promise<DownloadNews>;

/**
 * Downloads the selected tickets, one by one or in one file. Only one download runs at a time, and it can be cancelled (TKT-15 to TKT-19).
 */
export function useTicketDownloads(selected: readonly DownloadedTicket[]) {
  const customer = useCustomer();
  const [news, setNews] = useState<DownloadNews | null>(null);
  const running = useRef<AbortController | null>(null);
  /** Ids of tickets that the server no longer has. Trying them again would stop every batch at the same place. */
  const gone = useRef(new Set<number>());
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (news?.kind !== 'done' && news?.kind !== 'stopped') return;
    const timer = setTimeout(() => setNews(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const run = async (work: Work): Promise<void> => {
    if (running.current) return;
    const tickets = selected.filter(({ id }) => !gone.current.has(id));
    if (selected.length === 0) return tell(MESSAGES.noSelectionTitle, MESSAGES.noSelection);
    if (tickets.length === 0) return tell(MESSAGES.noneValidTitle, MESSAGES.noneValid);
    const controller = new AbortController();
    running.current = controller;
    const say: Say = (text) => setNews({ kind: 'running', text });
    try {
      setNews(await work(tickets, say, controller.signal));
    } finally {
      running.current = null;
    }
  };

  const fetchTicket = async ({ id }: DownloadedTicket, onPause: () => void, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    const data = await untilAllowed(() => fetchTicketPdf(customer, id, signal), onPause, signal);
    if (!data) throw new NoPdfData();
    return decodeBase64(data);
  };

  const saveEach: Work = async (tickets, say, signal) => {
    const total = formatNumber(tickets.length);
    const pace = createSavePace();
    for (const [index, ticket] of tickets.entries()) {
      const [done, current] = [formatNumber(index), formatNumber(index + 1)];
      const fileName = `Ticket_${ticket.id}.pdf`;
      say(MESSAGES.eachProgress(current, total, ticket.ticketNumber, fileName));
      try {
        const content = await fetchTicket(ticket, () => say(MESSAGES.waiting(current, total)), signal);
        await pace(signal);
        saveFile(content, fileName, PDF);
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped', text: MESSAGES.cancelled(done, total) };
        if (isGone(error)) gone.current.add(ticket.id);
        tellTicketFailure(error, ticket.ticketNumber, tickets.length > 1 ? MESSAGES.stopped(done, total) : '');
        return { kind: 'failed', text: MESSAGES.stoppedAt(ticket.ticketNumber, done, total) };
      }
    }
    return { kind: 'done', text: MESSAGES.started(tickets.length) };
  };

  const saveAll = async (format: BatchFormat, ...[tickets, say, signal]: Parameters<Work>): Promise<DownloadNews> => {
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
  };

  return {
    news,
    isRunning: news?.kind === 'running',
    downloadEach: () => run(saveEach),
    downloadFile: (format: BatchFormat) => run((...parts) => saveAll(format, ...parts)),
    cancel: () => running.current?.abort(),
  };
}
