import { describe, expect, it } from 'vitest';
import { ACCENT_SHADE, accentShades, contrast, readableOn } from './accent.ts';
import { HARDEST_GROUND } from './slate.ts';

const BRANDS = ['#2f4a63', '#ff6a00', '#ffe600', '#0b0b0b', '#fafafa', '#00a86b'];

describe('the accent', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each(BRANDS)('SHL-24 %s stands among its shades unchanged, from light to dark', (brand) => {
    const shades = accentShades(brand);
    expect(shades[ACCENT_SHADE]).toBe(brand);
    const fromWhite = shades.map((shade) => contrast(shade, '#ffffff'));
    expect(fromWhite).toEqual([...fromWhite].sort((a, b) => a - b));
  });

  it.each(BRANDS)('SHL-24 %s is readable as text on the hardest ground of both schemes', (brand) => {
    for (const ground of Object.values(HARDEST_GROUND)) expect(contrast(readableOn(brand, ground), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('leaves an accent alone that is readable as it is', () => {
    expect(readableOn('#2f4a63', '#ffffff')).toBe('#2f4a63');
  });
});
