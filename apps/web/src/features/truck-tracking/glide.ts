/** A pin's position and heading. */
export interface PinPlace {
  longitude: number;
  latitude: number;
  /** Degrees clockwise from north. */
  heading: number;
}

/** A pin's movement from one position to the next. */
export interface Glide {
  from: PinPlace;
  to: PinPlace;
  startMs: number;
  endMs: number;
}

/** A pin moves for as long as the next position takes to arrive, so it moves steadily like a truck. */
export const GLIDE_MS = 20_000;
/** A position further away than this (about two miles) cannot be seconds of driving. The pin jumps there instead of gliding. */
const MAX_GLIDE_DEGREES = 0.03;

/** Returns a glide that stays at one place. */
export function standing(place: PinPlace): Glide {
  return { from: place, to: place, startMs: 0, endMs: 0 };
}

/** Returns where the pin is now. */
export function placeAt({ from, to, startMs, endMs }: Glide, nowMs: number): PinPlace {
  if (nowMs >= endMs) return to;
  const share = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    // Turn during the first quarter of the glide, so that the truck does not slide sideways through a bend.
    heading: turned(from.heading, to.heading, Math.min(1, share * 4)),
  };
}

/**
 * Returns the glide to a new position. The pin jumps if the position is far away or motion is reduced, and keeps its glide if it is
 * unchanged.
 */
export function glideTo(current: Glide, to: PinPlace, nowMs: number, isStill: boolean): Glide {
  if (isSamePlace(current.to, to)) return current;
  const from = placeAt(current, nowMs);
  const isFar = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) > MAX_GLIDE_DEGREES;
  return isStill || isFar ? standing(to) : { from, to, startMs: nowMs, endMs: nowMs + GLIDE_MS };
}

function isSamePlace(one: PinPlace, other: PinPlace): boolean {
  return one.longitude === other.longitude && one.latitude === other.latitude && one.heading === other.heading;
}

/** Returns a heading part of the way from one to another, turning in the shorter direction. */
export function turned(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return (((from + turn * share) % 360) + 360) % 360;
}
