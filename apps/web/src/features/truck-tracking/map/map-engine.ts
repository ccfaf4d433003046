import 'maplibre-gl/dist/maplibre-gl.css';
import type { Coordinate } from '@yardage/domain/geo';
import {
  AttributionControl,
  Map as GlMap,
  LngLatBounds,
  type MapGeoJSONFeature,
  type Point,
  Popup,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
// The content security policy requires the worker to be a file from our own origin.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Place } from '../places.ts';
import { boardSource, CLICK_LAYERS, CROWD_LAYER } from './board-layers.ts';
import { Ground } from './ground.ts';
import type { Scheme } from './palette.ts';
import type { FleetTruck } from './truck-features.ts';
import { TruckFleet } from './truck-fleet.ts';

setWorkerUrl(workerUrl);

/** The center of the continental US, and the zoom that shows all of it (TRK-15). */
const START = { center: [-98.58, 39.83] as [number, number], zoom: 4 };
const BOUNDS_PADDING = 50;
/** A single truck is shown with its surroundings. */
const MAX_FIT_ZOOM = 13;
/** How far below the center a selected truck is placed, as a fraction of the map's height. */
const POPUP_ROOM = 0.08;
/** Tolerance for clicks, because a finger is less precise than a mouse. */
const REACH_PIXELS = 12;
/** Close enough to see the trucks of one site side by side. */
const CROWD_ZOOM = 14;
const CROWD_PADDING = 90;

interface MapOptions {
  container: HTMLElement;
  /** The element that contains the selected truck's popup. */
  popup: HTMLElement;
  styleUrl: string | null;
  tilesUrl: string | null;
  scheme: Scheme;
  title: string;
  /** Called with the ticket id of the clicked truck, or undefined if the click was on the map itself. */
  onChoose: (ticketId: number | undefined) => void;
  onFallback: () => void;
}

const positionOf = ({ longitude, latitude }: Coordinate): [number, number] => [longitude, latitude];

/** The map. It knows trucks, places and a route, and nothing about the page around it. */
export class TruckMapView {
  readonly #map: GlMap;
  readonly #ground: Ground;
  readonly #fleet: TruckFleet;
  readonly #popup: Popup;
  #places: readonly Place[] = [];
  #route: readonly Coordinate[] = [];
  #selectedId: number | undefined;
  #isMoved = false;
  /** True while the map follows the selected truck, until the user moves the map. */
  #isFollowing = false;

  constructor({ container, popup, styleUrl, tilesUrl, scheme, title, onChoose, onFallback }: MapOptions) {
    this.#map = new GlMap({
      container,
      ...START,
      attributionControl: false,
      // Fading labels would keep the map rendering long after a pin has moved.
      fadeDuration: 0,
      // North stays up, because headings are read relative to it.
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: { 'Map.Title': title },
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.keyboard.disableRotation();
    this.#map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
    this.#map.addControl(new ScaleControl({ unit: 'imperial', maxWidth: 80 }), 'bottom-right');
    this.#popup = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, maxWidth: 'none', offset: 30 });
    this.#popup.setDOMContent(popup);
    this.#fleet = new TruckFleet(this.#map, () => this.#placePopup());
    this.#ground = new Ground(this.#map, { styleUrl, tilesUrl, scheme, onFallback, onReady: () => this.#redraw() });

    this.#map.on('click', ({ point }) => {
      const near = this.#nearest(point);
      if (near?.layer.id === CROWD_LAYER) this.#openCrowd(near.properties);
      else onChoose(near ? Number(near.properties.ticketId) : undefined);
    });
    for (const layer of CLICK_LAYERS) {
      this.#map.on('mouseenter', layer, () => this.#map.getCanvas().style.setProperty('cursor', 'pointer'));
      this.#map.on('mouseleave', layer, () => this.#map.getCanvas().style.removeProperty('cursor'));
    }
    this.#map.on('dragstart', () => {
      this.#isFollowing = false;
    });
    // Only what the user does has an event of its own.
    this.#map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) this.#isMoved = true;
    });
    // Keys, wheel and pinch move the map without a drag. Zooming in on the truck does not end following it.
    this.#map.on('moveend', ({ originalEvent }) => {
      const place = this.#selectedId === undefined ? undefined : this.#fleet.placeOf(this.#selectedId);
      if (originalEvent && place && !this.#isInMiddle(place)) this.#isFollowing = false;
    });
    const tell = (): void => {
      const { lng, lat } = this.#map.getCenter();
      Object.assign(container.dataset, { zoom: this.#map.getZoom().toFixed(2), center: `${lng.toFixed(5)},${lat.toFixed(5)}` });
    };
    this.#map.on('moveend', tell);
    tell();
  }

  /** Whether the user has moved the map since everything was last brought into view. */
  get isMoved(): boolean {
    return this.#isMoved;
  }

  setTrucks(trucks: readonly FleetTruck[]): void {
    const selected = trucks.find(({ isSelected }) => isSelected);
    this.#selectedId = selected?.ticketId;
    this.#fleet.show(trucks);
    if (selected && this.#isFollowing) this.#keepInView(selected.place);
  }

  setPlaces(places: readonly Place[]): void {
    this.#places = places;
    void boardSource(this.#map, 'places')?.setData({
      type: 'FeatureCollection',
      features: places.map(({ kind, name, ...place }) => ({
        type: 'Feature',
        properties: { kind, name },
        geometry: { type: 'Point', coordinates: positionOf(place) },
      })),
    });
  }

  setRoute(route: readonly Coordinate[]): void {
    this.#route = route;
    void boardSource(this.#map, 'route')?.setData({
      type: 'Feature',
      properties: {},
      geometry: { type: 'LineString', coordinates: route.map(positionOf) },
    });
  }

  /** Names the map for screen readers. */
  setTitle(title: string): void {
    this.#map.getCanvas().setAttribute('aria-label', title);
  }

  setScheme(scheme: Scheme): void {
    this.#ground.show(scheme);
  }

  /** Moves to a truck, or to where it is expected (TRK-16). */
  focus({ center, zoom }: { center: Coordinate; zoom: number }): void {
    this.#isFollowing = true;
    // Slightly below the center, because the popup is above the pin.
    const offset: [number, number] = [0, this.#map.getContainer().clientHeight * POPUP_ROOM];
    this.#map.easeTo({ center: positionOf(center), zoom, offset, duration: 800 });
  }

  /** Fits all coordinates into view (TRK-15, TRK-03). Without any it shows the whole country. */
  fit(coordinates: readonly Coordinate[], isAtOnce = false): void {
    this.#isFollowing = false;
    this.#isMoved = false;
    const duration = isAtOnce ? 0 : 600;
    if (coordinates.length === 0) {
      this.#map.easeTo({ ...START, duration });
      return;
    }
    const bounds = new LngLatBounds();
    for (const coordinate of coordinates) bounds.extend(positionOf(coordinate));
    this.#map.fitBounds(bounds, { padding: BOUNDS_PADDING, maxZoom: MAX_FIT_ZOOM, duration });
  }

  zoomBy(levels: 1 | -1): void {
    this.#isMoved = true;
    if (levels > 0) this.#map.zoomIn();
    else this.#map.zoomOut();
  }

  destroy(): void {
    this.#fleet.stop();
    this.#ground.stop();
    this.#map.remove();
  }

  /** Returns the nearest feature within reach of a click. */
  #nearest({ x, y }: Point): MapGeoJSONFeature | undefined {
    const found = this.#map.queryRenderedFeatures(
      [
        [x - REACH_PIXELS, y - REACH_PIXELS],
        [x + REACH_PIXELS, y + REACH_PIXELS],
      ],
      { layers: CLICK_LAYERS.filter((layer) => this.#map.getLayer(layer)) },
    );
    const awayOf = ({ geometry }: MapGeoJSONFeature): number => {
      if (geometry.type !== 'Point') return Number.POSITIVE_INFINITY;
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const place = this.#map.project([longitude, latitude]);
      return Math.hypot(place.x - x, place.y - y);
    };
    return found.toSorted((one, other) => awayOf(one) - awayOf(other))[0];
  }

  /** Zooms in until the trucks of a badge separate. */
  #openCrowd({ west, south, east, north }: GeoJSON.GeoJsonProperties & object): void {
    this.#isFollowing = false;
    const camera = this.#map.cameraForBounds([west, south, east, north], { padding: CROWD_PADDING });
    if (!camera?.center) return;
    const zoom = Math.min(CROWD_ZOOM, Math.max(camera.zoom ?? 0, this.#map.getZoom() + 1));
    this.#map.easeTo({ center: camera.center, zoom, duration: 600 });
  }

  #redraw(): void {
    this.setPlaces(this.#places);
    this.setRoute(this.#route);
    this.#fleet.redraw();
  }

  #placePopup(): void {
    const place = this.#selectedId === undefined ? undefined : this.#fleet.placeOf(this.#selectedId);
    if (!place) {
      this.#popup.remove();
      return;
    }
    this.#popup.setLngLat(positionOf(place));
    if (!this.#popup.isOpen()) this.#popup.addTo(this.#map);
  }

  /** Recenters the truck once it leaves the middle half of the map. */
  #keepInView(place: Coordinate): void {
    if (!this.#map.isMoving() && !this.#isInMiddle(place)) this.focus({ center: place, zoom: this.#map.getZoom() });
  }

  #isInMiddle(place: Coordinate): boolean {
    const { x, y } = this.#map.project(positionOf(place));
    const { clientWidth, clientHeight } = this.#map.getContainer();
    return Math.abs(x - clientWidth / 2) < clientWidth / 4 && Math.abs(y - clientHeight * (0.5 + POPUP_ROOM)) < clientHeight / 4;
  }
}
