import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { offeredLanguages, translationOf } from '@yardage/messages/catalogues';
import type { Plugin, Rolldown } from 'vite';
import { bundleScript } from './bundle-script.ts';
import { ENTRY, LANDING } from './page-roots.ts';
import { pageName, routesOf } from './page-routes.ts';
import { START_MESSAGES } from './src/app/start.messages.ts';
import { DASHBOARD_MESSAGES } from './src/pages/dashboard/dashboard.messages.ts';
import { PAGES_MESSAGES } from './src/pages/pages.messages.ts';
import type { StartTexts } from './src/start-screen.ts';

type Chunk = Rolldown.OutputChunk;

const SHELL = 'src/app/layout/shell.tsx';
const APP_SCRIPT = /<script type="module" crossorigin src="\/([^"]+)"><\/script>/;

/**
 * Adds the page's first script, which starts loading what the opened page needs before the app itself runs. The app would otherwise learn
 * step by step which files come next, each a round trip on a phone.
 */
export function earlyStart(): Plugin {
  return {
    name: 'yardage:early-start',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
      const write = async (name: string, define: Record<string, string> = {}): Promise<string> => {
        const code = await bundleScript(join(import.meta.dirname, `src/${name}.ts`), define);
        const file = `assets/${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
        writeFileSync(join(dir, file), code);
        return file;
      };
      const page = join(dir, 'index.html');
      const html = readFileSync(page, 'utf8');
      const [tag, app] = APP_SCRIPT.exec(html) ?? [];
      if (!tag || !app) throw new Error('The early start does not find the script of the app.');
      const files = { app, formats: await write('formats-worker'), ...pageFiles(chunks) };
      const name = await write('early-start', { PAGE_FILES: JSON.stringify(files) });
      // First in the head, so that its requests are the first ones. It also starts the app.
      const early = html.replace(
        '<meta name="viewport"',
        `<script async fetchpriority="high" src="/${name}"></script>\n    <meta name="viewport"`,
      );
      const preloaded = early.replace(tag, `<link rel="modulepreload" crossorigin href="/${app}">`);
      // What is drawn first needs none of them (start-screen.ts).
      writeFileSync(page, preloaded.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'));
    },
  };
}

/** Returns the files that each signed-in page needs, apart from those that the HTML names itself. */
function pageFiles(chunks: readonly Chunk[]) {
  const files: string[] = [];
  const numberOf = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const chunkOf = (module: string): Chunk | undefined => chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  const first = filesOf(chunks, chunkOf(ENTRY));
  const own = (module: string, known: ReadonlySet<string>): number[] =>
    [...filesOf(chunks, chunkOf(module))].filter((file) => !first.has(file) && !known.has(file)).map(numberOf);
  const frame = own(SHELL, new Set());
  const inFrame = filesOf(chunks, chunkOf(SHELL));
  const signedIn = routesOf().filter(({ isPublic }) => !isPublic);
  const pages = Object.fromEntries(signedIn.map(({ path, module }) => [path, own(module, inFrame)]));
  const messagesOf = (part: string) =>
    Object.fromEntries(
      chunks.flatMap(({ fileName }) => {
        const [, language] = new RegExp(`messages-(\\w+)-${part}-`).exec(fileName) ?? [];
        return language ? [[language, numberOf(fileName)]] : [];
      }),
    );
  const landing = own(LANDING, new Set());
  if (Object.keys(pages).length === 0 || frame.length === 0 || landing.length === 0) throw new Error('The early start finds no pages.');
  return { files, frame, pages, landing, messages: messagesOf('portal'), startMessages: messagesOf('start'), texts: startTexts() };
}

/** Returns the texts that the first script shows, by language. */
function startTexts(): Record<string, StartTexts> {
  const signedIn = routesOf().filter(({ isPublic }) => !isPublic);
  const textsIn = (language: string): StartTexts => ({
    titles: Object.fromEntries(
      signedIn.map(({ path, module }) => {
        const page = pageName(module);
        return [path, translationOf(language, `pages.${page}.title`) ?? PAGES_MESSAGES[page].title];
      }),
    ),
    welcome: translationOf(language, 'dashboard.welcomeTo') ?? DASHBOARD_MESSAGES.welcomeTo('{platformName}'),
    failure: {
      title: translationOf(language, 'start.title') ?? START_MESSAGES.title,
      text: translationOf(language, 'start.text') ?? START_MESSAGES.text,
      retry: translationOf(language, 'start.retry') ?? START_MESSAGES.retry,
    },
  });
  return Object.fromEntries(offeredLanguages().map((language) => [language, textsIn(language)]));
}

/** Returns the script and style files of a chunk and of everything that it imports statically. */
function filesOf(chunks: readonly Chunk[], chunk: Chunk | undefined, found = new Set<string>()): Set<string> {
  if (!chunk || found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of (chunk as Chunk & { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? []) found.add(style);
  for (const name of chunk.imports)
    filesOf(
      chunks,
      chunks.find(({ fileName }) => fileName === name),
      found,
    );
  return found;
}
