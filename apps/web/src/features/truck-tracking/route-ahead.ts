interface Coordinate {
  latitude: number;
  longitude: number;
}

/** What is left of a way from where the truck is: what lies behind it is left out, though the way was asked for minutes ago. */
export function routeAhead(points: readonly Coordinate[], truck: Coordinate): Coordinate[] {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 0; index < points.length - 1; index++) {
    const distance = distanceToLeg(truck, points[index] as Coordinate, points[index + 1] as Coordinate);
    // The later of two equally near legs: between them the truck has passed the corner.
    if (distance <= least) {
      least = distance;
      nearest = index;
    }
  }
  return [truck, ...points.slice(nearest + 1)];
}

/** In degrees of latitude; precise enough to tell one leg from another. */
function distanceToLeg(place: Coordinate, from: Coordinate, to: Coordinate): number {
  const squeeze = Math.cos((place.latitude * Math.PI) / 180);
  const x = (place.longitude - from.longitude) * squeeze;
  const y = place.latitude - from.latitude;
  const legX = (to.longitude - from.longitude) * squeeze;
  const legY = to.latitude - from.latitude;
  const length = legX * legX + legY * legY;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * legX + y * legY) / length));
  return Math.hypot(x - legX * share, y - legY * share);
}
