import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chooseLanguage, showLanguage, storeChoice, storedChoice, useLanguage } from '#web/lib/language/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { currentView } from '#web/lib/session/view-as.ts';
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
    if (profile) followUser(profile.language);
  }, [profile]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the language is what makes the answers outdated.
  useEffect(() => () => void queryClient.invalidateQueries(), [language, queryClient]);
}

/** Shows the language of the user whose portal this is. */
export function followUser(language: string | null | undefined): void {
  if (isView()) {
    if (language) void showLanguage(language);
    return;
  }
  const choice = storedChoice();
  const subject = accountSubject();
  // What another user chose, and could not store yet, stays theirs.
  if (choice?.isUnsaved && (choice.user === undefined || choice.user === subject)) {
    if (subject !== undefined) storeChoice({ ...choice, user: subject });
    void save(choice.language);
  } else if (language && language !== choice?.language) {
    storeChoice({ language, isUnsaved: false });
    void showLanguage(language);
  }
}

/** In a view of the portal the language is another user's. The staff member's own choice stays as it is. */
const isView = (): boolean => currentView() !== null;

/** Shows a language and stores it with the user. If it cannot be stored now, the next visit tries again. */
export async function chooseUserLanguage(language: string): Promise<void> {
  if (isView()) {
    await showLanguage(language).catch((cause: unknown) => logFailure('The language could not be loaded.', cause));
    return;
  }
  await chooseLanguage(language, accountSubject());
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
