import { addProtocol, type ExpressionSpecification, type LayerSpecification, type StyleSpecification } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { fontFaces } from './built-in-style.ts';
import { MAP_FONT, type Scheme } from './palette.ts';

// The style of a street map in the Protomaps basemap schema (versions 3 and 4), which a deployer cuts out of the planet's file. Labels are
// drawn from the portal's own font file, and there are no icons, so the tiles are all that is loaded.

const SOURCE = 'streets';
/** Required by the license of the data. */
const ATTRIBUTION =
  '<a href="https://protomaps.com" target="_blank" rel="noopener">Protomaps</a> © <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">OpenStreetMap</a>';

interface StreetPalette {
  earth: string;
  green: string;
  built: string;
  water: string;
  building: string;
  highway: string;
  major: string;
  minor: string;
  casing: string;
  rail: string;
  border: string;
  label: string;
  roadLabel: string;
  waterLabel: string;
  halo: string;
}

/** Quiet ground, so that pins and the route stand out. */
const PALETTES: Record<Scheme, StreetPalette> = {
  light: {
    earth: '#f4f6f8',
    green: '#e3ecdf',
    built: '#eceff2',
    water: '#c3d6e6',
    building: '#e0e4e9',
    highway: '#f2d9a6',
    major: '#ffffff',
    minor: '#ffffff',
    casing: '#cdd5dd',
    rail: '#b9b2a8',
    border: '#a9b5c1',
    label: '#3f4c59',
    roadLabel: '#586674',
    waterLabel: '#4f7390',
    halo: '#f7f9fb',
  },
  dark: {
    earth: '#18212a',
    green: '#1b2a27',
    built: '#1d2731',
    water: '#0d1a26',
    building: '#222d38',
    highway: '#5a4d33',
    major: '#3a4754',
    minor: '#2b3743',
    casing: '#10171e',
    rail: '#4b453d',
    border: '#465462',
    label: '#b6c2ce',
    roadLabel: '#93a1af',
    waterLabel: '#6f95b3',
    halo: '#121a22',
  },
};

let protocol: Protocol | undefined;

/** Returns the style of the street map in a file of our own server. */
export function streetStyle(tilesUrl: string, scheme: Scheme): StyleSpecification {
  if (!protocol) {
    protocol = new Protocol();
    addProtocol('pmtiles', protocol.tile);
  }
  const url = new URL(tilesUrl, location.href).href;
  // The reader remembers for ever that a part of the file could not be read, so a map that is opened again gets another one.
  protocol.add(new PMTiles(url));
  return {
    version: 8,
    name: 'Yardage streets',
    'font-faces': fontFaces(),
    sources: { [SOURCE]: { type: 'vector', url: `pmtiles://${url}`, attribution: ATTRIBUTION } },
    layers: layersOf(PALETTES[scheme]),
  };
}

const isKind = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification;
/** The name in English where the data has one. */
const NAME: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];

const GREEN = [
  'park',
  'forest',
  'wood',
  'grass',
  'grassland',
  'scrub',
  'nature_reserve',
  'national_park',
  'cemetery',
  'golf_course',
  'farmland',
  'meadow',
  'pitch',
];
const BUILT = [
  'residential',
  'commercial',
  'industrial',
  'urban_area',
  'school',
  'university',
  'college',
  'hospital',
  'aerodrome',
  'railway',
  'military',
  'parking',
];

function layersOf(palette: StreetPalette): LayerSpecification[] {
  const fill = (id: string, sourceLayer: string, color: string, more: object = {}): LayerSpecification =>
    ({ id, type: 'fill', source: SOURCE, 'source-layer': sourceLayer, paint: { 'fill-color': color }, ...more }) as LayerSpecification;
  return [
    // Beyond the coast, and where the file has no tiles.
    { id: 'paper', type: 'background', paint: { 'background-color': palette.water } },
    fill('earth', 'earth', palette.earth),
    fill('landcover', 'landcover', palette.green, { filter: isKind(...GREEN), maxzoom: 8 }),
    fill('built', 'landuse', palette.built, { filter: isKind(...BUILT) }),
    fill('green', 'landuse', palette.green, { filter: isKind(...GREEN) }),
    fill('water', 'water', palette.water, { filter: ['==', ['geometry-type'], 'Polygon'] }),
    line('rivers', 'water', palette.water, byZoom(8, 0.6, 14, 4), {
      filter: ['all', ['==', ['geometry-type'], 'LineString'], isKind('river', 'canal', 'stream')],
    }),
    fill('buildings', 'buildings', palette.building, { minzoom: 14 }),
    ...roads(palette),
    line('boundaries', 'boundaries', palette.border, byZoom(3, 0.6, 10, 1.6), {
      filter: isKind('country', 'region', 'county'),
      paint: { 'line-dasharray': [4, 2] },
    }),
    ...labels(palette),
  ];
}

