import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseLanguage, showLanguage, storeChoice, storedChoice, useLanguage } from '#web/lib/language/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { profileQuery, saveLanguage } from './account.api.ts';

/**
 * Shows the language that is stored with the user. A language that was chosen before sign-in is newer and is stored instead. Answers of
 * the server contain texts, so they are fetched again in a new language.
 */
export function useUserLanguage(): void {
  const { data: profile } = useQuery(profileQuery());
  const queryClient = useQueryClient();
  const language = useLanguage();
  useEffect(() => {
    if (!profile) return;
    const choice = storedChoice();
    if (choice?.isUnsaved) void save(choice.language);
    else if (profile.language && profile.language !== choice?.language) {
      storeChoice({ language: profile.language, isUnsaved: false });
      void showLanguage(profile.language);
    }
  }, [profile]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language is what makes the answers outdated.
  useEffect(() => () => void queryClient.invalidateQueries(), [language, queryClient]);
}

/** Shows a language and stores it with the user. If it cannot be stored now, the next visit tries again. */
export async function chooseUserLanguage(language: string): Promise<void> {
  await chooseLanguage(language);
  await save(language);
}

async function save(language: string): Promise<void> {
  try {
    await saveLanguage(language);
    storeChoice({ language, isUnsaved: false });
  } catch (cause) {
    logFailure('The language could not be stored.', cause);
  }
}
