import { describe, expect, it } from 'vitest';
import { clampSize, fitColumns } from './fit-columns.ts';

const columns = [
  { id: 'order', size: 100 },
  { id: 'job', size: 200, canGrow: true },
  { id: 'mix', size: 200, canGrow: true },
];

describe('column widths', () => {
  it('TBL-02 stay between 60 and 500', () => {
    expect([10, 59.6, 60, 333.4, 500, 9000].map(clampSize)).toEqual([60, 60, 60, 333, 500, 500]);
    expect(fitColumns(columns, { order: 5, job: 9000 }, 0)).toEqual({ order: 60, job: 500, mix: 200 });
  });

  it('share what is left over among the growing columns nobody has set', () => {
    expect(fitColumns(columns, {}, 701)).toEqual({ order: 100, job: 300, mix: 301 });
    expect(fitColumns(columns, { job: 200 }, 700)).toEqual({ order: 100, job: 200, mix: 400 });
    expect(fitColumns(columns, {}, 5000)).toEqual({ order: 100, job: 500, mix: 500 });
  });

  it('never shrink below what the page declares', () => {
    expect(fitColumns(columns, {}, 120)).toEqual({ order: 100, job: 200, mix: 200 });
  });
});
