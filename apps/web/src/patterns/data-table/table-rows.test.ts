import { describe, expect, it } from 'vitest';
import { titleCutCell } from './table-rows.tsx';

/** A cell with a text in a box of some width, as far as its tooltip needs it. */
function cellOf(textContent: string, needsPx: number) {
  const attributes = new Map<string, string>();
  const cell = {
    textContent,
    scrollWidth: needsPx,
    clientWidth: 100,
    scrollHeight: 20,
    clientHeight: 20,
    dataset: {} as Record<string, string>,
    querySelectorAll: () => [],
    hasAttribute: (name: string) => attributes.has(name),
    removeAttribute: (name: string) => attributes.delete(name),
    get title() {
      return attributes.get('title') ?? '';
    },
    set title(value: string) {
      attributes.set('title', value);
    },
  };
  const hover = (): string => {
    titleCutCell(cell as unknown as HTMLElement);
    return cell.title;
  };
  return { cell, hover };
}

describe('the tooltip of a cell whose text is cut off', () => {
  it('TBL-02 follows the text, and goes when all of it is shown', () => {
    const { cell, hover } = cellOf('Harbor Street Parking Deck', 180);
    expect(hover()).toBe('Harbor Street Parking Deck');
    // The row shows another record, because the list was fetched again.
    cell.textContent = 'Bridge over the Tarnwick';
    expect(hover()).toBe('Bridge over the Tarnwick');
    cell.scrollWidth = 100;
    expect(hover()).toBe('');
    cell.scrollWidth = 180;
    expect(hover()).toBe('Bridge over the Tarnwick');
  });

  it("TBL-12 leaves the cell's own tooltip", () => {
    const { cell, hover } = cellOf('17:30', 180);
    cell.title = '11/16/2026 17:30:12';
    expect([hover(), hover()]).toEqual(['11/16/2026 17:30:12', '11/16/2026 17:30:12']);
  });
});
