import { feature, mesh } from 'topojson-client';
// Import URLs instead of modules: the files are fetched on demand, the counties only at a close zoom.
import countiesUrl from 'us-atlas/counties-10m.json?url';
import statesUrl from 'us-atlas/states-10m.json?url';
import regionUrl from './data/region-ground.json?url';

type Topology = Parameters<typeof mesh>[0];
type Areas = Extract<NonNullable<Parameters<typeof mesh>[1]>, { type: 'GeometryCollection' }>;

const line = (geometry: GeoJSON.MultiLineString): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });

async function load<T = Topology>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`A part of the map could not be loaded (${response.status}).`);
  return (await response.json()) as T;
}

function areasOf(topology: Topology, name: string): Areas {
  const areas = topology.objects[name];
  if (areas?.type !== 'GeometryCollection') throw new Error(`The atlas has no ${name}.`);
  return areas as Areas;
}

/** Loads the land, its coast and the state borders; about 37 kB compressed. */
export async function loadStates(): Promise<{ land: GeoJSON.FeatureCollection; borders: GeoJSON.Feature; coast: GeoJSON.Feature }> {
  const topology = await load(statesUrl);
  const states = areasOf(topology, 'states');
  return {
    land: feature(topology, states) as GeoJSON.FeatureCollection,
    borders: line(mesh(topology, states, (one, other) => one !== other)),
    coast: line(mesh(topology, states, (one, other) => one === other)),
  };
}

/** Loads the county borders; about 260 kB compressed. */
export async function loadCounties(): Promise<GeoJSON.Feature> {
  const topology = await load(countiesUrl);
  return line(mesh(topology, areasOf(topology, 'counties'), (one, other) => one !== other));
}

/** Loads rivers, lakes and railroads of the demo's region, from Natural Earth (public domain); about 20 kB compressed. */
export function loadRegion(): Promise<GeoJSON.FeatureCollection> {
  return load<GeoJSON.FeatureCollection>(regionUrl);
}
