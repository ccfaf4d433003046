import { describe, expect, it } from 'vitest';
import { layOutColumns } from './column-widths.ts';

const fixed = (natural: number, least = natural) => ({ natural, least, canWrap: false, isNumber: false });
const number = (natural: number) => ({ ...fixed(natural), isNumber: true });
const wrapping = (natural: number, least = 0) => ({ ...fixed(natural, least), canWrap: true });
const totalOf = ({ widths, gap }: { widths: number[]; gap: number }) =>
  widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));

describe('layOutColumns', () => {
  it('gives the remaining width to the columns that wrap', () => {
    expect(layOutColumns(500, 10, [fixed(50), wrapping(100), fixed(80)])).toEqual({ widths: [50, 350, 80], gap: 10, scale: 1 });
  });

  it('spreads the columns if none wraps, so that the table reaches both edges', () => {
    const layout = layOutColumns(500, 10, [fixed(50), fixed(100), fixed(80)]);
    expect(layout.widths).toEqual([50, 100, 80]);
    expect(totalOf(layout)).toBeCloseTo(500);
  });

  it('takes missing width from the columns that wrap first', () => {
    expect(layOutColumns(500, 10, [fixed(50), wrapping(900), fixed(80)])).toEqual({ widths: [50, 350, 80], gap: 10, scale: 1 });
  });

  it('then breaks texts of other columns at their spaces, and never inside a word', () => {
    const layout = layOutColumns(300, 10, [fixed(100), wrapping(900, 90), fixed(110, 60)]);
    expect(layout).toEqual({ widths: [100, 90, 90], gap: 10, scale: 1 });
  });

  it('then breaks words of the columns that wrap, and never numbers', () => {
    const layout = layOutColumns(300, 10, [fixed(100), wrapping(900, 200), number(100)]);
    expect(layout).toEqual({ widths: [100, 80, 100], gap: 10, scale: 1 });
  });

  it('then takes a smaller font, so that no word or number is broken', () => {
    const { widths, scale } = layOutColumns(300, 10, [fixed(150), wrapping(900), number(100)]);
    expect(scale).toBeCloseTo(280 / 322);
    expect(widths[0]).toBeCloseTo(150 * scale);
    expect(widths[2]).toBeCloseTo(100 * scale);
  });

  it('and at last cuts the widest texts, but no numbers', () => {
    const layout = layOutColumns(300, 10, [fixed(600), wrapping(900), fixed(40), number(100)]);
    expect(totalOf(layout)).toBeCloseTo(300);
    expect(layout.widths[3]).toBeCloseTo(100 * layout.scale);
    expect(layout.widths[2]).toBeCloseTo(40 * layout.scale);
  });

  it('fits any widths', () => {
    for (const columns of [[number(900), number(900)], [fixed(900), number(900)], Array.from({ length: 20 }, () => fixed(200))]) {
      const layout = layOutColumns(300, 10, columns);
      expect(totalOf(layout)).toBeCloseTo(300);
      expect(Math.min(...layout.widths)).toBeGreaterThan(0);
    }
  });

  it('fills the width with a single column', () => {
    expect(layOutColumns(500, 10, [wrapping(20)])).toEqual({ widths: [500], gap: 10, scale: 1 });
  });
});
