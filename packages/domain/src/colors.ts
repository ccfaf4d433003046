import { ACCENT_MESSAGES } from './rules.messages.ts';

/** A colour as `#rrggbb`. */
export const COLOUR_PATTERN = /^#[0-9a-f]{6}$/i;

/** The least contrast of an accent colour with white paper, as of any graphic that carries meaning (WCAG 1.4.11). */
const MIN_ACCENT_CONTRAST = 3;

/** Returns the relative luminance of a colour, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const channel = (start: number): number => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns why a colour cannot be the accent; null if it can. */
export function accentFault(colour: string): string | null {
  if (!COLOUR_PATTERN.test(colour)) return ACCENT_MESSAGES.notAColour;
  return contrastOf(colour, '#ffffff') < MIN_ACCENT_CONTRAST ? ACCENT_MESSAGES.tooLight : null;
}
