import { describe, expect, it } from 'vitest';
import { suspicionOf, UNUSED_SECONDS } from './outgoing-hold.service.ts';

const NOW = { identity: '7000/16384', timeline: '00000001' };
const known = (change: object = {}) => ({ ...NOW, unusedSeconds: 5, heldSince: null, heldReason: null, ...change });

describe('RUN-07 a database is taken for a restored one', () => {
  it('if it is another database than before, whenever that was', () => {
    expect(suspicionOf(known({ identity: '7000/16385' }), NOW, false)).toBe('other-database');
  });

  it('if it was recovered to a point in time, but not after a failover', () => {
    const after = { ...NOW, timeline: '00000002' };
    expect(suspicionOf(known({ unusedSeconds: 3600 }), after, true)).toBe('earlier-state');
    expect(suspicionOf(known({ unusedSeconds: 60 }), after, true)).toBeUndefined();
  });

  it('if nobody used it for half a day, except in the demo, and not after a shorter pause', () => {
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS + 1 }), NOW, true)).toBe('unused-for-long');
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS + 1 }), NOW, false)).toBeUndefined();
    expect(suspicionOf(known({ unusedSeconds: UNUSED_SECONDS - 1 }), NOW, true)).toBeUndefined();
  });
});
