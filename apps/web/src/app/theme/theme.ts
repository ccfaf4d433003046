import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { ACCENT_SHADE, accentShades, hoverOf, readableOn, textOn } from './accent.ts';

const FONT = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** A lighter shade, so that a filled button stands out from a dark background. */
const ACCENT_SHADE_IN_DARK = 3;
/** Links must stand out from the muted text around them, which has a contrast of 7.8 on a card. */
const LINK_CONTRAST_IN_DARK = 8;

/** Fields are as high as the buttons beside them, with a mouse and on a touch screen. */
const FIELD_SIZE = { size: 'md' } as const;
const FIELD = {
  defaultProps: FIELD_SIZE,
  vars: () => ({ wrapper: { '--input-height': 'var(--control-height)', '--input-fz': 'var(--font-field)' } }),
};

/** Returns the portal's theme with a supplier's accent colour. */
export function createPortalTheme(accentColor: string): MantineThemeOverride {
  return createTheme({
    colors: { accent: accentShades(accentColor), gray: LIGHT_SLATE, dark: DARK_SLATE },
    primaryColor: 'accent',
    primaryShade: { light: ACCENT_SHADE, dark: ACCENT_SHADE_IN_DARK },
    autoContrast: true,
    // The luminance at which black and white text have the same contrast, so that the better one is always used.
    luminanceThreshold: 0.179,
    black: LIGHT_SLATE[9],
    fontFamily: FONT,
    headings: {
      fontFamily: FONT,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.25rem', lineHeight: '1.4' },
        h2: { fontSize: '1rem', lineHeight: '1.5' },
        h3: { fontSize: '0.875rem', lineHeight: '1.43' },
      },
    },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    lineHeights: { xs: '1.33', sm: '1.38', md: '1.43', lg: '1.5', xl: '1.4' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
    breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
    radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
    defaultRadius: 'sm',
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    variantColorResolver: accentColors,
    components: { Input: FIELD, InputWrapper: { defaultProps: FIELD_SIZE } },
  });
}

/** Uses the text colour for the active scheme's accent shade. Mantine's default only considers the light scheme. */
const accentColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isAccent = input.color === undefined || input.color === input.theme.primaryColor;
  return input.variant === 'filled' && isAccent ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors;
};

/** Sets Mantine's variables from tokens.css, so that both use one palette, and the accent text colour of each scheme. */
export const portalVariables: CSSVariablesResolver = (theme) => {
  const accent = theme.colors.accent?.[ACCENT_SHADE] ?? theme.black;
  const shared = {
    '--mantine-color-body': 'var(--ground)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--negative)',
  };
  const shades = theme.colors.accent ?? [];
  const fill = (shade: number): string => shades[shade] ?? accent;
  return {
    variables: {},
    light: { ...shared, ...accentVariables(readableOn(accent, HARDEST_GROUND.light), fill(ACCENT_SHADE)) },
    dark: { ...shared, ...accentVariables(readableOn(accent, DARK_SURFACE, LINK_CONTRAST_IN_DARK), fill(ACCENT_SHADE_IN_DARK)) },
  };
};

/** A supplier may choose any colour. This makes text in it and on it readable for every component variant (AA). */
function accentVariables(accentText: string, fill: string): Record<`--${string}`, string> {
  const text = textOn(fill, LIGHT_SLATE[9]);
  return {
    '--accent-text': accentText,
    '--mantine-primary-color-contrast': text,
    '--mantine-color-accent-filled-hover': hoverOf(fill, text),
    '--mantine-color-accent-text': 'var(--accent-text)',
    '--mantine-color-accent-outline': 'var(--accent-text)',
    '--mantine-color-accent-light': 'var(--hover)',
    '--mantine-color-accent-light-hover': 'var(--selected)',
    '--mantine-color-accent-light-color': 'var(--accent-text)',
  };
}

/** Slate from light to dark, for the light scheme. */
const LIGHT_SLATE = ['#f7f9fa', '#eef1f4', '#e1e6eb', '#cdd5dd', '#a9b5c1', '#7d8b99', '#586674', '#3e4b58', '#27323d', '#141c24'] as const;

/** Slate from text to background, for the dark scheme. */
const DARK_SLATE = ['#e3e9ef', '#b9c4cf', '#93a1af', '#5f6e7d', '#344150', '#27323e', '#1b242e', '#141c24', '#0e141b', '#0a0f14'] as const;

/** The background of cards in the dark scheme; `--surface` in tokens.css. */
export const DARK_SURFACE = DARK_SLATE[7];

/** The background with the least contrast to text; `--selected` in tokens.css. */
export const HARDEST_GROUND = { light: '#dde4ea', dark: '#243040' } as const;

/** Mantine's attribute for the active colour scheme. */
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Prints in the light scheme even if the screen is dark, because light text is not readable on paper. */
export function printInLightScheme(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(ATTRIBUTE);
    root.setAttribute(ATTRIBUTE, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen) root.setAttribute(ATTRIBUTE, onScreen);
  });
}
