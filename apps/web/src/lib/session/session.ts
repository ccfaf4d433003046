import { HEADERS, SIGN_OUT } from '@yardage/contract/headers';
import type { UserManager } from 'oidc-client-ts';
import { useCallback, useEffect, useState } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import { shownLanguage } from '#web/lib/language/language.ts';
import { logFailure } from '#web/lib/log.ts';
import { local, perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { hasStoredUser, type SignInSettings, signInSettings, storedUserKey } from './stored-user.ts';

/** Set once the intro video has been shown in this browser session (SHL-23). */
export const VIDEO_SHOWN_KEY = 'videoShown';
/** Set from logout until the next sign-in (SHL-20). */
const LOGGED_OUT_KEY = 'loggedOut';
/** Set if a logout did not reach the provider. Its session would sign in the next user, so the next sign-in asks for the password. */
const STILL_SIGNED_IN_KEY = 'yardage.still-signed-in';

let manager: Promise<UserManager> | undefined;

/** Returns the sign-in settings of this deployment. */
export function settings(): SignInSettings {
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
export function hasSignedOutHere(): boolean {
  return readStored(perTab, LOGGED_OUT_KEY) === true;
}

/** Forgets that this tab has signed out. For a tab that shows the portal again because somebody has signed in in another tab. */
export function forgetSignOut(): void {
  removeStored(perTab, LOGGED_OUT_KEY);
}

/** Redirects to the provider's sign-in page. */
export async function signIn(): Promise<void> {
  const library = await startSignInLibrary();
  forgetSignOut();
  const asksAgain = readStored(local, STILL_SIGNED_IN_KEY) === true;
  await library.signinRedirect({ ui_locales: shownLanguage(), ...(asksAgain && { prompt: 'login' }) });
}

/** Handles the provider's redirect. Returns the path to continue with. */
export async function completeSignIn(): Promise<string> {
  const library = await startSignInLibrary();
  const { profile } = await library.signinRedirectCallback();
  removeStored(local, STILL_SIGNED_IN_KEY);
  return takeReturnPath(profile.sub);
}

/** Removes the stored account, for example if there is no valid token any more (SHL-21). */
export async function forgetAccount(): Promise<void> {
  removeStored(local, storedUserKey(settings()));
  // The library keeps nothing outside its store, so there is nothing else to do if it never started.
  const library = await manager?.catch(() => undefined);
  await library?.removeUser();
}

/**
 * Ends the session here and at the provider, and returns to the landing page (SHL-20). Without a connection it ends here only: the provider's
 * page would be the browser's page for no connection.
 */
export async function signOut({ isOffline = false } = {}): Promise<void> {
  writeStored(perTab, LOGGED_OUT_KEY, true);
  removeStored(perTab, VIDEO_SHOWN_KEY);
  takeReturnPath();
  try {
    const library = await startSignInLibrary();
    const token = (await library.getUser())?.access_token;
    if (token) endSessionOnServer(token);
    if (isOffline) throw new Error('There is no connection.');
    await library.signoutRedirect();
  } catch (cause) {
    logFailure('The provider did not end its session.', cause);
    writeStored(local, STILL_SIGNED_IN_KEY, true);
    await forgetAccount();
    window.location.assign('/');
  }
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

/** Whether a sign-in is in progress, could not start, or was left by Back. */
export type SignInStatus = 'idle' | 'leaving' | 'unavailable' | 'returned';

/** Calls `listener` when the user comes back to a page that the browser has kept as it was left, as by Back from the sign-in page. */
export function whenPageReturns(listener: () => void): () => void {
  const check = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener();
  };
  window.addEventListener('pageshow', check);
  return () => window.removeEventListener('pageshow', check);
}

/** Starts the sign-in and returns its status (SHL-22). */
export function useSignIn() {
  const [status, setStatus] = useState<SignInStatus>('idle');
  useEffect(() => whenPageReturns(() => (isSignedIn() ? window.location.reload() : setStatus('returned'))), []);
  const start = useCallback(() => {
    setStatus('leaving');
    // The cause is already logged. Here it only matters that the user can try again.
    signIn().catch(() => setStatus('unavailable'));
  }, []);
  return { status, start };
}
