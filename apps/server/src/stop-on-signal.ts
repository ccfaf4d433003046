import type { Logger } from 'pino';

const GIVE_UP_AFTER_MS = 15_000;

/** Stops cleanly on Ctrl-C or a termination signal: runs the steps in order, then exits. A second signal exits at once. */
export function stopOnSignal(log: Logger, steps: readonly (() => Promise<unknown>)[]): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref();
    for (const step of steps) await step().catch((error) => log.error({ err: error }, 'stopping failed'));
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
