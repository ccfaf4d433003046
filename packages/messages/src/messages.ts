import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { translationOf } from './catalogues.ts';
import { fill } from './formatters.ts';
import { currentLanguage } from './language.ts';
import { type ArgumentOf, type Definition, type MessagesOf, Text } from './message-types.ts';
import { localeOf } from './negotiate.ts';

// Messages in Node.js: compiled at first use, in the language of the running request. In the browser, `messages.browser.ts` replaces
// this module.

const compiled = new Map<string, CompiledMessage>();
const definitions = new Map<string, Definition>();

/** Returns the English source of every area that was loaded so far, for the check and the build. */
export function loadedDefinitions(): ReadonlyMap<string, Definition> {
  return definitions;
}

/** Declares a message with arguments: `text('{count, plural, one {# load} other {# loads}} of {total}', 'count', 'total')`. */
export function text<const Message extends string, const Names extends readonly string[]>(
  message: Message,
  ...names: Names
): Text<{ -readonly [Index in keyof Names]: ArgumentOf<Message, Names[Index]> }> {
  return new Text(message, names);
}

/**
 * Declares the messages of an area in English. They are read in the current language each time, so a message must not be kept in a
 * constant of a module.
 */
export function defineMessages<const Source extends Definition>(area: string, source: Source): MessagesOf<Source> {
  definitions.set(area, source);
  return build(area, source) as MessagesOf<Source>;
}

function build(prefix: string, source: Definition): object {
  const messages = {};
  for (const [name, value] of Object.entries(source)) {
    const key = `${prefix}.${name}`;
    const property =
      typeof value === 'string'
        ? { get: () => translationOf(currentLanguage(), key) ?? value }
        : { value: value instanceof Text ? (...values: unknown[]) => filled(key, value, values) : build(key, value) };
    Object.defineProperty(messages, name, { ...property, enumerable: true });
  }
  return messages;
}

function filled(key: string, { message, names }: Text, values: readonly unknown[]): string {
  const language = currentLanguage();
  const cacheKey = `${language} ${key}`;
  let ready = compiled.get(cacheKey);
  if (ready === undefined) {
    ready = compile(translationOf(language, key) ?? message);
    compiled.set(cacheKey, ready);
  }
  return fill(ready, localeOf(language), names, values);
}

/** Returns the locale for dates and numbers in the current language. */
export function currentLocale(): string {
  return localeOf(currentLanguage());
}
