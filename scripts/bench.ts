// `npm run bench`: lists over HTTP beside the same SQL through bare `pg`. `npm run bench -- summary`: the dashboard of a large customer.
// `npm run bench -- map`: frames a second of 500 trucks on the map.
const BENCHES: Record<string, () => Promise<unknown>> = {
  lists: () => import('../bench/lists.ts'),
  summary: () => import('../bench/summary.ts'),
  map: () => import('../bench/map-frames.ts'),
};

const name = process.argv[2] ?? 'lists';
const bench = BENCHES[name];
if (!bench) throw new Error(`There is no bench '${name}': ${Object.keys(BENCHES).join(', ')}.`);
await bench();

export {};
