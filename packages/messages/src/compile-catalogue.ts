import compile from 'icu-minify/compile';
import { type Definition, Text } from './message-types.ts';
import type { BrowserCatalogue } from './messages.browser.ts';

/** An entry of the English source. */
export interface SourceMessage {
  key: string;
  /** The text, or the message in ICU syntax. */
  message: string;
  /** The arguments of a message; undefined for a text, which is taken literally. */
  names: readonly string[] | undefined;
}

/** Lists the texts and messages of an area by key. */
export function listMessages(prefix: string, source: Definition): SourceMessage[] {
  return Object.entries(source).flatMap(([name, value]) => {
    const key = `${prefix}.${name}`;
    if (typeof value === 'string') return [{ key, message: value, names: undefined }];
    if (value instanceof Text) return [{ key, message: value.message, names: value.names }];
    return listMessages(key, value);
  });
}

/** Compiles an area for the browser. `translate` returns the text of a key in the wanted language. */
export function compileArea(prefix: string, source: Definition, translate: (message: SourceMessage) => string): BrowserCatalogue {
  const compiled: Record<string, BrowserCatalogue[string]> = {};
  for (const [name, value] of Object.entries(source)) {
    const key = `${prefix}.${name}`;
    if (typeof value === 'string') compiled[name] = translate({ key, message: value, names: undefined });
    else if (value instanceof Text) compiled[name] = [compile(translate({ key, ...value })), ...value.names];
    else compiled[name] = compileArea(key, value, translate);
  }
  return compiled;
}

/** Returns the names of the arguments that a message uses. Throws if it is no valid ICU message. */
export function argumentsOf(message: string): Set<string> {
  const names = new Set<string>();
  const visitAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) for (const node of nodes) visit(node);
  };
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, , branches] = node as [string, unknown, Record<string, unknown> | undefined];
    names.add(name);
    if (branches && typeof branches === 'object') for (const branch of Object.values(branches)) visitAll(branch);
  };
  visitAll(compile(message));
  return names;
}
