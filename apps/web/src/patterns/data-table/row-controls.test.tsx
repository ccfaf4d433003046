import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SelectionCount } from './row-controls.tsx';

const html = (...ids: string[]) =>
  renderToStaticMarkup(<SelectionCount selection={{ ids: new Set(ids), onChange: () => undefined, isPaused: false }} />);

describe('the count of selected rows', () => {
  it('TKT-01 is a status before there is anything to say, so that the first row is announced', () => {
    expect(html()).toContain('<span role="status"></span>');
    expect(html()).not.toContain('<button');
    expect(html('a', 'b')).toContain('<span role="status">2 selected</span><button');
  });
});
