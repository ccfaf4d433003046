/** Longest question that is accepted; the form warns while the user types (AST-03). */
export const MAX_ASSISTANT_MESSAGE_LENGTH = 1000;

/** Returns whether a link stays within the portal: a path, never another host. */
export function isPortalPath(href: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(href);
}
