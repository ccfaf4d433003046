import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CutNote } from './cut-note.tsx';

const textOf = (props: Parameters<typeof CutNote>[0]) => renderToStaticMarkup(<CutNote {...props} />).replace(/<[^>]*>/g, '');

describe('the note below a list that is cut', () => {
  it('APY-06 INV-12 says how many there are, and nothing if all are shown or their number is not known', () => {
    expect(textOf({ shown: 500, count: 1204, which: 'first' })).toBe('Only the first 500 of 1,204 are shown.');
    expect(textOf({ shown: 100, count: 101, which: 'last' })).toBe('Only the last 100 of 101 are shown.');
    expect(textOf({ shown: 100, count: 'more' })).toBe('Only the last 100 are shown.');
    expect(textOf({ shown: 100, count: 100, which: 'last' })).toBe('');
    expect(textOf({ shown: 100, count: undefined, which: 'last' })).toBe('');
  });
});
