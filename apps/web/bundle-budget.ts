import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { partOf } from './messages-plugin.ts';
import { DESK_PAGE, FRAME, LANDING, PAGE } from './page-roots.ts';

const KILOBYTE = 1000;
/** With the messages of the longest language. It was 130 before the portal had languages. */
const LANDING_BYTES = 135 * KILOBYTE;
const SIGNED_IN_BYTES = 275 * KILOBYTE;

/**
 * The map is loaded after the page that shows it. MapLibre cannot be made smaller, and no page waits for it (the list of trucks is shown
 * first), so it has a limit of its own.
 */
const MAP = 'src/features/truck-tracking/map/map-engine.ts';
const MAP_BYTES = 325 * KILOBYTE;

/** Each file costs a phone about as much as 5 kB of script. If a page needs more, see `chunk-groups.ts`. */
const MAX_FILES = 20;

/** The messages of all customers' pages, and of all desk pages, in one language: data, loaded once beside the layout's script. */
const MESSAGES_BYTES = 40 * KILOBYTE;

/** Texts of screens. Those of the domain's rules may be in any chunk, because only a form's check reads them. */
const WEB_MESSAGES = /\/web\/src\/.*\.messages\.ts$/;

type Chunk = Rolldown.OutputChunk;

/**
 * Fails the build if a page needs more gzipped script than its budget, or if chunks import each other in a cycle. New pages are found by
 * their file name.
 */
export function bundleBudget(): Plugin {
  return {
    name: 'yardage:bundle-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const pages = chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => PAGE.test(id)));
      const circle = findCircle(chunks);
      if (circle) this.error(`These files import one another: ${circle.join(', ')}. Which of them run first is left to chance.`);
      for (const id of [...gathered(chunks, [LANDING])].flatMap(({ moduleIds }) => moduleIds)) {
        if (WEB_MESSAGES.test(id) && partOf(id) !== 'start')
          this.error(`${id} is needed before sign-in: add it to START in messages-plugin.ts.`);
      }
      for (const page of pages.filter((id) => !DESK_PAGE.test(id))) {
        const needed = [...gathered(chunks, [page])].flatMap(({ moduleIds }) => moduleIds);
        const desk = needed.find((id) => WEB_MESSAGES.test(id) && partOf(id) === 'desk');
        if (desk) this.error(`${page} needs ${desk}, whose messages are loaded with the desk: change DESK in messages-plugin.ts.`);
      }
      const checkBudget = (modules: readonly string[], maxBytes: number, known: readonly string[] = [], extraBytes = 0): string => {
        const bytes = extraBytes + bytesOf(chunks, [...known, ...modules]) - (known.length > 0 ? bytesOf(chunks, known) : 0);
        const figures = `${(bytes / KILOBYTE).toFixed(1)} of ${maxBytes / KILOBYTE} kB`;
        const name = modules[0]?.replace(/^.*\//, '');
        if (bytes > maxBytes) this.error(`${name} is over its budget of script: ${figures}`);
        return `${name} ${figures}`;
      };
      const scattered = pages.find((page) => gathered(chunks, [page, ...FRAME]).size > MAX_FILES);
      if (scattered) this.error(`${scattered} needs more than ${MAX_FILES} scripts.`);
      for (const needed of [LANDING, ...FRAME, MAP]) if (!chunkOf(chunks, needed)) this.error(`The bundle budget does not find ${needed}.`);
      const signedIn = pages.filter((id) => !id.endsWith(LANDING)).map((id) => checkBudget([id, ...FRAME], SIGNED_IN_BYTES));
      const landing = checkBudget([LANDING], LANDING_BYTES, [], catalogueBytes(chunks, 'start'));
      const messages = (['portal', 'desk'] as const).map((part) => {
        const bytes = catalogueBytes(chunks, part);
        const figures = `${part} messages ${(bytes / KILOBYTE).toFixed(1)} of ${MESSAGES_BYTES / KILOBYTE} kB`;
        if (bytes > MESSAGES_BYTES) this.error(`over the budget: ${figures}`);
        return figures;
      });
      this.info([`script: ${landing}`, ...signedIn, checkBudget([MAP], MAP_BYTES, FRAME), ...messages].join(', '));
    },
  };
}

/** Returns the size of the longest language's messages. */
function catalogueBytes(chunks: readonly Chunk[], part: string): number {
  const catalogues = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${part}`) && id.includes('virtual:catalogue/')));
  return Math.max(0, ...catalogues.map(({ code }) => gzipSync(code).length));
}

/** Returns the chunks of an import cycle in import order, or undefined if there is none. */
function findCircle(chunks: readonly Chunk[]): string[] | undefined {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const imported of byName.get(name)?.imports ?? []) {
      const circle = visit(imported, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const { fileName } of chunks) {
    const circle = visit(fileName, []);
    if (circle) return circle;
  }
  return undefined;
}

function chunkOf(chunks: readonly Chunk[], module: string): Chunk | undefined {
  return chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
}

/** Returns the gzipped size of the entry, the modules' chunks and everything they import. */
function bytesOf(chunks: readonly Chunk[], modules: readonly string[]): number {
  return [...gathered(chunks, modules)].reduce((bytes, { code }) => bytes + gzipSync(code).length, 0);
}

/** Returns the chunks of the entry, of the modules and of everything they import. */
function gathered(chunks: readonly Chunk[], modules: readonly string[]): Set<Chunk> {
  const found = new Set<Chunk>();
  const gather = (chunk: Chunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const imported of chunk.imports) gather(chunks.find(({ fileName }) => fileName === imported));
  };
  for (const chunk of chunks) if (chunk.isEntry) gather(chunk);
  for (const module of modules) gather(chunkOf(chunks, module));
  return found;
}
