import type { Logger } from 'pino';

/**
 * Stops cleanly on Ctrl-C or a termination signal: runs the steps in order, then exits with 0. Exits with 1 if they take longer than the
 * limit. A second signal exits at once.
 */
export function stopOnSignal(log: Logger, limitMs: number, steps: readonly (() => Promise<unknown>)[]): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ limitMs }, 'stopping took longer than STOP_DELAY_SECONDS and STOP_LIMIT_SECONDS together; work under way was cut off');
      process.exit(1);
    }, limitMs).unref();
    for (const step of steps) await step().catch((error) => log.error({ err: error }, 'stopping failed'));
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
