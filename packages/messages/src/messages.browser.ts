import type { CompiledMessage } from 'icu-minify/format';
import { fill } from './formatters.ts';
import { localeOf, SOURCE_LANGUAGE } from './negotiate.ts';

// Messages in the browser. The build takes the texts out of the code: an area starts empty and is filled from the catalogue of the
// reader's language, in place, so that every caller sees the new language at its next render.

/** A catalogue as the build writes it: texts, compiled messages with the names of their arguments, and groups. */
export interface BrowserCatalogue {
  readonly [name: string]: string | CompiledEntry | BrowserCatalogue;
}

type CompiledEntry = readonly [CompiledMessage, ...string[]];
type Messages = Record<string, unknown>;

const areas: Messages = {};
const compiled = new WeakMap<object, CompiledEntry>();
let language = SOURCE_LANGUAGE;

/** The build leaves out the English source, except for texts that are needed if no catalogue can be loaded. */
export function defineMessages(area: string, source: BrowserCatalogue = {}): unknown {
  const messages = groupOf(areas, area);
  if (Object.keys(messages).length === 0) take(messages, source);
  return messages;
}

/** Only in source texts, which the build leaves out. @public: the build puts this module in the place of messages.ts. */
export function text(): never {
  throw new Error('Messages are declared in *.messages.ts files.');
}

/** Returns the locale for dates and numbers. @public: see `text`. */
export function currentLocale(): string {
  return localeOf(language);
}

/** Replaces the messages by those of a language. */
export function applyCatalogue(to: string, catalogue: BrowserCatalogue): void {
  language = to;
  take(areas, catalogue);
}

function take(into: Messages, catalogue: BrowserCatalogue): void {
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') into[name] = value;
    else if (isMessage(value)) compiled.set(functionOf(into, name), value);
    else take(groupOf(into, name), value);
  }
}

function isMessage(value: CompiledEntry | BrowserCatalogue): value is CompiledEntry {
  return Array.isArray(value);
}

/** The function of a message stays the same, so one that a component keeps speaks the new language too. */
function functionOf(messages: Messages, name: string): object {
  messages[name] ??= function message(...values: unknown[]): string {
    const [compiledMessage = '', ...names] = compiled.get(messages[name] as object) ?? [];
    return fill(compiledMessage, currentLocale(), names, values);
  };
  return messages[name] as object;
}

function groupOf(messages: Messages, name: string): Messages {
  messages[name] ??= {};
  return messages[name] as Messages;
}
