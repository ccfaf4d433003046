const SCREEN_ID = 'start-screen';

/** Rows of the start never stay longer than this above the page. */
const ROWS_STAY_MS = 5000;

/** The page below is what the user means by these. */
const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'popstate'] as const;

/** Returns whether something is still shown until a page is rendered (start-screen.ts). */
export function isStartShown(): boolean {
  return document.getElementById(SCREEN_ID) !== null;
}

/** Removes what is shown until a page is rendered (start-screen.ts). */
export function endStart(): void {
  delete document.documentElement.dataset.start;
  document.getElementById(SCREEN_ID)?.remove();
}

/**
 * Removes what is shown until the layout is rendered. First rows of a list stay above the page until it has rendered its own (`endStart`),
 * because bars in their place would be a step back, or until the page is used.
 */
export function endStartOfLayout(): void {
  const screen = document.getElementById(SCREEN_ID);
  if (!screen?.querySelector('.start-text')) {
    endStart();
    return;
  }
  delete document.documentElement.dataset.start;
  screen.dataset.rows = '';
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
    endStart();
  };
  for (const use of USES) window.addEventListener(use, end, { capture: true, passive: true, signal: ended.signal });
  setTimeout(end, ROWS_STAY_MS);
}
