import { publicConfig } from '#web/lib/config/public-config.ts';
import { local } from '#web/lib/storage.ts';
import { signInSettings } from './sign-in-settings.ts';
import { storedSubject, storedUserKey } from './stored-user.ts';

/** Returns the provider's id of the user who is signed in in this browser, or undefined. */
export function accountSubject(): string | undefined {
  try {
    return storedSubject(local().getItem(storedUserKey(signInSettings(publicConfig(), window.location.origin))));
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
