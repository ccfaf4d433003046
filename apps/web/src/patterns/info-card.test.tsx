import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { InfoCard } from './info-card.tsx';

const rows = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({ label: `Label ${index + 1}`, value: `Value ${index + 1}` }));

describe('the information card', () => {
  it('ORD-11 shows four rows and offers the rest', () => {
    const html = renderToStaticMarkup(<InfoCard title="Information" rows={rows(9)} />);
    expect(html.match(/<dt/g)).toHaveLength(4);
    expect(html).toContain('Show more');
  });

  it('TKT-14 offers nothing more if there are no more rows', () => {
    const html = renderToStaticMarkup(<InfoCard title="Information" rows={rows(4)} />);
    expect(html.match(/<dt/g)).toHaveLength(4);
    expect(html).not.toContain('Show more');
  });

  it('shows a dash for missing values, and a zero as it is', () => {
    const html = renderToStaticMarkup(
      <InfoCard
        title="Information"
        rows={[
          { label: 'A', value: null },
          { label: 'B', value: 0 },
        ]}
      />,
    );
    expect(html).toContain('–</dd>');
    expect(html).toContain('0</dd>');
  });
});
