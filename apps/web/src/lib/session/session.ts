import { HEADERS, SIGN_OUT } from '@yardage/contract/headers';
import type { User, UserManager } from 'oidc-client-ts';
import { useCallback, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { NetworkFailure } from '#web/lib/http/http-errors.ts';
import { shownLanguage } from '#web/lib/language/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { local, perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { hasStoredUser, type SignInSettings, signInSettings, storedSubject, storedUserKey } from './stored-user.ts';

/** Set once the intro video has been shown in this browser session (SHL-23). */
export const VIDEO_SHOWN_KEY = 'videoShown';
/** Set from logout until the next sign-in (SHL-20). */
export const LOGGED_OUT_KEY = 'loggedOut';

/** A token is renewed when it has less than this left, so that no request is sent with one about to expire. */
const RENEW_BEFORE_EXPIRY_SECONDS = 60;
const RENEWAL_RETRY_MS = 1000;
/** Lock held by the tab that renews the tokens, so that two tabs never use the same refresh token. */
const RENEWAL_LOCK = 'yardage.renewal';

let manager: Promise<UserManager> | undefined;
let renewal: Promise<User> | undefined;

function settings(): SignInSettings {
  return signInSettings(publicConfig(), window.location.origin);
}

/** Starts the sign-in library once. A failure is logged, and the next call tries again (SHL-22). */
export async function startSignInLibrary(): Promise<UserManager> {
  manager ??= import('./user-manager.ts').then(({ createUserManager }) => createUserManager(settings()));
  try {
    return await manager;
  } catch (cause) {
    manager = undefined;
    logFailure('The sign-in library did not start.', cause);
    throw cause;
  }
}

/** Returns whether a user is signed in in this browser. */
export function isSignedIn(): boolean {
  return hasStoredUser(settings(), Date.now());
}

/** Returns whether this tab is signing out or has signed out, with no sign-in since. */
export function isSignedOut(): boolean {
  return readStored(perTab, LOGGED_OUT_KEY) === true;
}

/** Redirects to the provider's sign-in page. */
export async function signIn(): Promise<void> {
  const library = await startSignInLibrary();
  removeStored(perTab, LOGGED_OUT_KEY);
  await library.signinRedirect({ ui_locales: shownLanguage() });
}

/** Handles the provider's redirect. Returns the path to continue with. */
export async function completeSignIn(): Promise<string> {
  const library = await startSignInLibrary();
  const { profile } = await library.signinRedirectCallback();
  return takeReturnPath(profile.sub);
}

/**
 * Returns a valid access token, renewed if it is about to expire. Rejects if there is none, or with NetworkFailure if it could not be
 * renewed for now.
 */
export async function accessToken(): Promise<string> {
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
    if (isRefusal(cause)) throw cause;
    throw new NetworkFailure('The session could not be renewed for now.', { cause });
  }
}

/** Returns the provider's id of the signed-in user. */
export async function accountId(): Promise<string | undefined> {
  return (await (await startSignInLibrary()).getUser())?.profile.sub;
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

/** Removes the stored account, for example if there is no valid token any more (SHL-21). */
export async function forgetAccount(): Promise<void> {
  removeStored(local, storedUserKey(settings()));
  // The library keeps nothing outside its store, so there is nothing else to do if it never started.
  const library = await manager?.catch(() => undefined);
  await library?.removeUser();
}

/** Ends the session here and at the provider, and returns to the landing page (SHL-20). */
export async function signOut(): Promise<void> {
  writeStored(perTab, LOGGED_OUT_KEY, true);
  removeStored(perTab, VIDEO_SHOWN_KEY);
  takeReturnPath();
  try {
    const library = await startSignInLibrary();
    const token = (await library.getUser())?.access_token;
    if (token) endSessionOnServer(token);
    await library.signoutRedirect();
  } catch (cause) {
    logFailure('The provider did not end its session.', cause);
    await forgetAccount();
    window.location.assign('/');
  }
}

/** Calls back with the users before and after, when another tab changes the stored account. */
export function watchOtherTabs(onChange: (before: string | undefined, after: string | undefined) => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== storedUserKey(settings())) return;
    onChange(storedSubject(oldValue), storedSubject(newValue));
  });
}

/**
 * Makes our server reject this session's tokens from now on. It is not awaited, and `keepalive` lets it finish after the page is left.
 */
function endSessionOnServer(token: string): void {
  const headers = { Authorization: `Bearer ${token}`, [HEADERS.subscriptionKey]: publicConfig().subscriptionKey };
  fetch(`/api${SIGN_OUT.path}`, { method: SIGN_OUT.method, headers, keepalive: true }).catch((cause: unknown) =>
    logFailure('The server did not end the session.', cause),
  );
}

/** Error codes of a provider that has a problem itself. */
const IN_TROUBLE = ['server_error', 'temporarily_unavailable'];

/**
 * Returns whether the provider rejected a renewal. A lost connection, an error page or a provider's own problem says nothing about the
 * session.
 */
export function isRefusal(cause: unknown): boolean {
  // The library's error class is loaded lazily, so compare its name and the provider's error code.
  return cause instanceof Error && cause.name === 'ErrorResponse' && !IN_TROUBLE.includes(String((cause as { error?: unknown }).error));
}

const KEY = 'yardage.return-path';
const DEFAULT_PATH = '/dashboard';

/**
 * Stores for this tab the protected URL that the user opened before signing in, so that a copied link still works. With `subject`, only
 * that user returns to it.
 */
export function keepReturnPath(path: string, subject?: string): void {
  writeStored(perTab, KEY, { path, subject });
}

/** Returns the stored URL for this user and removes it; the dashboard if there is none. */
export function takeReturnPath(user?: string): string {
  const { path, subject = user } = (readStored(perTab, KEY) ?? {}) as { path?: unknown; subject?: string };
  removeStored(perTab, KEY);
  return subject === user && isOwnPath(path) ? path : DEFAULT_PATH;
}

/** Accepts only paths of this app, because `//host` and `/\host` would leave it. */
function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}

/** Starts the sign-in and returns whether it is in progress or unavailable (SHL-22). */
export function useSignIn() {
  const [status, setStatus] = useState<'idle' | 'leaving' | 'unavailable'>('idle');
  const start = useCallback(() => {
    setStatus('leaving');
    // The cause is already logged. Here it only matters that the user can try again.
    signIn().catch(() => setStatus('unavailable'));
  }, []);
  return { status, start };
}
