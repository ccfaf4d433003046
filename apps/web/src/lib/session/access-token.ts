import type { User, UserManager } from 'oidc-client-ts';
import { RENEW_BEFORE_EXPIRY_SECONDS } from '#web/lib/http/early-start-state.ts';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';
import { settings, startSignInLibrary } from './session.ts';
import { storedSubject, storedToken, storedUserKey } from './stored-user.ts';

const RENEWAL_RETRY_MS = 1000;
/** Lock held by the tab that renews the tokens, so that two tabs never use the same refresh token. */
const RENEWAL_LOCK = 'yardage.renewal';

let renewal: Promise<User> | undefined;

/**
 * Returns a valid access token, renewed if it is about to expire. Rejects if there is none, or with NetworkFailure if it could not be
 * renewed for now.
 */
export async function accessToken(): Promise<string> {
  // The library is needed only to renew it, so a page does not wait for it.
  const stored = storedToken(settings(), Date.now(), RENEW_BEFORE_EXPIRY_SECONDS);
  if (stored) return stored;
  const library = await startSignInLibrary().catch((cause: unknown) => {
    // A script that did not load, on a bad connection or while the page is being left, says nothing about the session.
    throw new NetworkFailure('The sign-in library could not be loaded.', { cause });
  });
  const user = await library.getUser();
  if (!user) throw new Error('Nobody is signed in.');
  if (!isAboutToExpire(user)) return user.access_token;
  if (!user.refresh_token && user.expired) throw new Error('The session cannot be renewed.');
  if (!user.refresh_token) return user.access_token;
  try {
    renewal ??= renew(library).finally(() => {
      renewal = undefined;
    });
    return (await renewal).access_token;
  } catch (cause) {
    if (!user.expired) return user.access_token;
    if (isRenewalRejected(cause)) throw cause;
    throw new NetworkFailure('The session could not be renewed for now.', { cause });
  }
}

function isAboutToExpire({ expires_in = Number.POSITIVE_INFINITY }: User): boolean {
  return expires_in <= RENEW_BEFORE_EXPIRY_SECONDS;
}

/** Renews the tokens in one tab at a time. Outside secure contexts there is no Web Locks API, so each tab renews for itself. */
function renew(library: UserManager): Promise<User> {
  const renewUnlessDone = async (): Promise<User> => {
    const user = await library.getUser();
    if (!user) throw new Error('Another tab signed out.');
    return isAboutToExpire(user) ? requestTokens(library) : user;
  };
  return navigator.locks ? navigator.locks.request(RENEWAL_LOCK, renewUnlessDone) : renewUnlessDone();
}

async function requestTokens(library: UserManager): Promise<User> {
  const once = async (): Promise<User> => {
    const renewed = await library.signinSilent();
    if (!renewed) throw new Error('The provider gave no new token.');
    return renewed;
  };
  try {
    return await once();
  } catch (cause) {
    // After waking up, a computer often has no network for about a second.
    if (!(cause instanceof TypeError)) throw cause;
    await new Promise((resolve) => setTimeout(resolve, RENEWAL_RETRY_MS));
    return once();
  }
}

/** Error codes of a provider that has a problem itself. */
const IN_TROUBLE = ['server_error', 'temporarily_unavailable'];

/**
 * Returns whether the provider rejected a renewal. A lost connection, an error page or a provider's own problem says nothing about the
 * session.
 */
export function isRenewalRejected(cause: unknown): boolean {
  // The library's error class is loaded lazily, so compare its name and the provider's error code.
  return cause instanceof Error && cause.name === 'ErrorResponse' && !IN_TROUBLE.includes(String((cause as { error?: unknown }).error));
}

/** Calls back with the users before and after, when another tab changes the stored account. */
export function watchOtherTabs(onChange: (before: string | undefined, after: string | undefined) => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedUserKey(settings())) return;
    onChange(storedSubject(oldValue), storedSubject(newValue));
  });
}
