import { ensureWebBuilt } from '../../scripts/lib/web-build.mjs';

/** Vitest calls it before the first browser test: they look at what people get, the built app. */
export async function setup(): Promise<void> {
  await ensureWebBuilt();
}
