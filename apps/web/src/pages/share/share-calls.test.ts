import { describe, expect, it } from 'vitest';
import { POLL_MS, problemOf, waitAfter } from './share-calls.ts';

describe('the calls of a shared board', () => {
  it('SHR-01 tell a server that refuses for a while from a lost connection and from a link that ended', () => {
    expect([404, 429, 503, 500, 401].map(problemOf)).toEqual(['gone', 'busy', 'busy', 'failed', 'failed']);
  });

  it('SHR-01 wait as long as the server says, so that refused calls do not become more', () => {
    expect(waitAfter('busy', '600')).toBe(600_000);
    expect(waitAfter('busy', '1')).toBe(5000);
    expect(waitAfter('busy', null)).toBe(POLL_MS);
    expect(waitAfter('failed', null)).toBe(5000);
  });
});
