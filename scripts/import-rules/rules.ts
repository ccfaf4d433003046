import type { Place, Target } from './places.ts';

/** One rule about who may import what; the check prints its sentence if it is broken. */
export interface ImportRule {
  sentence: string;
  isBroken(from: Place, target: Target, specifier: string): boolean;
}

/** The layers of the web app: each may import those before it. */
const WEB_LAYERS = ['lib', 'patterns', 'features', 'pages', 'app'];

/** Packages that write SQL or access a database. */
const SQL_PACKAGES = new Set(['drizzle-orm', 'pg', 'pg-boss', '@electric-sql/pglite']);

/** Packages that communicate outside the process. */
const OUTSIDE_PACKAGES = new Set([
  'nodemailer',
  'oidc-provider',
  'undici',
  'axios',
  'got',
  'ws',
  'socket.io-client',
  'stripe',
  'ai',
  '@ai-sdk/openai-compatible',
]);
const OUTSIDE_BUILTINS = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns'].map((name) => `node:${name}`));

/** Files of database/ that contain no SQL and that services may import. */
const NOT_SQL = new Set(['apps/server/src/database/database', 'apps/server/src/database/failures']);
/** Folders of the server whose files may all write SQL. */
const SQL_FOLDERS = new Set(['database', 'demo', 'jobs', 'testing']);

const placeIn = (target: Target): Place | undefined => ('place' in target ? target.place : undefined);
const packageIn = (target: Target): string | undefined => ('packageName' in target ? target.packageName : undefined);

/** A file directly in `src` wires the app together, as `app/` does. */
const webLayerOf = (place: Place): string => place.folder || 'app';
const isServer = (place: Place): boolean => place.workspace === 'server' && !place.isTest;
const isFeature = (place: Place): boolean => isServer(place) && place.folder === 'features';
const isServerFile = (place: Place | undefined, folder: string): boolean => place?.workspace === 'server' && place.folder === folder;
const withoutExtension = (path: string): string => path.replace(/\.ts$/, '');

/** Tables, expressions and page queries are SQL; transactions and the meaning of failures are not. */
function isSql(target: Target): boolean {
  const name = packageIn(target);
  if (name) return SQL_PACKAGES.has(name);
  const place = placeIn(target);
  // Queries in database/ are called like those of an area.
  return isServerFile(place, 'database') && place?.role !== 'queries' && place !== undefined && !NOT_SQL.has(withoutExtension(place.path));
}

