import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/database/database';
import { forScrape } from '#server/http/scrape';
import { countMails } from './mail-queue.queries.ts';

/** Registers the metrics about mail. */
export function exportMailMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'mails',
    help: 'Mails that wait to be sent, and mails that were refused for good',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await forScrape(countMails(database));
      this.set({ state: 'waiting' }, counts?.waiting ?? Number.NaN);
      this.set({ state: 'failed' }, counts?.failed ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'mail_oldest_waiting_seconds',
    help: 'How long the oldest mail that is not sent yet has been waiting',
    registers: [registry],
    async collect() {
      this.set((await forScrape(countMails(database)))?.oldestSeconds ?? Number.NaN);
    },
  });
}
