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

/**
 * The map is drawn anew when the quickest pin in view has come so far: from far away that is once in a second or two, close by a dozen times a second. More
 * often nobody would see it, and five hundred pins cost something.
 */
const STEP_PIXELS = 0.6;
const STEP_DEGREES = 12;
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
    const isOver = !this.#isGliding(nowMs);
    if (!this.#isBusy) this.#step(nowMs, isOver);
    // The last step of a glide may have found the worker busy.
    if (!isOver || this.#isBusy) this.#frame = requestAnimationFrame(() => this.#move());
  }

  /** Hands over where the pins in view are by now, once one of them has visibly moved. */
  #step(nowMs: number, isOver: boolean): void {
    const bounds = this.#map.getBounds();
    const pixelsPerDegree = (TILE_PIXELS * 2 ** this.#map.getZoom()) / 360;
    const moved: [Pin, PinPlace][] = [];
    let isSeen = isOver;
    for (const pin of this.#pins.values()) {
      if (pin.drawn === pin.glide.to) continue;
      const place = placeAt(pin.glide, nowMs);
      const isInView = bounds.contains([place.longitude, place.latitude]) || bounds.contains([pin.drawn.longitude, pin.drawn.latitude]);
      // At the end of the way all of them are where they belong, also those that somebody may look at later.
      if (!isInView && !isOver) continue;
      moved.push([pin, place]);
      isSeen ||= hasMoved(pin.drawn, place, pixelsPerDegree);
    }
    if (!isSeen || moved.length === 0) return;
    for (const [pin, place] of moved) pin.drawn = place;
    this.#hand(moved.map(([{ truck }, place]) => diffOf(truck, place)));
    this.#onFrame();
  }

  #hand(update: GeoJSONFeatureDiff[]): void {
    const source = boardSource(this.#map, 'trucks');
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
  return pixels >= STEP_PIXELS || Math.abs(to.heading - from.heading) >= STEP_DEGREES;
}

const pointOf = ({ longitude, latitude }: PinPlace): GeoJSON.Point => ({ type: 'Point', coordinates: [longitude, latitude] });

const diffOf = ({ ticketId }: FleetTruck, place: PinPlace): GeoJSONFeatureDiff => ({
  id: ticketId,
  newGeometry: pointOf(place),
  addOrUpdateProperties: [{ key: 'angle', value: headingAngle(place.heading) }],
});

function featureOf({ ticketId, truckNumber, statusId, isStale, isSelected }: FleetTruck, place: PinPlace): GeoJSON.Feature<GeoJSON.Point> {
  return {
    type: 'Feature',
    id: ticketId,
    geometry: pointOf(place),
    properties: { ticketId, truckNumber, statusId, isStale, isSelected, angle: headingAngle(place.heading) },
  };
}
