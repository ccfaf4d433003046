/** A longer question is refused, and said so while it is written (AST-03). */
export const MAX_ASSISTANT_MESSAGE_LENGTH = 1000;

/** Whether a link stays within the portal: a path of its own, never another host's. */
export function isPortalPath(href: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(href);
}
