import { currentLanguage } from '@yardage/messages/language';
import { SOURCE_LANGUAGE } from '@yardage/messages/negotiate';
import type { core } from 'zod';
import * as locales from 'zod/locales';

type Texts = Readonly<Record<string, (() => { localeError: core.$ZodErrorMap }) | undefined>>;

/** The library's own texts by language, for what a schema of the contract says nothing about. */
const TEXTS = locales as unknown as Texts;
const made = new Map<string, core.$ZodErrorMap | undefined>();

/** Returns the option of a parse that puts the library's texts into the current language. */
export function validationTexts(): { error?: core.$ZodErrorMap } {
  const language = currentLanguage();
  if (language === SOURCE_LANGUAGE) return {};
  if (!made.has(language)) made.set(language, TEXTS[language]?.().localeError);
  const error = made.get(language);
  return error ? { error } : {};
}
