import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cardLines } from './card-list.tsx';
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
