import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Handshakes } from './handshakes.ts';

const OFFICE = '192.0.2.1';

/** Returns how many of so many connections an address may open. */
const open = (handshakes: Handshakes, count: number, isAuthenticated: boolean): object[] =>
  Array.from({ length: count }, () => ({})).filter((connection) => {
    if (!handshakes.mayOpen(OFFICE)) return false;
    handshakes.opened(OFFICE, connection);
    if (isAuthenticated) handshakes.release(OFFICE, connection);
    return true;
  });

describe('connections of one address', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('API-23 are 500 at once and 50 a second after that, also if each is authenticated', () => {
    const handshakes = new Handshakes();
    expect(open(handshakes, 700, true)).toHaveLength(500);
    expect(handshakes.mayOpen('192.0.2.2')).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(open(handshakes, 700, true)).toHaveLength(50);
  });

  it('API-23 are 100 while none is authenticated, and one more for each that is authenticated or closed', () => {
    const handshakes = new Handshakes();
    const opened = open(handshakes, 300, false);
    expect(opened).toHaveLength(100);
    expect(handshakes.mayOpen('192.0.2.2')).toBe(true);
    for (const connection of opened.slice(0, 3)) {
      handshakes.release(OFFICE, connection);
      // It is authenticated, then closed.
      handshakes.release(OFFICE, connection);
    }
    expect(open(handshakes, 300, false)).toHaveLength(3);
  });
});