interface LineMore {
  filter?: ExpressionSpecification;
  minzoom?: number;
  paint?: object;
}

function line(
  id: string,
  sourceLayer: string,
  color: string,
  width: ExpressionSpecification,
  { paint = {}, ...more }: LineMore,
): LayerSpecification {
  return {
    id,
    type: 'line',
    source: SOURCE,
    'source-layer': sourceLayer,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width, ...paint },
    ...more,
  } as LayerSpecification;
}

/** Small roads first, so that large ones cross over them. Each has a casing below all of its kind. */
const ROADS = [
  { id: 'path', kinds: ['path', 'other'], minzoom: 14, width: [14, 0.6, 18, 3], color: 'minor' },
  { id: 'minor', kinds: ['minor_road', 'medium_road'], minzoom: 11, width: [11, 0.4, 14, 2, 18, 12], color: 'minor' },
  { id: 'major', kinds: ['major_road'], minzoom: 7, width: [7, 0.5, 12, 2, 18, 16], color: 'major' },
  { id: 'highway', kinds: ['highway'], minzoom: 4, width: [4, 0.7, 9, 1.8, 13, 4, 18, 20], color: 'highway' },
] as const;
const CASING_PIXELS = 1.4;

function roads(palette: StreetPalette): LayerSpecification[] {
  const ofKinds = (kinds: readonly string[]) => isKind(...kinds);
  const wider = (stops: readonly number[]) => stops.map((value, index) => (index % 2 === 1 ? value + CASING_PIXELS : value));
  return [
    line('rail', 'roads', palette.rail, byZoom(8, 0.5, 16, 2), {
      filter: isKind('rail'),
      minzoom: 8,
      paint: { 'line-dasharray': [5, 1.5] },
    }),
    // Version 3 has railroads in a layer of their own.
    line('transit', 'transit', palette.rail, byZoom(8, 0.5, 16, 2), {
      filter: isKind('rail'),
      minzoom: 8,
      paint: { 'line-dasharray': [5, 1.5] },
    }),
    ...ROADS.map(({ id, kinds, minzoom, width }) =>
      line(`${id}-casing`, 'roads', palette.casing, byZoom(...wider(width)), { filter: ofKinds(kinds), minzoom: minzoom + 1 }),
    ),
    ...ROADS.map(({ id, kinds, minzoom, width, color }) =>
      line(id, 'roads', palette[color], byZoom(...width), { filter: ofKinds(kinds), minzoom }),
    ),
  ];
}

function labels(palette: StreetPalette): LayerSpecification[] {
  const text = (id: string, sourceLayer: string, color: string, layout: object, more: object): LayerSpecification =>
    ({
      id,
      type: 'symbol',
      source: SOURCE,
      'source-layer': sourceLayer,
      layout: { 'text-field': NAME, 'text-font': [MAP_FONT], 'text-padding': 6, ...layout },
      paint: { 'text-color': color, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
      ...more,
    }) as LayerSpecification;
  const alongLine = { 'symbol-placement': 'line', 'symbol-spacing': 300 };
  const place = (id: string, minzoom: number, size: number, filter: ExpressionSpecification, maxzoom = 24) =>
    text(
      id,
      'places',
      palette.label,
      { 'text-size': size },
      { minzoom, maxzoom, filter: ['all', isKind('locality', 'neighbourhood'), filter] },
    );
  const rank: ExpressionSpecification = ['coalesce', ['get', 'population_rank'], ['get', 'pmap:population_rank'], 0];
  return [
    text('water-names', 'water', palette.waterLabel, { 'text-size': 11 }, { minzoom: 9, filter: ['==', ['geometry-type'], 'Point'] }),
    text(
      'river-names',
      'water',
      palette.waterLabel,
      { 'text-size': 11, ...alongLine },
      { minzoom: 11, filter: ['==', ['geometry-type'], 'LineString'] },
    ),
    text(
      'road-numbers',
      'roads',
      palette.roadLabel,
      { 'text-field': ['coalesce', ['get', 'shield_text'], ['get', 'ref']], 'text-size': 10, ...alongLine },
      {
        minzoom: 8,
        maxzoom: 13,
        filter: isKind('highway', 'major_road'),
      },
    ),
    text(
      'road-names',
      'roads',
      palette.roadLabel,
      { 'text-size': byZoom(12, 10, 18, 13), ...alongLine },
      {
        minzoom: 12.5,
        filter: isKind('highway', 'major_road', 'medium_road', 'minor_road'),
      },
    ),
    place('villages', 11, 11, ['<', rank, 6]),
    place('towns', 8, 12, ['all', ['>=', rank, 6], ['<', rank, 9]]),
    place('cities', 4, 14, ['>=', rank, 9]),
    text(
      'states',
      'places',
      palette.roadLabel,
      { 'text-size': 12, 'text-letter-spacing': 0.1 },
      { minzoom: 4, maxzoom: 8, filter: isKind('region') },
    ),
  ];
}
