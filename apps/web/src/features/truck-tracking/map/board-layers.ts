import type { ExpressionSpecification, GeoJSONSource, Map as GlMap, SymbolLayerSpecification } from 'maplibre-gl';
import { TRUCK_TRACKING_MESSAGES as MESSAGES } from '../truck-tracking.messages.ts';
import { addMarks, MARKS } from './marks.ts';
import { MAP_FONT, PALETTES, type Scheme } from './palette.ts';

/** Names of our own sources, which are added to any base style. */
export const BOARD_SOURCES = {
  trucks: 'yardage-trucks',
  crowds: 'yardage-crowds',
  places: 'yardage-places',
  route: 'yardage-route',
} as const;
/** Layers that react to a click. */
export const CROWD_LAYER = 'yardage-crowds';
export const CLICK_LAYERS = ['yardage-truck-pins', 'yardage-truck-arrows', CROWD_LAYER];

const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
/** Pins are smaller at low zoom, where trucks are close together. */
const SIZE: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 5, 0.55, 9, 0.7, 12, 0.85, 14, 1];
const isSelected: ExpressionSpecification = ['boolean', ['get', 'isSelected'], false];

const truckLabel: SymbolLayerSpecification['layout'] = {
  'text-font': [MAP_FONT],
  'text-size': 12,
  'text-anchor': 'top',
  'text-padding': 1,
  'text-offset': ['interpolate', ['linear'], ['zoom'], 9, ['literal', [0, 1.05]], 14, ['literal', [0, 1.4]]],
};

/** Adds the layers for route, jobs, plants and trucks to the map. Called once per style. */
export function addBoardLayers(map: GlMap, scheme: Scheme): void {
  const { ink, halo, route, routeCasing } = PALETTES[scheme];
  const labelPaint = { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.8 };
  addMarks(map, scheme);
  map.addSource(BOARD_SOURCES.route, { type: 'geojson', data: NOTHING, tolerance: 0 });
  map.addSource(BOARD_SOURCES.places, { type: 'geojson', data: NOTHING });
  map.addSource(BOARD_SOURCES.trucks, { type: 'geojson', data: NOTHING, buffer: 32 });
  map.addSource(BOARD_SOURCES.crowds, { type: 'geojson', data: NOTHING, buffer: 64 });

  const lineOfRoute = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer({
    id: 'yardage-route-casing',
    type: 'line',
    source: BOARD_SOURCES.route,
    layout: lineOfRoute,
    paint: { 'line-color': routeCasing, 'line-width': 8, 'line-opacity': 0.9 },
  });
  map.addLayer({
    id: 'yardage-route',
    type: 'line',
    source: BOARD_SOURCES.route,
    layout: lineOfRoute,
    paint: { 'line-color': route, 'line-width': 4 },
  });
  map.addLayer({
    id: 'yardage-places',
    type: 'symbol',
    source: BOARD_SOURCES.places,
    layout: {
      'icon-image': ['case', ['==', ['get', 'kind'], 'job'], MARKS.job, MARKS.plant],
      'icon-allow-overlap': true,
      'text-field': ['step', ['zoom'], '', 8, ['get', 'name']],
      'text-font': [MAP_FONT],
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 1.1],
      'text-max-width': 12,
      'text-optional': true,
    },
    paint: { 'text-color': ink, 'text-halo-color': halo, 'text-halo-width': 1.6 },
  });
  map.addLayer({
    id: 'yardage-truck-ring',
    type: 'circle',
    source: BOARD_SOURCES.trucks,
    filter: isSelected,
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 14, 14, 28],
      'circle-color': route,
      'circle-opacity': 0.22,
      'circle-stroke-color': route,
      'circle-stroke-width': 2,
    },
  });
  map.addLayer({
    id: 'yardage-truck-arrows',
    type: 'symbol',
    source: BOARD_SOURCES.trucks,
    // The last heading of a stationary truck means nothing.
    filter: ['get', 'isMoving'],
    layout: {
      'icon-image': ['concat', MARKS.arrow, ['to-string', ['get', 'statusId']]],
      // `icon-rotate` is clockwise, but the angle is counterclockwise.
      'icon-rotate': ['-', 360, ['get', 'angle']],
      'icon-rotation-alignment': 'map',
      'icon-size': SIZE,
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
    paint: { 'icon-opacity': ['case', ['get', 'isStale'], 0.6, 1] },
  });
  // Placed after the pins, which are above this layer: a number that would cover another truck's pin is left out.
  map.addLayer({
    id: 'yardage-truck-numbers',
    type: 'symbol',
    source: BOARD_SOURCES.trucks,
    filter: ['!', isSelected],
    layout: { 'text-field': ['step', ['zoom'], '', 8, ['get', 'truckNumber']], ...truckLabel },
    paint: labelPaint,
  });
  map.addLayer({
    id: 'yardage-truck-pins',
    type: 'symbol',
    source: BOARD_SOURCES.trucks,
    layout: {
      // Draws the selected truck on top.
      'symbol-sort-key': ['case', isSelected, 1, 0],
      'icon-image': ['concat', MARKS.pin, ['to-string', ['get', 'statusId']]],
      'icon-size': SIZE,
      'icon-allow-overlap': true,
      'icon-padding': 0,
    },
    paint: { 'icon-opacity': ['case', ['get', 'isStale'], 0.75, 1] },
  });
  map.addLayer({
    id: CROWD_LAYER,
    type: 'symbol',
    source: BOARD_SOURCES.crowds,
    layout: {
      'icon-image': MARKS.crowd,
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [5, 9, 5, 9],
      'icon-allow-overlap': true,
      'text-field': ['concat', ['to-string', ['get', 'count']], ` ${MESSAGES.crowd}`],
      'text-font': [MAP_FONT],
      'text-size': 12,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': halo },
  });
  // The selected truck always shows its number: this layer is placed first, and other labels give way.
  map.addLayer({
    id: 'yardage-truck-chosen',
    type: 'symbol',
    source: BOARD_SOURCES.trucks,
    filter: isSelected,
    layout: { 'text-field': ['get', 'truckNumber'], ...truckLabel, 'text-allow-overlap': true },
    paint: labelPaint,
  });
}

/** Returns one of our sources, or undefined while no style is loaded. */
export function boardSource(map: GlMap, name: keyof typeof BOARD_SOURCES): GeoJSONSource | undefined {
  return map.getSource<GeoJSONSource>(BOARD_SOURCES[name]);
}
