import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from './observability.ts';

describe('the log during an outage', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has one line per kind of error and time, and says how many were left out', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const outage = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (let index = 0; index < 1000; index += 1) {
      log.error({ err: outage(), reqId: `request-${index}` }, 'request failed');
      log.error({ err: new Error('job failed', { cause: outage() }) }, 'round failed');
    }
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2).map((line) => JSON.parse(line).repeated)).toEqual([999, 999]);
    log.error({ err: outage() }, 'request failed');
    expect(lines).toHaveLength(5);
  });

  it('keeps the lines of other errors, and all below a warning', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    for (let index = 0; index < 10; index += 1) {
      log.error({ err: new TypeError('not a function') }, 'request failed');
      log.info({ index }, 'request');
    }
    expect(lines).toHaveLength(20);
  });
});
