import type { MouseEvent } from 'react';

/** Whether a click on a link means this tab; with a modifier or another button the browser opens it elsewhere. */
export function opensHere(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}
