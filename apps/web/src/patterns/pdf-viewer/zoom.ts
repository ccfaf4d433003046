/** The zoom: 'fit' for the window's width, or a factor of the natural size. */
export type Zoom = 'fit' | number;

const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3] as const;
/** Limits 'fit' on large screens, where a page would be as large as a poster. */
const MAX_FIT_SCALE = 1.8;
/** A PDF has 72 units per inch, a screen 96 pixels. */
const NATURAL_SCALE = 96 / 72;

/** Returns the pixels per PDF unit at this zoom. */
export function scaleOf(zoom: Zoom, pageWidth: number, windowWidth: number): number {
  const scale = zoom === 'fit' ? Math.min(windowWidth / pageWidth, MAX_FIT_SCALE) : zoom * NATURAL_SCALE;
  return Math.max(0.1, scale);
}

/** Returns a scale as a percentage of the natural size, such as `125%`. */
export function formatZoom(scale: number): string {
  return `${Math.round((scale / NATURAL_SCALE) * 100)}%`;
}

/** Returns the next zoom step up or down, or the current zoom if there is none. */
export function stepZoom(scale: number, direction: 'in' | 'out'): number {
  const now = scale / NATURAL_SCALE;
  const closeness = 0.005;
  const next = direction === 'in' ? STEPS.find((step) => step > now + closeness) : STEPS.findLast((step) => step < now - closeness);
  return next ?? now;
}
