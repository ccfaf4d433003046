import { describe, expect, it } from 'vitest';
import { POLL_MS, problemOf, waitAfter } from './share-calls.ts';

describe('the calls of a shared board', () => {
  it('SHR-01 tell a server that refuses for a while from a lost connection and from a link that ended', () => {
    expect([404, 429, 503, 500, 401].map(problemOf)).toEqual(['gone', 'busy', 'busy', 'failed', 'failed']);
  });

  it('SHR-01 wait as long as the server says, so that refused calls do not become more', () => {
    const nowMs = Date.parse('2026-05-04T15:00:00Z');
    expect(waitAfter('busy', '2026-05-04T15:10:00Z', nowMs)).toBe(600_000);
    expect(waitAfter('busy', '2026-05-04T14:59:00Z', nowMs)).toBe(5000);
    expect(waitAfter('busy', undefined, nowMs)).toBe(POLL_MS);
    expect(waitAfter('failed', undefined, nowMs)).toBe(5000);
  });
});
