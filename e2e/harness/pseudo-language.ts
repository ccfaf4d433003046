import type { Page } from 'playwright-core';
import { compileMessages } from '../../apps/web/messages-plugin.ts';
import type { CataloguePart } from '../../apps/web/src/lib/language/catalogues.ts';

const PLAIN = 'aceinosuyACEINOSUY';
const ACCENTED = 'äçéïñöšûýÄÇÉÏÑÖŠÛÝ';
const PLACEHOLDER = /^\W*$/;

/** Returns a text that is longer and accented, in brackets: a cut text lacks its end, an untranslated one its accents. */
export function pseudoText(text: string): string {
  if (PLACEHOLDER.test(text)) return text;
  const accented = [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
  return `[${accented}${'·'.repeat(Math.ceil(text.length * 0.3))}]`;
}

/** Changes the texts of a compiled message, and neither its arguments nor its choices. */
function pseudoMessage(nodes: unknown): unknown {
  if (typeof nodes === 'string') return pseudoText(nodes);
  if (!Array.isArray(nodes)) return nodes;
  return nodes.map((node) => (typeof node === 'string' ? accent(node) : pseudoNode(node)));
}

/** The parts of a message get no brackets of their own, because arguments come between them. */
function accent(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}

function pseudoNode(node: unknown): unknown {
  if (!Array.isArray(node)) return node;
  const [name, type, branches] = node as [string, number | undefined, Record<string, unknown> | undefined];
  if (!branches || typeof branches !== 'object') return node;
  const changed = Object.entries(branches).map(([choice, branch]) => [
    choice,
    Array.isArray(branch) ? pseudoMessage(branch) : typeof branch === 'string' ? accent(branch) : branch,
  ]);
  return [name, type, Object.fromEntries(changed)];
}

function pseudoCatalogue(catalogue: object): object {
  return Object.fromEntries(
    Object.entries(catalogue).map(([name, value]) => {
      if (typeof value === 'string') return [name, pseudoText(value)];
      if (!Array.isArray(value)) return [name, pseudoCatalogue(value)];
      const [message, ...names] = value as [unknown, ...string[]];
      return [name, [pseudoMessage(message), ...names]];
    }),
  );
}

const compiled = new Map<string, Promise<string>>();

/** Makes the portal's Spanish a pseudo-language: its messages are those of the pseudo-language. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('yardage.language', JSON.stringify({ language: 'es', isUnsaved: false })));
  await page.route(/\/assets\/messages-es-(start|portal|desk)-/, async (route) => {
    const part = (/messages-es-(\w+)-/.exec(route.request().url())?.[1] ?? 'start') as CataloguePart;
    const body =
      compiled.get(part) ??
      compileMessages(part, ({ message }) => message).then((all) => `export default ${JSON.stringify(pseudoCatalogue(all))};`);
    compiled.set(part, body);
    await route.fulfill({ contentType: 'text/javascript', body: await body });
  });
}

/** Words that come from no catalogue and are right so: names, formats, and what `Intl` writes in Spanish. */
const NOT_TEXTS = /^(Yardage|Español|English|PDF|CSV|ZIP|CVC|PayPal|MapLibre|hora|oriental|central|montaña)$/i;
/** A date as it is written in Spanish. */
const DATE = /\d\d [a-z]{3,4} \d{4}/g;

/** Runs in the page. Returns the visible texts, and those that are cut without a tooltip that shows them. */
function readTexts(): { shown: string[]; cut: string[] } {
  const SILENT = 'script, style, noscript, svg, option, canvas, code, [aria-hidden=true], [lang]:not(html)';
  const result = { shown: [] as string[], cut: [] as string[] };
  const rangeOf = (node: Node): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  /** The nearest box that hides what is wider; none if a box before it scrolls, or is only for screen readers. */
  const clippingBox = (element: Element): Element | null => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (box.getBoundingClientRect().width < 2 || /auto|scroll/.test(overflowX)) return null;
      if (/hidden|clip/.test(overflowX)) return box;
    }
    return null;
  };
  const isCutOff = (node: Node, parent: Element): boolean => {
    const box = clippingBox(parent);
    if (!box) return false;
    // Cells of a table get their tooltip under the pointer.
    const isTold = getComputedStyle(box).textOverflow === 'ellipsis' && box.closest('[title], tbody') !== null;
    const [text, room] = [rangeOf(node), box.getBoundingClientRect()];
    return !isTold && (text.right > room.right + 1 || text.left < room.left - 1);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent || parent.closest(SILENT)) continue;
    const { width, height } = rangeOf(node);
    if (width < 2 || height < 2 || getComputedStyle(parent).visibility === 'hidden') continue;
    result.shown.push(text);
    if (text.includes(']') && isCutOff(node, parent)) result.cut.push(text);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) result.cut.push(`the page is ${scrollWidth} wide`);
  // Tables may scroll sideways, the menu may not: the numbers at its end would be out of sight.
  for (const box of document.querySelectorAll('nav, nav *')) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth;
    if (isScrolled) result.cut.push(`the menu is ${box.scrollWidth} wide in ${box.clientWidth}`);
  }
  return result;
}

/** Runs in the page. Returns what is wider than its place. Lists scroll sideways if their user adds columns, other tables never do. */
function readWidths(): string[] {
  const { scrollWidth } = document.documentElement;
  const tables = [...document.querySelectorAll<HTMLElement>(':is(main, [role=dialog]) table:not([role=grid])')].filter((table) => {
    const place = table.parentElement ?? table;
    return table.offsetWidth > place.clientWidth + 1 && !/auto|scroll/.test(getComputedStyle(place).overflowX);
  });
  return [
    ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`] : []),
    ...tables.map((table) => `a table is ${table.offsetWidth} wide: ${table.textContent?.slice(0, 80)}`),
  ];
}

/** Returns what is wider than its place in a window of another width. */
export const findWide = (page: Page): Promise<string[]> => page.evaluate(readWidths);

/** Returns the visible texts that no catalogue translated and that are not in the data, and the texts that are cut. */
export async function findFaults(page: Page, data: string): Promise<string[]> {
  const { shown, cut } = await page.evaluate(readTexts);
  const known = new Set(data.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
  const isKnown = (word: string): boolean => known.has(word.toLowerCase()) || NOT_TEXTS.test(word);
  const isEnglish = (text: string): boolean => {
    if (/[äçéïñöšûýÄÇÉÏÑÖŠÛÝ·]/.test(text)) return false;
    const words = text.replace(DATE, '').match(/[\p{L}\d]+/gu) ?? [];
    return words.some((word) => /[A-Za-z]{3}/.test(word) && !isKnown(word));
  };
  return [...new Set([...shown.filter(isEnglish).map((text) => `not translated: ${text}`), ...cut.map((text) => `cut: ${text}`)])];
}
