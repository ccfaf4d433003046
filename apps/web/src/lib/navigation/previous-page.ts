import type { RouterHistory } from '@tanstack/react-router';

/** Steps of signing in; nobody wants to go back to them. */
const SIGN_IN_PATHS = /^\/(login|signed-in|sign-in\b.*|oidc\b.*)?$/;

/** Whether going back leads to a page of the portal, also one left by typing an address. */
export function hasPreviousPage(history: RouterHistory): boolean {
  // The router counts only its own steps since the page was loaded; browsers that list their entries know more.
  const entries = window.navigation?.entries();
  const current = window.navigation?.currentEntry;
  if (!entries || !current) return history.canGoBack();
  const previous = entries[current.index - 1]?.url;
  return typeof previous === 'string' && !SIGN_IN_PATHS.test(new URL(previous).pathname);
}