/** The rules name folders and roles, never an area, so they also apply to areas added later. */
export const IMPORT_RULES: readonly ImportRule[] = [
  {
    sentence: 'no import climbs three folders (../../..): use the #server/ or #web/ name',
    isBroken: (_from, _target, specifier) => specifier.startsWith('../../..'),
  },
  {
    sentence: 'a file reaches another workspace by its package name, not by a path',
    isBroken: (from, target, specifier) =>
      specifier.startsWith('.') &&
      ['web', 'server', 'contract', 'domain', 'messages'].includes(from.workspace) &&
      placeIn(target)?.workspace !== from.workspace,
  },
  {
    sentence: 'domain imports nothing but itself and messages',
    isBroken: (from, target) =>
      from.workspace === 'domain' && !from.isTest && !['domain', 'messages'].includes(placeIn(target)?.workspace ?? ''),
  },
  {
    sentence: 'messages imports nothing of the other workspaces',
    isBroken: (from, target) => {
      const place = placeIn(target);
      return from.workspace === 'messages' && !from.isTest && place !== undefined && place.workspace !== 'messages';
    },
  },
  {
    sentence: 'contract imports nothing but itself, domain and zod',
    isBroken: (from, target) => {
      if (from.workspace !== 'contract' || from.isTest) return false;
      return packageIn(target) !== 'zod' && !['contract', 'domain'].includes(placeIn(target)?.workspace ?? '');
    },
  },
  {
    sentence: 'the web app imports contract, domain and messages, and nothing of the server, the tests or the scripts',
    isBroken: (from, target) => {
      const place = placeIn(target);
      return from.workspace === 'web' && place !== undefined && !['web', 'contract', 'domain', 'messages'].includes(place.workspace);
    },
  },
  {
    sentence: 'the web app runs in a browser: it imports no module of Node.js',
    isBroken: (from, target) =>
      from.workspace === 'web' && from.path.includes('/src/') && !from.isTest && 'isBuiltin' in target && target.isBuiltin,
  },
  {
    sentence: `the web app's layers import each other in one direction: ${WEB_LAYERS.join(' <- ')}`,
    isBroken: (from, target) => {
      const place = placeIn(target);
      if (from.workspace !== 'web' || place?.workspace !== 'web' || !from.path.includes('/src/')) return false;
      return WEB_LAYERS.indexOf(webLayerOf(place)) > WEB_LAYERS.indexOf(webLayerOf(from));
    },
  },
  {
    sentence: 'a feature of the web app imports no other feature: the page brings them together',
    isBroken: (from, target) => {
      const place = placeIn(target);
      if (from.workspace !== 'web' || place?.workspace !== 'web') return false;
      return from.folder === 'features' && place.folder === 'features' && from.area !== place.area;
    },
  },
  {
    sentence: 'the server imports nothing of the web app, the browser tests or the scripts',
    isBroken: (from, target) => {
      const place = placeIn(target);
      return from.workspace === 'server' && place !== undefined && !['server', 'contract', 'domain', 'messages'].includes(place.workspace);
    },
  },
  {
    sentence: 'routes call their service: they import no queries and no database',
    isBroken: (from, target) => {
      const place = placeIn(target);
      return isFeature(from) && from.role === 'routes' && (isSql(target) || isServerFile(place, 'database') || place?.role === 'queries');
    },
  },
  {
    sentence: 'a service knows no routes',
    isBroken: (from, target) => isFeature(from) && from.role === 'service' && placeIn(target)?.role === 'routes',
  },
  {
    sentence: 'queries know no service, no routes and no HTTP',
    isBroken: (from, target) => {
      if (!isServer(from) || from.role !== 'queries') return false;
      const place = placeIn(target);
      return packageIn(target) === 'fastify' || place?.role === 'routes' || place?.role === 'service';
    },
  },
  {
    sentence: 'only database/drizzle.ts imports drizzle-orm; its comment says why',
    isBroken: (from, target) => packageIn(target) === 'drizzle-orm' && from.path !== 'apps/server/src/database/drizzle.ts',
  },
  {
    sentence:
      'SQL (drizzle, pg, tables, page queries) is written in *.queries.ts, database/, jobs/, demo/, testing/ and directly in src only',
    isBroken: (from, target) => {
      const isAllowed = from.role === 'queries' || SQL_FOLDERS.has(from.folder) || (from.folder === '' && from.workspace === 'server');
      return isServer(from) && !isAllowed && isSql(target);
    },
  },
  {
    sentence: 'only adapters talk to the outside',
    isBroken: (from, target) => {
      if (!isServer(from) || from.folder === 'adapters' || from.folder === 'testing') return false;
      const name = packageIn(target);
      return name !== undefined && (OUTSIDE_PACKAGES.has(name) || OUTSIDE_BUILTINS.has(`node:${name.replace('node:', '')}`));
    },
  },
  {
    sentence: 'areas know an adapter by its port only; main and app choose the implementation',
    isBroken: (from, target) => {
      const place = placeIn(target);
      if (!isFeature(from) || !isServerFile(place, 'adapters') || !place) return false;
      return !/\/port(\.ts)?$/.test(place.path);
    },
  },
  {
    sentence: 'nothing imports demo/ but main.ts and testing/',
    isBroken: (from, target) => {
      const isAllowed = from.path === 'apps/server/src/main.ts' || from.folder === 'demo' || from.folder === 'testing';
      return isServer(from) && !isAllowed && isServerFile(placeIn(target), 'demo');
    },
  },
  {
    sentence: 'testing/ is for tests',
    isBroken: (from, target) => isServer(from) && from.folder !== 'testing' && isServerFile(placeIn(target), 'testing'),
  },
  {
    sentence: 'nothing imports main.ts: it starts the server',
    isBroken: (_from, target) => /^apps\/server\/src\/main(\.ts)?$/.test(placeIn(target)?.path ?? ''),
  },
];

/** Returns what is wrong with a file's place, if anything. Without this check no rule would apply to an unknown layer. */
export function misplacementOf(place: Place): string | undefined {
  const isInWebSource = place.workspace === 'web' && place.path.includes('/src/');
  if (isInWebSource && !WEB_LAYERS.includes(webLayerOf(place))) {
    return `apps/web/src/${place.folder} is no layer of the web app (${WEB_LAYERS.join(', ')})`;
  }
  return undefined;
}
