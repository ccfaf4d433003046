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

  /** Registers a gauge of payments whose outcome is unknown. */
  watchUnresolved(count: () => Promise<number>): void {
    new Gauge({
      name: 'payments_unresolved',
      help: 'Payments whose end is not known yet',
      registers: [this.#registry],
      async collect() {
        this.set((await forScrape(count())) ?? Number.NaN);
      },
    });
  }
}
