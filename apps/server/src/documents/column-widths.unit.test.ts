import { describe, expect, it } from 'vitest';
import { layOutColumns } from './column-widths.ts';

const fixed = (natural: number) => ({ natural, canWrap: false });
const wrapping = (natural: number) => ({ natural, canWrap: true });
const totalOf = ({ widths, gap }: { widths: number[]; gap: number }) =>
  widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));

describe('layOutColumns', () => {
  it('gives the remaining width to the columns that wrap', () => {
    expect(layOutColumns(500, 10, [fixed(50), wrapping(100), fixed(80)])).toEqual({ widths: [50, 350, 80], gap: 10 });
  });

  it('spreads the columns if none wraps, so that the table reaches both edges', () => {
    const layout = layOutColumns(500, 10, [fixed(50), fixed(100), fixed(80)]);
    expect(layout.widths).toEqual([50, 100, 80]);
    expect(totalOf(layout)).toBeCloseTo(500);
  });

  it('takes missing width from the columns that wrap first', () => {
    expect(layOutColumns(500, 10, [fixed(50), wrapping(900), fixed(80)])).toEqual({ widths: [50, 350, 80], gap: 10 });
  });

  it('narrows all columns only if those that wrap can give no more', () => {
    const layout = layOutColumns(300, 10, [fixed(200), wrapping(900), fixed(200)]);
    expect(totalOf(layout)).toBeCloseTo(300);
    expect(Math.min(...layout.widths)).toBeGreaterThan(30);
  });

  it('fills the width with a single column', () => {
    expect(layOutColumns(500, 10, [wrapping(20)])).toEqual({ widths: [500], gap: 10 });
  });
});
