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
