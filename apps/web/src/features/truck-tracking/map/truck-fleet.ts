import type { GeoJSONFeatureDiff, GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { type Glide, glideTo, type PinPlace, placeAt, standing } from '../glide.ts';
import { boardSource } from './board-layers.ts';
import { crowdsOf, type Spot, stepsAside } from './crowding.ts';
import { crowdFeature, diffOf, type FleetTruck, featureOf } from './truck-features.ts';

interface Pin {
  truck: FleetTruck;
  glide: Glide;
  /** The position last sent to the map. */
  drawn: PinPlace;
  /** True if the truck is shown by a crowd's badge and not by its own pin. */
  isInCrowd: boolean;
  /** The offset of the pin from its truck's position, in degrees right and up. */
  aside: Spot;
}

/**
 * The map is redrawn when the fastest pin in view has moved this far: every second or two at low zoom, a dozen times per second close up.
 * More redraws would not be visible, and five hundred pins are expensive.
 */
const STEP_PIXELS = 0.6;
const STEP_DEGREES = 12;
const TILE_PIXELS = 512;
/** Below this zoom the trucks of one site overlap, so a badge shows their count. From this zoom on each has its own pin. */
const CROWDS_BELOW_ZOOM = 12;
/** Pins at this distance touch but are both readable. */
const PIN_PIXELS = 27;
/** Crowds depend on the zoom. They are recomputed when the zoom has changed by this much. */
const REARRANGE_ZOOM = 0.5;
const NO_STEP: Spot = { x: 0, y: 0 };

/** The trucks on the map. They glide between positions. Only visible movement of pins in view is drawn, and only while something moves. */
export class TruckFleet {
  readonly #map: GlMap;
  readonly #onFrame: () => void;
  readonly #pins = new Map<number, Pin>();
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #frame = 0;
  /** The source for which the worker processes the last positions. Further ones would only queue up. */
  #busySource: GeoJSONSource | undefined;
  #arrangedZoom = 0;

  constructor(map: GlMap, onFrame: () => void) {
    this.#map = map;
    this.#onFrame = onFrame;
    map.on('zoom', () => this.#rearrange(REARRANGE_ZOOM));
    map.on('zoomend', () => this.#rearrange(0));
  }

  /** Sets the current trucks. Those with a new position start gliding there. */
  show(trucks: readonly FleetTruck[]): void {
    const nowMs = performance.now();
    const current = new Set(trucks.map(({ ticketId }) => ticketId));
    for (const ticketId of this.#pins.keys()) if (!current.has(ticketId)) this.#pins.delete(ticketId);
    for (const truck of trucks) {
      const pin = this.#pins.get(truck.ticketId);
      const glide = pin ? glideTo(pin.glide, truck.place, nowMs, this.#stillness.matches) : standing(truck.place);
      this.#pins.set(truck.ticketId, { truck, glide, drawn: placeAt(glide, nowMs), isInCrowd: false, aside: NO_STEP });
    }
    this.redraw();
  }

  /** Sends everything to the map: after a change of trucks, style or crowds. */
  redraw(): void {
    const nowMs = performance.now();
    const pins = [...this.#pins.values()];
    for (const pin of pins) pin.drawn = placeAt(pin.glide, nowMs);
    const crowds = this.#arrange(pins);
    const features = pins.filter(({ isInCrowd }) => !isInCrowd).map((pin) => featureOf(pin.truck, seenAt(pin, pin.drawn)));
    void boardSource(this.#map, 'trucks')?.setData({ type: 'FeatureCollection', features });
    void boardSource(this.#map, 'crowds')?.setData({ type: 'FeatureCollection', features: crowds });
    this.#onFrame();
    this.#start();
  }

  /** A new style has a new source, and the worker never says how it ended for the one before. */
  get #isBusy(): boolean {
    return this.#busySource !== undefined && this.#busySource === boardSource(this.#map, 'trucks');
  }

  /** Returns the current position of a truck's pin. */
  placeOf(ticketId: number): PinPlace | undefined {
    const pin = this.#pins.get(ticketId);
    return pin && seenAt(pin, placeAt(pin.glide, performance.now()));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #rearrange(fromDifference: number): void {
    const difference = Math.abs(this.#map.getZoom() - this.#arrangedZoom);
    if (this.#pins.size > 0 && difference > 0 && difference >= fromDifference) this.redraw();
  }

  /** Decides which trucks are in a crowd and which pins move aside at this zoom. Returns the badges. */
  #arrange(pins: readonly Pin[]): GeoJSON.Feature<GeoJSON.Point>[] {
    const zoom = this.#map.getZoom();
    this.#arrangedZoom = zoom;
    const spots = pins.map(({ truck: { isSelected }, drawn }) => {
      const { x, y } = this.#map.project([drawn.longitude, drawn.latitude]);
      return { x, y, isHeld: isSelected };
    });
    const crowds = zoom < CROWDS_BELOW_ZOOM ? crowdsOf(spots) : [];
    const crowded = new Set(crowds.flat());
    const steps = zoom < CROWDS_BELOW_ZOOM ? [] : stepsAside(spots, PIN_PIXELS);
    const degreesPerPixel = 1 / pixelsPerDegree(zoom);
    for (const [index, pin] of pins.entries()) {
      const { x, y } = steps[index] ?? NO_STEP;
      pin.isInCrowd = crowded.has(index);
      // The projection is stretched away from the equator, so a pixel is fewer degrees of latitude than of longitude.
      pin.aside = { x: x * degreesPerPixel, y: -y * degreesPerPixel * Math.cos((pin.drawn.latitude * Math.PI) / 180) };
    }
    return crowds.map((crowd) => crowdFeature(crowd.flatMap((index) => pins[index]?.drawn ?? [])));
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
    // Continue if the worker was busy during the last step of a glide.
    if (!isOver || this.#isBusy) this.#frame = requestAnimationFrame(() => this.#move());
  }

  /** Sends the current positions of the pins in view once one of them has visibly moved. */
  #step(nowMs: number, isOver: boolean): void {
    const bounds = this.#map.getBounds();
    const perDegree = pixelsPerDegree(this.#map.getZoom());
    const moved: [Pin, PinPlace][] = [];
    let isSeen = isOver;
    for (const pin of this.#pins.values()) {
      if (pin.isInCrowd || pin.drawn === pin.glide.to) continue;
      const place = placeAt(pin.glide, nowMs);
      const isInView = bounds.contains([place.longitude, place.latitude]) || bounds.contains([pin.drawn.longitude, pin.drawn.latitude]);
      // When all glides are over, also update the pins out of view, because the user may move the map there later.
      if (!isInView && !isOver) continue;
      moved.push([pin, place]);
      isSeen ||= hasMoved(pin.drawn, place, perDegree);
    }
    if (!isSeen || moved.length === 0) return;
    for (const [pin, place] of moved) pin.drawn = place;
    this.#hand(moved.map(([pin, place]) => diffOf(pin.truck, seenAt(pin, place))));
    this.#onFrame();
  }

  #hand(update: GeoJSONFeatureDiff[]): void {
    const source = boardSource(this.#map, 'trucks');
    if (!source) return;
    this.#busySource = source;
    const free = (): void => {
      if (this.#busySource === source) this.#busySource = undefined;
    };
    // If the style is replaced meanwhile, its sources are gone and the update fails or never ends. The new style gets everything again.
    source.updateData({ update }).then(free, free);
  }
}

const pixelsPerDegree = (zoom: number): number => (TILE_PIXELS * 2 ** zoom) / 360;

function seenAt({ aside }: Pin, place: PinPlace): PinPlace {
  return { ...place, longitude: place.longitude + aside.x, latitude: place.latitude + aside.y };
}

function hasMoved(from: PinPlace, to: PinPlace, perDegree: number): boolean {
  const pixels = Math.hypot(to.longitude - from.longitude, to.latitude - from.latitude) * perDegree;
  return pixels >= STEP_PIXELS || Math.abs(to.heading - from.heading) >= STEP_DEGREES;
}
