/** How large a document is shown: as wide as its window, or a fixed part of its natural size. */
export type Zoom = 'fit' | number;

const STEPS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 2.5, 3] as const;
/** A page as wide as a large screen would be a poster. */
const MAX_FIT_SCALE = 1.8;
/** A PDF counts 72 to the inch, a screen 96. */
const NATURAL_SCALE = 96 / 72;

/** Pixels of the page's width at this zoom for one of its own units. */
export function scaleOf(zoom: Zoom, pageWidth: number, windowWidth: number): number {
  const scale = zoom === 'fit' ? Math.min(windowWidth / pageWidth, MAX_FIT_SCALE) : zoom * NATURAL_SCALE;
  return Math.max(0.1, scale);
}

/** The share of its natural size that a scale stands for, as people read it: `125 %`. */
export function formatZoom(scale: number): string {
  return `${Math.round((scale / NATURAL_SCALE) * 100)}%`;
}

/** The next step up or down from the scale in use; the same where there is none. */
export function stepZoom(scale: number, direction: 'in' | 'out'): number {
  const now = scale / NATURAL_SCALE;
  const closeness = 0.005;
  const next = direction === 'in' ? STEPS.find((step) => step > now + closeness) : STEPS.findLast((step) => step < now - closeness);
  return next ?? now;
}
