import type { Virtualizer } from '@tanstack/react-virtual';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { cardLines, scrollAfterMount } from './card-list.tsx';
import { TableEmptyState } from './data-table.tsx';

const html = (text: string | undefined) =>
  renderToStaticMarkup(<TableEmptyState text={text} hasFilters={false} onClearFilters={() => undefined} />);

describe('a table without rows and filters', () => {
  it("TBL-03 says 'No Data Available', unless the page has its own text", () => {
    expect(html(undefined)).toContain('No Data Available');
    expect(html('No orders in these days.')).toContain('No orders in these days.');
  });
});

describe("a phone's card", () => {
  it('INV-07 TBL-01 has every aside, also without a fact beside it', () => {
    expect(cardLines(['address'], ['date'])).toEqual([{ fact: 'address', aside: 'date' }]);
    expect(cardLines([], ['date'])).toEqual([{ fact: 'date', aside: undefined }]);
    expect(cardLines(['address', 'mix'], ['date'])).toEqual([
      { fact: 'address', aside: 'date' },
      { fact: 'mix', aside: undefined },
    ]);
  });
});

describe('the window of a list of cards', () => {
  it('TBL-01 is not scrolled when the list is mounted; later it is, even to the offset that the virtualizer has already', () => {
    const scrollTo = vi.fn();
    const virtualizer = { scrollElement: { scrollTo }, options: { horizontal: false }, scrollOffset: 300 };
    const lines = virtualizer as unknown as Virtualizer<Window, HTMLLIElement>;
    const scroll = scrollAfterMount();
    scroll(300, {}, lines);
    expect(scrollTo).not.toHaveBeenCalled();
    // A card above the screen turned out to be 40 px higher. The second call is such a correction, deferred while the list was touched.
    scroll(300, { adjustments: 40 }, lines);
    lines.scrollOffset = 380;
    scroll(380, {}, lines);
    expect(scrollTo.mock.calls.map(([{ top }]) => top)).toEqual([340, 380]);
    // Another list has its own mount.
    scrollAfterMount()(380, {}, lines);
    expect(scrollTo).toHaveBeenCalledTimes(2);
  });
});
