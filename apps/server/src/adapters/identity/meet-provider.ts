import { MINUTE_MS } from '@yardage/domain/durations';
import type { Logger } from 'pino';
import type { IdentityPort } from './port.ts';

/**
 * Asks the identity provider for its metadata until it has responded. Browsers ask it first, so without this a wrong setting would only be
 * seen in the console of somebody who cannot sign in. A start does not wait for it.
 */
export async function meetProvider(
  identity: Pick<IdentityPort, 'introduce'>,
  log: Pick<Logger, 'warn'>,
  pauseMs = MINUTE_MS,
): Promise<void> {
  let told: string | undefined;
  for (;;) {
    const fault = await identity.introduce?.().then(() => undefined, faultOf);
    if (fault === undefined) return;
    if (fault !== told) log.warn(`OIDC_ISSUER: ${fault}. Nobody can sign in until this is corrected`);
    told = fault;
    await new Promise((done) => setTimeout(done, pauseMs).unref());
  }
}

function faultOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return [message ?? 'the identity provider cannot be asked', cause?.code].filter(Boolean).join(', ');
}
