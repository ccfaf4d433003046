import { onTestFinished } from 'vitest';
import { copyTestDatabase } from '../test-database.ts';
import { startTestIssuer } from '../test-issuer.ts';
import type { Ground } from './torture.ts';

/** Opens what a part runs on, for one test. */
export async function openGround(): Promise<Ground> {
  const [issuer, copy] = await Promise.all([startTestIssuer(), copyTestDatabase('demo')]);
  onTestFinished(async () => {
    issuer.stop();
    await copy.remove();
  });
  return { databaseUrl: copy.url, issuer };
}
