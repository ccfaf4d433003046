import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { offeredLanguages, translationOf } from '@yardage/messages/catalogues';
import { compileArea } from '@yardage/messages/compile-catalogue';
import { loadedDefinitions } from '@yardage/messages/messages';
import type { BrowserCatalogue } from '@yardage/messages/messages.browser';
import { type Plugin, parseSync } from 'vite';
import type { CataloguePart } from './src/lib/language/catalogues.ts';

const ROOT = join(import.meta.dirname, '../..');
const MESSAGES_FILES = ['apps/web/src/**/*.messages.ts', 'packages/domain/src/**/*.messages.ts'];
const MESSAGES_FILE = /\.messages\.ts$/;
const DECLARATION = /defineMessages\(\s*'([^']+)'/g;

const NODE_MODULE = '@yardage/messages/messages';
const BROWSER_MODULE = join(ROOT, 'packages/messages/src/messages.browser.ts');
const LOADERS = 'src/lib/language/catalogues.ts';
const CATALOGUE_ID = /^virtual:catalogue\/(\w+)\/(\w+)$/;

/** Messages that the landing page and the sign-in need. All others are loaded with the first page that needs them. */
const START = [/\/src\/app\/(error|start)\.messages\.ts$/, /\/src\/lib\//, /\/src\/pages\/(pages|landing|login|not-found)/];
/** Shown when nothing can be loaded, so its English text stays in the code. */
const KEPT = /\/src\/app\/start\.messages\.ts$/;

/** Messages of pages that only staff open. */
const DESK = [/\/src\/(features|pages)\/desk[-/]/, /\/src\/features\/(canned-replies|imports)\//, /\/domain\/src\/audit\.messages\.ts$/];

/** Messages of the page behind a link to a pour board, which is built apart, and those that it shares with the portal. */
const SHARE = /\/src\/pages\/share\//;
const SHARED = [
  SHARE,
  /\/features\/pour\/pour\.messages\.ts$/,
  /\/patterns\/arrival\.messages\.ts$/,
  /\/domain\/src\/names\.messages\.ts$/,
];

/** Returns the part that a messages module belongs to. */
export function partOf(path: string): CataloguePart {
  const isOneOf = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(path.replaceAll('\\', '/')));
  if (isOneOf([SHARE])) return 'share';
  if (isOneOf(START)) return 'start';
  return isOneOf(DESK) ? 'desk' : 'portal';
}

/** Names the scripts with messages by language and part, so that tests can find them. */
export function messagesFileName({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, language, part] = CATALOGUE_ID.exec(facadeModuleId?.replace('\0', '') ?? '') ?? [];
  return language ? `assets/messages-${language}-${part}-[hash].js` : 'assets/[name]-[hash].js';
}

/**
 * Takes the messages out of the code and compiles them ahead of time: one script per language and part, so that only the reader's
 * language is loaded and no parser of messages is in the bundle. With `isEager`, all languages are in the page's own script, for small pages.
 */
export function messages(parts: readonly CataloguePart[] = ['start', 'portal', 'desk'], { isEager = false } = {}): Plugin {
  return {
    name: 'yardage:messages',
    enforce: 'pre',
    resolveId: (id) => (id === NODE_MODULE ? BROWSER_MODULE : CATALOGUE_ID.test(id) ? `\0${id}` : null),
    async load(id) {
      if (id.replaceAll('\\', '/').endsWith(LOADERS)) return loadersModule(parts, isEager);
      const [, language, part] = CATALOGUE_ID.exec(id.replace('\0', '')) ?? [];
      return language && part ? catalogueModule(language, part as CataloguePart) : null;
    },
    transform(code, id) {
      return MESSAGES_FILE.test(id) && !KEPT.test(id.replaceAll('\\', '/')) ? { code: withoutTexts(id, code), map: null } : null;
    },
    // Texts are in every open page, so a change of one reloads it.
    hotUpdate({ file }) {
      if (!MESSAGES_FILE.test(file)) return;
      this.environment.hot.send({ type: 'full-reload' });
    },
  };
}

function loadersModule(parts: readonly CataloguePart[], isEager: boolean): string {
  const languages = offeredLanguages();
  const id = (language: string, part: string): string => `virtual:catalogue/${language}/${part}`;
  const name = (language: string, part: string): string => `${language}_${part}`;
  const loader = (language: string, part: string): string =>
    isEager ? `async () => ${name(language, part)}` : `() => import('${id(language, part)}').then((module) => module.default)`;
  const imports = languages.flatMap((language) => parts.map((part) => `import ${name(language, part)} from '${id(language, part)}';`));
  const entries = languages.map((language) => `${language}: { ${parts.map((part) => `${part}: ${loader(language, part)}`).join(', ')} }`);
  return `${isEager ? imports.join('\n') : ''}\nexport const CATALOGUES = { ${entries.join(', ')} };`;
}

async function catalogueModule(language: string, part: CataloguePart): Promise<string> {
  // Without a translation the English source is kept; `check-messages.ts` refuses such a catalogue.
  const compiled = await compileMessages(part, ({ key, message }) => translationOf(language, key) ?? message);
  return `export default ${JSON.stringify(compiled)};`;
}

/** Compiles the messages of a part. `translate` returns the text of a key. */
export async function compileMessages(
  part: CataloguePart,
  translate: Parameters<typeof compileArea>[2],
): Promise<Record<string, BrowserCatalogue>> {
  const compiled: Record<string, BrowserCatalogue> = {};
  for (const file of globSync(MESSAGES_FILES, { cwd: ROOT }).map((path) => join(ROOT, path))) {
    const path = file.replaceAll('\\', '/');
    if (part === 'share' ? !SHARED.some((pattern) => pattern.test(path)) : partOf(path) !== part) continue;
    await import(pathToFileURL(file).href);
    for (const [, area = ''] of readFileSync(file, 'utf8').matchAll(DECLARATION)) {
      compiled[area] = compileArea(area, loadedDefinitions().get(area) ?? {}, translate);
    }
  }
  return compiled;
}

interface Span {
  start: number;
  end: number;
}

/** Removes the English source, the second argument of every `defineMessages`, and marks the call as free of side effects. */
function withoutTexts(id: string, code: string): string {
  const calls: { call: Span; source: Span }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given, start, end } = node as Span & { type?: string; callee?: { name?: string }; arguments?: Span[] };
    if (type === 'CallExpression' && callee?.name === 'defineMessages' && given?.[0] && given[1]) {
      calls.push({ call: { start, end }, source: { start: given[0].end, end: given[1].end } });
      return;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(id, code).program);
  return calls.reduceRight(
    (text, { call, source }) =>
      `${text.slice(0, call.start)}/* @__PURE__ */ ${text.slice(call.start, source.start)}${text.slice(source.end)}`,
    code,
  );
}
