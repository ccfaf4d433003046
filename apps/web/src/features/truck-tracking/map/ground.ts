import type { ErrorEvent, GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { logFailure } from '#web/lib/log.ts';
import { loadCounties, loadRegion, loadStates } from './atlas.ts';
import { addBoardLayers, BOARD_SOURCES } from './board-layers.ts';
import { ATLAS_SOURCES, builtInStyle, COUNTIES_ZOOM, fontFaces, REGION_ZOOM } from './built-in-style.ts';
import type { Scheme } from './palette.ts';

/** Fall back to the built-in style after this many consecutive tile failures. */
const MAX_TILE_FAILURES = 3;
/** Fall back to the built-in style if the configured one has not loaded after this time. */
const STYLE_TIMEOUT_MS = 10_000;

type GroundData = Parameters<GeoJSONSource['setData']>[0];

/** A part of the built-in map that is fetched once, when the user zooms in far enough. */
class Detail {
  readonly #minZoom: number;
  readonly #load: () => Promise<GroundData>;
  #data: Promise<GroundData> | undefined;
  /** The source that already has the data. A new style has a new source. */
  #drawn: GeoJSONSource | undefined;

  constructor(minZoom: number, load: () => Promise<GroundData>) {
    this.#minZoom = minZoom;
    this.#load = load;
  }

  async draw(source: GeoJSONSource, zoom: number): Promise<void> {
    if (zoom < this.#minZoom || this.#drawn === source) return;
    this.#drawn = source;
    try {
      this.#data ??= this.#load();
      await source.setData(await this.#data);
    } catch (cause) {
      this.#data = undefined;
      this.#drawn = undefined;
      logFailure('A part of the map could not be loaded.', cause);
    }
  }
}

interface GroundOptions {
  /** The configured style, or null. */
  styleUrl: string | null;
  /** The street map's file on our own server, or null. */
  tilesUrl: string | null;
  scheme: Scheme;
  /** Called when the style is loaded, with our layers still empty. */
  onReady: () => void;
  /** Called when the configured style failed and the built-in one replaces it. */
  onFallback: () => void;
}

const OWN_SOURCES = new Set<string>([...Object.values(BOARD_SOURCES), ...Object.values(ATLAS_SOURCES)]);
const isOwnSource = (sourceId: string | undefined): boolean => sourceId !== undefined && OWN_SOURCES.has(sourceId);

/** The base map: the configured style, the street map, or the built-in map if none is configured or it fails. */
export class Ground {
  readonly #map: GlMap;
  readonly #options: GroundOptions;
  #scheme: Scheme;
  #isBuiltIn: boolean;
  #isLoaded = false;
  #isStopped = false;
  #tileFailures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #states: ReturnType<typeof loadStates> | undefined;
  /** Parts that are fetched when the user zooms in. */
  readonly #details = { counties: new Detail(COUNTIES_ZOOM, loadCounties), region: new Detail(REGION_ZOOM, loadRegion) };

  constructor(map: GlMap, options: GroundOptions) {
    this.#map = map;
    this.#options = options;
    this.#scheme = options.scheme;
    this.#isBuiltIn = !options.styleUrl && !options.tilesUrl;
    map.on('style.load', () => this.#onStyleLoad());
    map.on('error', (event) => this.#onError(event));
    map.on('sourcedata', ({ tile, sourceId }) => {
      if (tile && !isOwnSource(sourceId)) this.#tileFailures = 0;
    });
    map.on('zoomend', () => void this.#drawDetails());
    this.#loadStyle();
  }

  show(scheme: Scheme): void {
    if (scheme === this.#scheme) return;
    this.#scheme = scheme;
    if (this.#hasSchemes) this.#loadStyle();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** A configured style has no light and dark variants. */
  get #hasSchemes(): boolean {
    return this.#isBuiltIn || !this.#options.styleUrl;
  }

  #loadStyle(): void {
    this.#isLoaded = false;
    this.#tileFailures = 0;
    clearTimeout(this.#timer);
    const { styleUrl, tilesUrl } = this.#options;
    if (this.#isBuiltIn) {
      this.#map.setStyle(builtInStyle(this.#scheme), { diff: false });
      return;
    }
    this.#waitForStyle();
    if (!styleUrl) {
      void this.#loadStreetStyle(tilesUrl ?? '', this.#scheme);
      return;
    }
    this.#map.setStyle(styleUrl, {
      diff: false,
      transformStyle: (_before, style) => ({ ...style, 'font-faces': { ...style['font-faces'], ...fontFaces() } }),
    });
  }

  /** Falls back if the style does not load. Browsers draw nothing, and so load no style, while nobody sees the page. */
  #waitForStyle(): void {
    this.#timer = setTimeout(() => (document.hidden ? this.#waitForStyle() : this.#fallBack()), STYLE_TIMEOUT_MS);
  }

  /** Loads the street map's style, which few deployments need, and shows it. */
  async #loadStreetStyle(tilesUrl: string, scheme: Scheme): Promise<void> {
    try {
      const { streetStyle } = await import('./street-style.ts');
      // The user may have changed the scheme or left the page meanwhile.
      if (this.#isStopped || this.#isBuiltIn || scheme !== this.#scheme) return;
      this.#map.setStyle(streetStyle(tilesUrl, scheme), { diff: false });
    } catch (cause) {
      logFailure('The street map could not be loaded.', cause);
      if (!this.#isStopped) this.#fallBack();
    }
  }

  #onStyleLoad(): void {
    clearTimeout(this.#timer);
    this.#isLoaded = true;
    addBoardLayers(this.#map, this.#hasSchemes ? this.#scheme : 'light');
    this.#options.onReady();
    if (this.#isBuiltIn) void this.#drawAtlas();
  }

  #onError({ error, ...event }: ErrorEvent): void {
    logFailure('The map complained.', error);
    if (this.#isBuiltIn) return;
    const { sourceId } = event as { sourceId?: string };
    // Trucks and places are drawn by the browser itself: they say nothing about the server of the street map.
    if (isOwnSource(sourceId)) return;
    const isTile = 'tile' in event || sourceId !== undefined;
    if (isTile) this.#tileFailures++;
    if (!this.#isLoaded || this.#tileFailures >= MAX_TILE_FAILURES) this.#fallBack();
  }

  #fallBack(): void {
    if (this.#isBuiltIn) return;
    this.#isBuiltIn = true;
    this.#loadStyle();
    this.#options.onFallback();
  }

  async #drawAtlas(): Promise<void> {
    try {
      this.#states ??= loadStates();
      const states = await this.#states;
      for (const name of ['land', 'borders', 'coast'] as const) await this.#source(name)?.setData(states[name]);
    } catch (cause) {
      this.#states = undefined;
      logFailure('The lines of the map could not be loaded.', cause);
    }
    await this.#drawDetails();
  }

  async #drawDetails(): Promise<void> {
    for (const name of ['region', 'counties'] as const) {
      const source = this.#source(name);
      if (source) await this.#details[name].draw(source, this.#map.getZoom());
    }
  }

  #source(name: keyof typeof ATLAS_SOURCES): GeoJSONSource | undefined {
    return this.#isBuiltIn && this.#isLoaded ? this.#map.getSource<GeoJSONSource>(ATLAS_SOURCES[name]) : undefined;
  }
}
