import type { RouterHistory } from '@tanstack/react-router';

/** Paths of the sign-in flow, which Back must not return to. */
const SIGN_IN_PATHS = /^\/(login|signed-in|sign-in\b.*|oidc\b.*)?$/;

/** Returns whether Back leads to a page of the portal, even if the current page was opened by typing a URL. */
export function hasPreviousPage(history: RouterHistory): boolean {
  // The router only counts its own steps since the page was loaded. The Navigation API, where supported, knows more.
  const entries = window.navigation?.entries();
  const current = window.navigation?.currentEntry;
  if (!entries || !current) return history.canGoBack();
  const previous = entries[current.index - 1]?.url;
  return typeof previous === 'string' && !SIGN_IN_PATHS.test(new URL(previous).pathname);
}

/** First parts of addresses that are no page by themselves. */
const SECTIONS = ['desk', 'payments'];

/** Returns the parent of a nested path, or null for a top-level page such as `/orders` or `/desk/support` (SHL-17). */
export function parentPath(pathname: string): string | null {
  const parts = pathname.split('/').filter(Boolean);
  const ownParts = SECTIONS.includes(parts[0] ?? '') ? 2 : 1;
  return parts.length > ownParts ? `/${parts.slice(0, -1).join('/')}` : null;
}
