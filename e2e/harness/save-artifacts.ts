import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { endTraceChunk } from './browser.ts';
import { untilSharedPortal } from './shared-portal.ts';

const FOLDER = join(import.meta.dirname, '../../test-results');

await untilSharedPortal();

// A failed browser test leaves a screenshot of each open page and a trace (open it with `npx playwright show-trace`).
afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === 'fail';
  const name = `${task.file.name.replace(/^.*\//, '').replace(/\.test\.ts$/, '')}-${task.name}`.replace(/[^\w-]+/g, '-').slice(0, 120);
  if (hasFailed) mkdirSync(FOLDER, { recursive: true });
  await endTraceChunk(hasFailed ? join(FOLDER, name) : undefined);
});
