import { useEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';

import type { DownloadedTicket, DownloadNews } from './download-tickets.ts';
import type { BatchFormat } from './tickets.api.ts';
import { DOWNLOAD_MESSAGES as MESSAGES } from './tickets.messages.ts';

/** How long a successful or cancelled outcome is shown. A failure stays until the next attempt. */
const OUTCOME_MS = 6000;

/** Downloads the selected tickets. Only one download runs at a time, and it can be cancelled (TKT-15 to TKT-19). */
export function useTicketDownloads(selected: readonly DownloadedTicket[]) {
  const customer = useCustomer();
  const [news, setNews] = useState<DownloadNews | null>(null);
  const running = useRef<AbortController | null>(null);
  const gone = useRef(new Set<number>());
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (news?.kind !== 'done' && news?.kind !== 'stopped') return;
    const timer = setTimeout(() => setNews(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const download = async (format?: BatchFormat): Promise<void> => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      // Loaded on the first download, because most visits to the list need none.
      const { downloadTickets } = await import('./download-tickets.ts');
      const say = (text: string): void => setNews({ kind: 'running', text });
      const outcome = await downloadTickets(selected, format, { customer, gone: gone.current, say, signal: controller.signal });
      if (outcome) setNews(outcome);
    } catch {
      setNews({ kind: 'failed', text: MESSAGES.fileFailed });
    } finally {
      running.current = null;
    }
  };

  return {
    news,
    isRunning: news?.kind === 'running',
    downloadEach: () => download(),
    downloadFile: (format: BatchFormat) => download(format),
    cancel: () => running.current?.abort(),
  };
}
