import type { MouseEvent } from 'react';

/** Returns whether a click opens a link in this tab. With a modifier key or another button, the browser opens it elsewhere. */
export function opensHere(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
