/** Red, green and blue from 0 to 1, in sRGB. */
type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function print(colour: Rgb): string {
  const byte = (share: number): string =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${colour.map(byte).join('')}`;
}

function toLight(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function fromLight(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Mixes the cube roots of linear light, where equal steps look about equal. */
function mix(hex: string, other: string, otherShare: number): string {
  const [one, two] = [parse(hex), parse(other)];
  const blend = one.map((share, index) => {
    const from = Math.cbrt(toLight(share));
    const to = Math.cbrt(toLight(two[index] ?? 0));
    return fromLight((from + (to - from) * otherShare) ** 3);
  });
  return print([blend[0] ?? 0, blend[1] ?? 0, blend[2] ?? 0]);
}

function luminance(hex: string): number {
  const [red, green, blue] = parse(hex).map(toLight);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Returns the WCAG 2 contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The index of the brand's colour among the ten shades. */
export const ACCENT_SHADE = 7;
const TINTS = [0.94, 0.86, 0.72, 0.58, 0.44, 0.28, 0.12] as const;
const SHADES = [0.18, 0.34] as const;

type Shades = [string, string, string, string, string, string, string, string, string, string];

/** Returns ten shades around the brand's colour, from light to dark. */
export function accentShades(accent: string): Shades {
  const tints = TINTS.map((share) => mix(accent, '#ffffff', share));
  const shades = SHADES.map((share) => mix(accent, '#000000', share));
  return [...tints, accent, ...shades] as Shades;
}

const READABLE_CONTRAST = 4.5;
const STEPS = 20;
const HOVER_SHARE = 0.18;

/** Moves the accent towards black or white until text in it has enough contrast to the background: AA, or `least`. */
export function readableOn(accent: string, background: string, least: number = READABLE_CONTRAST): string {
  const target = luminance(background) > 0.4 ? '#000000' : '#ffffff';
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = mix(accent, target, step / STEPS);
    if (contrast(candidate, background) >= least) return candidate;
  }
  return target;
}

/** Returns the text colour for a fill: white or the portal's dark text colour if readable, or else black, which then is. */
export function textOn(fill: string, ink: string): string {
  return ['#ffffff', ink].find((text) => contrast(text, fill) >= READABLE_CONTRAST) ?? '#000000';
}

/** Returns the hover colour of a fill: darker, or lighter if its text would not be readable. */
export function hoverOf(fill: string, text: string): string {
  const darker = mix(fill, '#000000', HOVER_SHARE);
  return contrast(darker, text) >= READABLE_CONTRAST ? darker : mix(fill, '#ffffff', HOVER_SHARE);
}
