import { AsyncLocalStorage } from 'node:async_hooks';
import { offeredLanguages } from './catalogues.ts';
import { acceptedLanguages, firstOffered, SOURCE_LANGUAGE } from './negotiate.ts';

const languages = new AsyncLocalStorage<string>();

/** Returns the language of the request, job or test that is running; English outside of one. */
export function currentLanguage(): string {
  return languages.getStore() ?? SOURCE_LANGUAGE;
}

/** Runs a function whose messages, dates and numbers are in a language. Null and languages without a catalogue mean English. */
export function runInLanguage<T>(language: string | null | undefined, run: () => T): T {
  const isOffered = language !== null && language !== undefined && offeredLanguages().includes(language);
  return languages.run(isOffered ? language : SOURCE_LANGUAGE, run);
}

/** Returns a source whose steps run in the current language, for readers that run outside of it, such as a response's stream. */
export async function* keepLanguage<T>(source: AsyncIterable<T>, language: string = currentLanguage()): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const next = () => runInLanguage(language, () => iterator.next());
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    await iterator.return?.();
  }
}

/** Returns the first offered language of an `Accept-Language` header; undefined if it names none. */
export function requestedLanguage(header: string | undefined): string | undefined {
  return header === undefined ? undefined : firstOffered(acceptedLanguages(header), offeredLanguages());
}
