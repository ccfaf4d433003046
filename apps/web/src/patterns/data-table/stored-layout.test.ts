import { describe, expect, it } from 'vitest';
import { readLayout } from './stored-layout.ts';

describe('a remembered table layout', () => {
  it('comes back as it was', () => {
    const layout = { sizes: { job: 240 }, shown: { plant: true } };
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it.each([undefined, null, 7, 'x', [], { sizes: 3, shown: 'x' }, { sizes: { job: 'wide' }, shown: { plant: 1 } }])(
    'is empty where storage holds %j',
    (stored) => {
      expect(readLayout(stored)).toEqual({ sizes: {}, shown: {} });
    },
  );

  it('TBL-02 keeps widths within the limits', () => {
    expect(readLayout({ sizes: { job: 9999, mix: 1 } }).sizes).toEqual({ job: 500, mix: 60 });
  });
});
