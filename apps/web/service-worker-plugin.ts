import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript } from './bundle-script.ts';
import { ENTRY, FRAME, LANDING, SIGN_IN_LIBRARY } from './page-roots.ts';
import { routesOf } from './page-routes.ts';

type Chunk = Rolldown.OutputChunk;

/** The pages that work without a connection. The others are loaded when they are opened. */
const OFFLINE_PAGES = ['dashboard', 'orders', 'pour', 'tickets', 'ticket-sign', 'chats', 'not-found', 'unauthorized'];
/** Modules that do nothing without a connection, or are for staff. Their files are not stored on phones ahead of time. */
const ONLINE_ONLY = [/\/pdf/, /pdfjs/, /\/map\//, /desk/, /payment/, /registration/, /view-banner/, /send-mail/, /import/, /cart-popover/];
/**
 * How much may be stored on a phone ahead of time, uncompressed. Messages are not counted, because their scripts have a budget of their own
 * (`bundle-budget.ts`) and an installation may add languages.
 */
const MAX_MEGABYTES = 1.8;
const MEGABYTE = 1_000_000;
const MESSAGES = '/messages-';
/** Files beside the scripts. */
const OTHERS = [
  'assets/inter-latin-wght-normal-*.woff2',
  'assets/early-start-*.js',
  'assets/formats-worker-*.js',
  'color-scheme.js',
  'favicon.svg',
  'index.html',
];

/** Writes `sw.js`, the service worker, with the list of the files that the portal needs to open without a connection. */
export function serviceWorker(): Plugin {
  return {
    name: 'yardage:service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
        const others = globSync(OTHERS, { cwd: dir });
        const files = [...new Set([...offlineFiles(chunks), ...others])].sort();
        if (others.length !== OTHERS.length) this.error(`The service worker does not find all of ${OTHERS.join(', ')}.`);
        const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + statSync(join(dir, name)).size, 0) / MEGABYTE;
        const size = sizeOf(files.filter((name) => !name.includes(MESSAGES)));
        const budget = `without messages ${size.toFixed(2)} of ${MAX_MEGABYTES} MB`;
        if (size > MAX_MEGABYTES) this.error(`The service worker is over its budget: ${budget}`);
        const code = await bundleScript(join(import.meta.dirname, 'src/service-worker.ts'), {
          APP_FILES: JSON.stringify(files.map((file) => ({ url: `/${file}`, revision: revisionOf(dir, file) }))),
          APP_PATHS: JSON.stringify(routesOf().map(({ path }) => path)),
        });
        writeFileSync(join(dir, 'sw.js'), code);
        this.info(`service worker: ${files.length} files, ${sizeOf(files).toFixed(2)} MB, ${budget}`);
      },
    },
  };
}

/** Names of assets have a hash of their content. Other files need one here. */
function revisionOf(dir: string, file: string): string | null {
  if (file.startsWith('assets/')) return null;
  return createHash('sha256')
    .update(readFileSync(join(dir, file)))
    .digest('hex')
    .slice(0, 12);
}

/** Returns the scripts and styles of the offline pages, of the layout and of what they load later. */
function offlineFiles(chunks: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Map<string, Chunk>();
  const visit = (chunk: Chunk | undefined, isWithLater: boolean): void => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.set(chunk.fileName, chunk);
    for (const name of chunk.imports) visit(byName.get(name), isWithLater);
    if (!isWithLater) return;
    for (const name of chunk.dynamicImports) if (isForOffline(byName.get(name))) visit(byName.get(name), true);
  };
  const chunkOf = (module: string): Chunk | undefined => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  // The entry's later parts are all pages, so they are named one by one.
  visit(chunkOf(ENTRY), false);
  visit(chunkOf(LANDING), false);
  for (const module of [...FRAME, SIGN_IN_LIBRARY]) visit(chunkOf(module), true);
  for (const { moduleIds, fileName } of chunks) {
    const isOffline = OFFLINE_PAGES.some((name) => moduleIds.some((id) => id.includes(`/src/pages/${name}/`)));
    if (isOffline && !isForOnline(fileName)) visit(byName.get(fileName), true);
    if (fileName.includes(MESSAGES)) visit(byName.get(fileName), false);
  }
  return [...found.values()].flatMap((chunk) => [
    chunk.fileName,
    ...((chunk as Chunk & { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []),
  ]);
}

const isForOnline = (id: string): boolean => ONLINE_ONLY.some((pattern) => pattern.test(id));

function isForOffline(chunk: Chunk | undefined): boolean {
  return chunk !== undefined && !isForOnline(chunk.facadeModuleId ?? chunk.fileName);
}
