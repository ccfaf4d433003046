import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { ACCENT_SHADE, accentShades } from './accent.ts';
import { ACCENT_SHADE_IN_DARK, accentVariables, DARK_SLATE, LIGHT_SLATE } from './accent-variables.ts';

const FONT = "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
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

/** Sets Mantine's variables from tokens.css, so that both use one palette, and the accent colour's of each scheme. */
export const portalVariables: CSSVariablesResolver = (theme) => {
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
    '--mantine-color-accent-text': 'var(--accent-text)',
    '--mantine-color-accent-outline': 'var(--accent-text)',
    '--mantine-color-accent-light': 'var(--hover)',
    '--mantine-color-accent-light-hover': 'var(--selected)',
    '--mantine-color-accent-light-color': 'var(--accent-text)',
  };
  const { light, dark } = accentVariables(theme.colors.accent?.[ACCENT_SHADE] ?? theme.black);
  return { variables: {}, light: { ...shared, ...light }, dark: { ...shared, ...dark } };
};

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
