import { ACCENT_SHADE, accentShades, hoverOf, readableOn, textOn } from './accent.ts';

/** A lighter shade, so that a filled button stands out from a dark background. */
export const ACCENT_SHADE_IN_DARK = 3;
/** Links must stand out from the muted text around them, which has a contrast of 7.8 on a card. */
const LINK_CONTRAST_IN_DARK = 8;

/** Slate from light to dark, for the light scheme. */
export const LIGHT_SLATE = [
  '#f7f9fa',
  '#eef1f4',
  '#e1e6eb',
  '#cdd5dd',
  '#a9b5c1',
  '#7d8b99',
  '#586674',
  '#3e4b58',
  '#27323d',
  '#141c24',
] as const;

/** Slate from text to background, for the dark scheme. */
export const DARK_SLATE = [
  '#e3e9ef',
  '#b9c4cf',
  '#93a1af',
  '#5f6e7d',
  '#344150',
  '#27323e',
  '#1b242e',
  '#141c24',
  '#0e141b',
  '#0a0f14',
] as const;

/** The background of cards in the dark scheme; `--surface` in tokens.css. */
export const DARK_SURFACE = DARK_SLATE[7];

/** The background with the least contrast to text; `--selected` in tokens.css. */
export const HARDEST_GROUND = { light: '#dde4ea', dark: '#243040' } as const;

type Variables = Record<`--${string}`, string>;

/**
 * The variables with a supplier's accent colour, which may be any colour: text in it and on it is readable in both schemes (AA). The names
 * are Mantine's, because its components read them, too.
 */
export function accentVariables(accentColor: string): { light: Variables; dark: Variables } {
  const shades = accentShades(accentColor);
  return {
    light: variablesOf(readableOn(accentColor, HARDEST_GROUND.light), shades[ACCENT_SHADE]),
    dark: variablesOf(readableOn(accentColor, DARK_SURFACE, LINK_CONTRAST_IN_DARK), shades[ACCENT_SHADE_IN_DARK]),
  };
}

function variablesOf(accentText: string, fill: string): Variables {
  const text = textOn(fill, LIGHT_SLATE[9]);
  return {
    '--accent-text': accentText,
    '--mantine-primary-color-filled': fill,
    '--mantine-primary-color-contrast': text,
    '--mantine-color-accent-filled-hover': hoverOf(fill, text),
  };
}
