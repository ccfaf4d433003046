/** Where a pin stands and where it points. */
export interface PinPlace {
  longitude: number;
  latitude: number;
  /** Degrees clockwise from north. */
  heading: number;
}

/** A pin's way from one fix to the next. */
export interface Glide {
  from: PinPlace;
  to: PinPlace;
  startMs: number;
  endMs: number;
}

/** A pin takes as long as the next fix does to come: it moves evenly, as a truck does. */
export const GLIDE_MS = 20_000;
/** A fix further off than this (about two miles) is no movement of a few seconds; a pin that flew there would tell a tale. */
const MAX_GLIDE_DEGREES = 0.03;

/** Stays where it is. */
export function standing(place: PinPlace): Glide {
  return { from: place, to: place, startMs: 0, endMs: 0 };
}

/** Where the pin is now. */
export function placeAt({ from, to, startMs, endMs }: Glide, nowMs: number): PinPlace {
  if (nowMs >= endMs) return to;
  const share = Math.max(0, (nowMs - startMs) / (endMs - startMs));
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    // It turns soon and then drives: a truck does not slide sideways through a bend.
    heading: turned(from.heading, to.heading, Math.min(1, share * 4)),
  };
}

/** The way on to a new fix from where the pin is now; at once where it has not moved, is far off, or nothing may move. */
export function glideTo(current: Glide, to: PinPlace, nowMs: number, isStill: boolean): Glide {
  if (isSamePlace(current.to, to)) return current;
  const from = placeAt(current, nowMs);
  const isFar = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) > MAX_GLIDE_DEGREES;
  return isStill || isFar ? standing(to) : { from, to, startMs: nowMs, endMs: nowMs + GLIDE_MS };
}

function isSamePlace(one: PinPlace, other: PinPlace): boolean {
  return one.longitude === other.longitude && one.latitude === other.latitude && one.heading === other.heading;
}

/** Part of the turn from one heading to another, the short way round. */
export function turned(from: number, to: number, share: number): number {
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return (((from + turn * share) % 360) + 360) % 360;
}
