import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { ACCENT_SHADE, accentShades, contrast, hoverOf, readableOn, textOn } from './accent.ts';
import { DARK_SURFACE, HARDEST_GROUND } from './accent-variables.ts';
import { createPortalTheme, portalVariables } from './theme.ts';

const BRANDS = ['#2f4a63', '#ff6a00', '#ffe600', '#0b0b0b', '#fafafa', '#00a86b'];

describe('the accent', () => {
  it('measures contrast as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each(BRANDS)('SHL-24 %s is one of its shades unchanged, from light to dark', (brand) => {
    const shades = accentShades(brand);
    expect(shades[ACCENT_SHADE]).toBe(brand);
    const fromWhite = shades.map((shade) => contrast(shade, '#ffffff'));
    expect(fromWhite).toEqual([...fromWhite].sort((a, b) => a - b));
  });

  it.each(BRANDS)('SHL-24 %s is readable as text on the least favourable background of both schemes', (brand) => {
    for (const ground of Object.values(HARDEST_GROUND)) expect(contrast(readableOn(brand, ground), ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(BRANDS)('SHL-24 links in %s are no dimmer in the dark scheme than the muted text around them', (brand) => {
    const { dark } = portalVariables(mergeMantineTheme(DEFAULT_THEME, createPortalTheme(brand)));
    const link = dark['--accent-text'] ?? '';
    expect(contrast(link, DARK_SURFACE)).toBeGreaterThanOrEqual(8);
    expect(contrast(link, HARDEST_GROUND.dark)).toBeGreaterThanOrEqual(4.5);
  });

  it('does not change an accent that is readable', () => {
    expect(readableOn('#2f4a63', '#ffffff')).toBe('#2f4a63');
  });

  // Medium colours are the hard case: white text is no longer readable on them, and the portal's dark text not yet.
  it.each(['#ffffff', '#ffe14d', '#ff9800', '#8a8f94', '#7f7f7f', '#7a7f84', '#e0457b', '#00a37a', '#2f5d7c', '#000000'])(
    'SHL-24 text on %s stays readable, in both schemes and when hovered',
    (accent) => {
      const shades = accentShades(accent);
      for (const fill of [shades[ACCENT_SHADE], shades[3]]) {
        const text = textOn(fill ?? '', '#141c24');
        expect(contrast(text, fill ?? '')).toBeGreaterThanOrEqual(4.5);
        expect(contrast(text, hoverOf(fill ?? '', text))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
