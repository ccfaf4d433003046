import { headingAngle } from '@yardage/domain/truck-board';
import type { GeoJSONFeatureDiff, Map as GlMap } from 'maplibre-gl';
import { type Glide, glideTo, type PinPlace, placeAt, standing } from '../glide.ts';
import { boardSource } from './board-layers.ts';

/** A truck as the map knows it. */
export interface FleetTruck {
  ticketId: number;
  truckNumber: string;
  statusId: number;
  isStale: boolean;
  isSelected: boolean;
  place: PinPlace;
}

interface Pin {
  truck: FleetTruck;
  glide: Glide;
  /** As it was last handed to the map. */
  drawn: PinPlace;
}

/** A pin that moved less than this is not drawn anew: nobody would see it, and five hundred of them cost something. */
const MIN_MOVE_PIXELS = 0.4;
const MIN_TURN_DEGREES = 2;
const TILE_PIXELS = 512;

/** The trucks on the map. They glide from fix to fix: those in view, as far as one can see it, and only while something moves. */
export class TruckFleet {
  readonly #map: GlMap;
  readonly #onFrame: () => void;
  readonly #pins = new Map<number, Pin>();
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #frame = 0;
  /** The worker still lays out the last positions; further ones would only queue up behind them. */
  #isBusy = false;

  constructor(map: GlMap, onFrame: () => void) {
    this.#map = map;
    this.#onFrame = onFrame;
  }

  /** Takes the trucks as they are now; those with a new fix begin to glide there. */
  show(trucks: readonly FleetTruck[]): void {
    const nowMs = performance.now();
    const current = new Set(trucks.map(({ ticketId }) => ticketId));
    for (const ticketId of this.#pins.keys()) if (!current.has(ticketId)) this.#pins.delete(ticketId);
    for (const truck of trucks) {
      const pin = this.#pins.get(truck.ticketId);
      const glide = pin ? glideTo(pin.glide, truck.place, nowMs, this.#stillness.matches) : standing(truck.place);
      this.#pins.set(truck.ticketId, { truck, glide, drawn: placeAt(glide, nowMs) });
    }
    this.redraw();
  }

  /** Hands everything to the map: after a change of trucks, or of the style. */
  redraw(): void {
    const nowMs = performance.now();
    const features = [...this.#pins.values()].map((pin) => {
      pin.drawn = placeAt(pin.glide, nowMs);
      return featureOf(pin.truck, pin.drawn);
    });
    void boardSource(this.#map, 'trucks')?.setData({ type: 'FeatureCollection', features });
    this.#onFrame();
    this.#start();
  }

  /** Where a truck's pin stands at the moment. */
  placeOf(ticketId: number): PinPlace | undefined {
    const pin = this.#pins.get(ticketId);
    return pin && placeAt(pin.glide, performance.now());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #start(): void {
    if (this.#frame === 0 && this.#isGliding(performance.now())) this.#frame = requestAnimationFrame(() => this.#move());
  }

  #isGliding(nowMs: number): boolean {
    for (const { glide } of this.#pins.values()) if (nowMs < glide.endMs) return true;
    return false;
  }

  #move(): void {
    this.#frame = 0;
    const nowMs = performance.now();
    if (!this.#isBusy) this.#hand(this.#movedSince(nowMs));
    this.#onFrame();
    if (this.#isGliding(nowMs)) this.#start();
    // The last step of a glide may have found the worker busy.
    else if (this.#isBusy) this.#frame = requestAnimationFrame(() => this.#move());
  }

  #movedSince(nowMs: number): GeoJSONFeatureDiff[] {
    const bounds = this.#map.getBounds();
    const pixelsPerDegree = (TILE_PIXELS * 2 ** this.#map.getZoom()) / 360;
    const moved: GeoJSONFeatureDiff[] = [];
    for (const pin of this.#pins.values()) {
      if (pin.drawn === pin.glide.to) continue;
      const place = placeAt(pin.glide, nowMs);
      const isSeen = bounds.contains([place.longitude, place.latitude]) || bounds.contains([pin.drawn.longitude, pin.drawn.latitude]);
      if (!isSeen || !hasMoved(pin.drawn, place, pixelsPerDegree)) continue;
      pin.drawn = place;
      moved.push({
        id: pin.truck.ticketId,
        newGeometry: pointOf(place),
        addOrUpdateProperties: [{ key: 'angle', value: headingAngle(place.heading) }],
      });
    }
    return moved;
  }

  #hand(update: GeoJSONFeatureDiff[]): void {
    const source = update.length > 0 ? boardSource(this.#map, 'trucks') : undefined;
    if (!source) return;
    this.#isBusy = true;
    const free = (): void => {
      this.#isBusy = false;
    };
    // A style that is replaced meanwhile takes its sources along; the next one gets everything anew.
    source.updateData({ update }).then(free, free);
  }
}

function hasMoved(from: PinPlace, to: PinPlace, pixelsPerDegree: number): boolean {
  const pixels = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) * pixelsPerDegree;
  return pixels >= MIN_MOVE_PIXELS || Math.abs(to.heading - from.heading) >= MIN_TURN_DEGREES;
}

const pointOf = ({ longitude, latitude }: PinPlace): GeoJSON.Point => ({ type: 'Point', coordinates: [longitude, latitude] });

function featureOf({ ticketId, truckNumber, statusId, isStale, isSelected }: FleetTruck, place: PinPlace): GeoJSON.Feature<GeoJSON.Point> {
  return {
    type: 'Feature',
    id: ticketId,
    geometry: pointOf(place),
    properties: { ticketId, truckNumber, statusId, isStale, isSelected, angle: headingAngle(place.heading) },
  };
}
