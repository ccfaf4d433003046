import type { GeoJSONFeatureDiff, Map as GlMap } from 'maplibre-gl';
import { type Glide, glideTo, type PinPlace, placeAt, standing } from '../glide.ts';
import { boardSource } from './board-layers.ts';
import { crowdsOf, type Spot, stepsAside } from './crowding.ts';
import { crowdFeature, diffOf, type FleetTruck, featureOf } from './truck-features.ts';

interface Pin {
  truck: FleetTruck;
  glide: Glide;
  /** As it was last handed to the map. */
  drawn: PinPlace;
  /** Told by its crowd's badge. */
  isInCrowd: boolean;
  /** How far it stands aside from where its truck is, in degrees to the right and upwards. */
  aside: Spot;
}

/**
 * The map is drawn anew when the quickest pin in view has come so far: from far away that is once in a second or two, close by a dozen times a second. More
 * often nobody would see it, and five hundred pins cost something.
 */
const STEP_PIXELS = 0.6;
const STEP_DEGREES = 12;
const TILE_PIXELS = 512;
/** Below this zoom trucks of one site lie on top of each other: a badge tells how many. From there on each has its pin. */
const CROWDS_BELOW_ZOOM = 12;
/** So far apart two pins touch and can both be read. */
const PIN_PIXELS = 27;
/** What is crowded changes with the zoom; it is looked at anew in such steps. */
const REARRANGE_ZOOM = 0.5;
const NO_STEP: Spot = { x: 0, y: 0 };

/** The trucks on the map. They glide from fix to fix: those in view, as far as one can see it, and only while something moves. */
export class TruckFleet {
  readonly #map: GlMap;
  readonly #onFrame: () => void;
  readonly #pins = new Map<number, Pin>();
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  #frame = 0;
  /** The worker still lays out the last positions; further ones would only queue up behind them. */
  #isBusy = false;
  #arrangedZoom = 0;

  constructor(map: GlMap, onFrame: () => void) {
    this.#map = map;
    this.#onFrame = onFrame;
    map.on('zoom', () => this.#rearrange(REARRANGE_ZOOM));
    map.on('zoomend', () => this.#rearrange(0));
  }

  /** Takes the trucks as they are now; those with a new fix begin to glide there. */
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

  /** Hands everything to the map: after a change of trucks, of the style, or of what is crowded. */
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

  /** Where a truck's pin stands at the moment. */
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

  /** Finds who is told by a badge and who steps aside, at this zoom; answers the badges. */
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
      // The map is stretched away from the equator; a pixel is fewer degrees upwards.
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
    // The last step of a glide may have found the worker busy.
    if (!isOver || this.#isBusy) this.#frame = requestAnimationFrame(() => this.#move());
  }

  /** Hands over where the pins in view are by now, once one of them has visibly moved. */
  #step(nowMs: number, isOver: boolean): void {
    const bounds = this.#map.getBounds();
    const perDegree = pixelsPerDegree(this.#map.getZoom());
    const moved: [Pin, PinPlace][] = [];
    let isSeen = isOver;
    for (const pin of this.#pins.values()) {
      if (pin.isInCrowd || pin.drawn === pin.glide.to) continue;
      const place = placeAt(pin.glide, nowMs);
      const isInView = bounds.contains([place.longitude, place.latitude]) || bounds.contains([pin.drawn.longitude, pin.drawn.latitude]);
      // At the end of the way all of them are where they belong, also those that somebody may look at later.
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
    this.#isBusy = true;
    const free = (): void => {
      this.#isBusy = false;
    };
    // A style that is replaced meanwhile takes its sources along; the next one gets everything anew.
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
