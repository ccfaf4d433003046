import { Counter, Gauge, type Registry } from 'prom-client';
import { forScrape } from '#server/http/scrape';

/** The metrics about payments. */
export class PaymentMetrics {
  readonly #ended: Counter;
  readonly #disagreed: Counter;
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#ended = new Counter({
      name: 'payments_ended_total',
      help: 'Payments that came to an end, by result and method',
      labelNames: ['result', 'method'],
      registers: [registry],
    });
    this.#disagreed = new Counter({
      name: 'payments_disagreed_total',
      help: 'Payments about which the processor and our books disagree; somebody has to look at these',
      registers: [registry],
    });
  }

  ended(result: string, method: string): void {
    this.#ended.inc({ result, method });
  }

  disagreed(): void {
    this.#disagreed.inc();
  }

  /** Registers gauges of the payments whose outcome is unknown. */
  exportUnresolvedMetrics(flow: { countUnresolved(): Promise<number>; oldestOpenCardSeconds(): Promise<number> }): void {
    this.#watch('payments_unresolved', 'Payments whose end is not known yet', () => flow.countUnresolved());
    this.#watch('payments_oldest_card_seconds', 'How long the oldest card payment has been without a known end', () =>
      flow.oldestOpenCardSeconds(),
    );
  }

  #watch(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set((await forScrape(read())) ?? Number.NaN);
      },
    });
  }
}
