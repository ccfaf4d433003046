import { applyCatalogue } from '@yardage/messages/messages.browser';
import { firstOffered, SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import { useMemo } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { LANGUAGE_KEY } from '#web/lib/storage-keys.ts';
import { createStore, local, readStored, useStore, writeStored } from '#web/lib/store.ts';
import { CATALOGUES, type CataloguePart } from './catalogues.ts';

/** The language that was chosen last in this browser. */
interface Choice {
  language: string;
  /** Whether it is still to be stored with a user: the one below, otherwise the one who signs in next. */
  isUnsaved: boolean;
  /** The provider's id of the user who chose it and with whom it could not be stored yet. */
  user?: string;
}

/** The languages that the portal is translated into. */
export const LANGUAGES: readonly string[] = Object.keys(CATALOGUES);

const shown = createStore<string>({ initial: SOURCE_LANGUAGE });
const parts = new Set<CataloguePart>();
let wanted = SOURCE_LANGUAGE;
let showing: Promise<void> = Promise.resolve();

/** Returns the current language and renders again when it changes. */
export function useLanguage(): string {
  return useStore(shown);
}

/** Like useMemo, and makes the value again when the language changes: for values that contain messages. */
export function useTexts<T>(make: () => T, dependencies: readonly unknown[]): T {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names its dependencies, as for useMemo.
  return useMemo(make, [language, ...dependencies]);
}

/** Calls `listener` after each change of the language, for pages without React. */
export function whenLanguageChanges(listener: () => void): void {
  shown.subscribe(listener);
}

/** Returns the current language. */
export function shownLanguage(): string {
  return shown.get();
}

/** Returns the name of a language in that language, such as `Español`. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Loads the messages of a part in the current language. Later language changes include the part. */
export function loadMessages(part: CataloguePart): Promise<void> {
  if (!parts.has(part)) {
    parts.add(part);
    const loading = show();
    showing = loading;
    loading.catch(() => {
      // A failed part is loaded again by the next call. The others are there, so pages that need only them do not fail.
      parts.delete(part);
      if (showing === loading) showing = Promise.resolve();
    });
  }
  return showing;
}

/** Starts with the language chosen last, otherwise with the browser's. */
export function startLanguage(): Promise<void> {
  const chosen = storedChoice()?.language;
  wanted = firstOffered([...(chosen ? [chosen] : []), ...navigator.languages], LANGUAGES) ?? SOURCE_LANGUAGE;
  return loadMessages('start');
}

/** Changes the language of everything on the page. What is typed stays, because no component is mounted again. */
export function showLanguage(language: string): Promise<void> {
  if (!LANGUAGES.includes(language) || language === wanted) return showing;
  const before = wanted;
  wanted = language;
  showing = show();
  showing.catch(() => {
    wanted = before;
    showing = Promise.resolve();
  });
  return showing;
}

/** Shows a language that was chosen, and remembers it in this browser, with the user if somebody is signed in. */
export async function chooseLanguage(language: string, user?: string): Promise<void> {
  storeChoice({ language, isUnsaved: true, ...(user !== undefined && { user }) });
  await showLanguage(language).catch((cause: unknown) => logFailure('The language could not be loaded.', cause));
}

async function show(): Promise<void> {
  const language = wanted;
  const loaders = CATALOGUES[language];
  const catalogues = await Promise.all([...parts].map((part) => loaders?.[part]() ?? {}));
  // Another language or part was wanted meanwhile, and its call shows it.
  if (language !== wanted || catalogues.length !== parts.size) return showing;
  for (const catalogue of catalogues) applyCatalogue(language, catalogue);
  document.documentElement.lang = language;
  shown.set(language);
}

/** Returns the choice that was made in this browser, if any. */
export function storedChoice(): Choice | undefined {
  const stored = readStored(local, LANGUAGE_KEY) as Partial<Choice> | undefined;
  if (!stored || !LANGUAGES.includes(stored.language ?? '')) return undefined;
  const { language, isUnsaved, user } = stored;
  return { language: String(language), isUnsaved: isUnsaved === true, ...(typeof user === 'string' && { user }) };
}

/** Remembers the choice in this browser. */
export function storeChoice(choice: Choice): void {
  writeStored(local, LANGUAGE_KEY, choice);
}
