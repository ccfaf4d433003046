import { describe, expect, it } from 'vitest';
import { suspicionOf, UNUSED_SECONDS } from './outgoing-hold.service.ts';

const NOW = { identity: '7000/16384', timeline: '00000001' };
const known = (change: object = {}) => ({
  ...NOW,
  seenAt: '2026-11-17T10:00:00.000Z',
  unusedSeconds: 5,
  heldSince: null,
  heldReason: null,
  ...change,
});

/** A process that has just started, in production. */
const UNKNOWN = { isComplete: false, checksAge: true };

describe('RUN-07 a database is taken for a restored one', () => {
  it('if it is another database than before, whenever that was', () => {
    expect(suspicionOf(known({ identity: '7000/16385' }), NOW, { isComplete: true, checksAge: false })).toBe('other-database');
  });

  it('if it was recovered to a point in time, but not after a failover', () => {
    const after = { ...NOW, timeline: '00000002' };
    expect(suspicionOf(known({ unusedSeconds: 3600 }), after, UNKNOWN)).toBe('earlier-state');
    expect(suspicionOf(known({ unusedSeconds: 60 }), after, UNKNOWN)).toBeUndefined();
    // However long it took: a process that ran through it finds its own last note.
    expect(suspicionOf(known({ unusedSeconds: 3600 }), after, { ...UNKNOWN, isComplete: true })).toBeUndefined();
  });

  it('if nobody used it for half a day, except in the demo, and not after a shorter pause', () => {
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS + 1 }), NOW, UNKNOWN)).toBe('unused-for-long');
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS + 1 }), NOW, { ...UNKNOWN, checksAge: false })).toBeUndefined();
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS - 1 }), NOW, UNKNOWN)).toBeUndefined();
  });
});
