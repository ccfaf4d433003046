import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endStart, endStartOfLayout } from './end-start.ts';

/** As much of the page as the end of the start uses. */
function openPage({ hasRows }: { hasRows: boolean }) {
  const window = new EventTarget();
  const screen = {
    dataset: {} as Record<string, string>,
    querySelector: () => (hasRows ? {} : null),
    remove: () => {
      shown.isShown = false;
    },
  };
  const shown = { isShown: true, screen, window };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { documentElement: { dataset: { start: 'layout' } }, getElementById: () => (shown.isShown ? screen : null) });
  return shown;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the start of a page', () => {
  it('SHL-17 goes when the layout is there, but its first rows stay until the list has rendered its own', () => {
    const bars = openPage({ hasRows: false });
    endStartOfLayout();
    expect(bars.isShown).toBe(false);
    const list = openPage({ hasRows: true });
    endStartOfLayout();
    expect(list.screen.dataset).toHaveProperty('rows');
    expect(list.isShown).toBe(true);
    endStart();
    expect(list.isShown).toBe(false);
  });

  it.each(['pointerdown', 'keydown', 'wheel', 'touchmove', 'popstate'])('goes at once if the page is used: %s', (use) => {
    const page = openPage({ hasRows: true });
    endStartOfLayout();
    page.window.dispatchEvent(new Event('mousemove'));
    expect(page.isShown).toBe(true);
    page.window.dispatchEvent(new Event(use));
    expect(page.isShown).toBe(false);
  });

  it('goes after five seconds, whatever the list does', () => {
    const page = openPage({ hasRows: true });
    endStartOfLayout();
    vi.advanceTimersByTime(4999);
    expect(page.isShown).toBe(true);
    vi.advanceTimersByTime(1);
    expect(page.isShown).toBe(false);
  });
});
