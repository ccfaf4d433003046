import { ensureWebBuilt } from '../../scripts/lib/web-build.mjs';

/** Vitest calls this before the first browser test: they test the built app, as users get it. */
export async function setup(): Promise<void> {
  await ensureWebBuilt();
}
