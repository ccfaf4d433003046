import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { CITIES } from './cities.ts';
import { MARKS } from './marks.ts';
import { MAP_FONT, PALETTES, type Palette, type Scheme } from './palette.ts';

/** Names of the built-in map's sources. Their data is loaded after the style. */
export const ATLAS_SOURCES = { land: 'land', borders: 'borders', coast: 'coast', counties: 'counties', region: 'region' } as const;
/** The counties are drawn, and only then fetched, from this zoom on. */
export const COUNTIES_ZOOM = 5.5;

/** The grid is drawn from this zoom on, where the map has little other detail. */
const GRID_ZOOM = 10.5;
/** The region's rivers, lakes and railroads are drawn, and only then fetched, from this zoom on. */
export const REGION_ZOOM = 5.5;

const EMPTY: GeoJSONSourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };

/** Returns the label font for every style. The file takes precedence over the style's own glyph server. */
export function fontFaces(): NonNullable<StyleSpecification['font-faces']> {
  return { [MAP_FONT]: [{ url: new URL(interUrl, location.href).href }] };
}

/** Returns the style that needs no network: land, states, counties, cities, and the demo region's waters and railroads. */
export function builtInStyle(scheme: Scheme): StyleSpecification {
  return {
    version: 8,
    name: 'Yardage',
    'font-faces': fontFaces(),
    sources: {
      // The data has no more detail beyond this zoom.
      [ATLAS_SOURCES.land]: { ...EMPTY, maxzoom: 10 },
      [ATLAS_SOURCES.borders]: { ...EMPTY, maxzoom: 10 },
      [ATLAS_SOURCES.coast]: { ...EMPTY, maxzoom: 10 },
      [ATLAS_SOURCES.counties]: { ...EMPTY, maxzoom: 10 },
      [ATLAS_SOURCES.region]: { ...EMPTY, maxzoom: 12 },
      cities: { type: 'geojson', data: CITIES },
    },
    layers: layersOf(PALETTES[scheme]),
  };
}

function layersOf(palette: Palette): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    { id: 'land', type: 'fill', source: ATLAS_SOURCES.land, paint: { 'fill-color': palette.land } },
    {
      id: 'grid',
      type: 'fill',
      source: ATLAS_SOURCES.land,
      minzoom: GRID_ZOOM,
      paint: { 'fill-pattern': MARKS.grid, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], GRID_ZOOM, 0, GRID_ZOOM + 1, 1] },
    },
    {
      id: 'counties',
      type: 'line',
      source: ATLAS_SOURCES.counties,
      minzoom: COUNTIES_ZOOM,
      paint: { 'line-color': palette.county, 'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 10, 1.4, 14, 2.5] },
    },
    ...regionLayers(palette),
    { id: 'coast', type: 'line', source: ATLAS_SOURCES.coast, paint: { 'line-color': palette.coast, 'line-width': 0.8 } },
    {
      id: 'borders',
      type: 'line',
      source: ATLAS_SOURCES.borders,
      paint: { 'line-color': palette.state, 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.7, 8, 1.6, 14, 3] },
    },
    riverNames(palette),
    ...([1, 2, 3] as const).map((rank) => cityLayer(rank, palette)),
  ];
}

function cityLayer(rank: 1 | 2 | 3, palette: Palette): LayerSpecification {
  return {
    id: `cities-${rank}`,
    type: 'symbol',
    source: 'cities',
    minzoom: { 1: 3, 2: 5, 3: 7.5 }[rank],
    filter: ['==', ['get', 'rank'], rank],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [MAP_FONT],
      'text-size': { 1: 13, 2: 12, 3: 11.5 }[rank],
      'text-padding': 6,
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
  };
}

function regionLayers(palette: Palette): LayerSpecification[] {
  const source = ATLAS_SOURCES.region;
  return [
    { id: 'lakes', type: 'fill', source, minzoom: REGION_ZOOM, filter: isKind('lake'), paint: { 'fill-color': palette.water } },
    {
      id: 'rivers',
      type: 'line',
      source,
      minzoom: REGION_ZOOM,
      filter: isKind('river'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      // Large rivers have a low rank.
      paint: {
        'line-color': palette.water,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          6,
          ['step', ['get', 'rank'], 1.6, 8, 0.8],
          12,
          ['step', ['get', 'rank'], 7, 8, 3.5],
        ],
      },
    },
    {
      id: 'railroads',
      type: 'line',
      source,
      minzoom: 7,
      filter: isKind('railroad'),
      paint: {
        'line-color': palette.railroad,
        'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.7, 12, 1.6],
        'line-dasharray': [5, 1.5],
      },
    },
  ];
}

function isKind(kind: string): ['==', ['get', 'kind'], string] {
  return ['==', ['get', 'kind'], kind];
}

/** The layer of river names. It is below the city names, which win if both overlap. */
function riverNames(palette: Palette): LayerSpecification {
  return {
    id: 'river-names',
    type: 'symbol',
    source: ATLAS_SOURCES.region,
    minzoom: 8,
    filter: ['all', isKind('river'), ['!=', ['get', 'name'], null]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [MAP_FONT],
      'text-size': 11,
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-letter-spacing': 0.06,
      'text-padding': 8,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
  };
}
