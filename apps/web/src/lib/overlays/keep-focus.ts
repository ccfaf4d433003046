/** What had the focus last in a layer: the page, a dialog, a menu or a toast. */
interface FocusEntry {
  element: HTMLElement;
  /** Null for the page. */
  layer: Element | null;
  /** The parents of the element, the nearest first. A removed element no longer has them. */
  around: readonly FormerParent[];
  /** Whether the user is at the keyboard. Only then may the page scroll to another place. */
  isByKeyboard: boolean;
  /** Whether the user left it on purpose. */
  isLeft: boolean;
}

interface FormerParent {
  element: HTMLElement;
  /** The place of the next inner element among its children. */
  index: number;
}

const LAYER = '[role=dialog], [role=menu], [role=listbox], [data-focus-layer]';
/** Controls without text input, because a text field would open the keyboard of a phone. */
const CONTROL = 'a[href], button:not(:disabled), input:is([type=checkbox], [type=radio]):not(:disabled)';
/** Lists, whose lines come and go. */
const LINES = 'ul, ol, tbody, [data-focus-lines]';
/** The parts of a page that have a heading. */
const PART = 'section, article, form, [role=tabpanel]';

/** The page and the layers above it, the uppermost last. */
const trail: FocusEntry[] = [];
let isChecking = false;
/** After this time the browser has taken the focus from a disabled control, and a closing dialog has returned the focus. */
const SETTLE_MS = 60;

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');
const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Excludes the days in the log of a chat: focusing one would scroll the log to its oldest message. */
const isHeading = (element: Element): boolean => isShown(element) && element.closest('[role=log]') === null;

function parentsOf(element: HTMLElement): FormerParent[] {
  const parents: FormerParent[] = [];
  let inner: HTMLElement = element;
  for (let parent = inner.parentElement; parent; parent = inner.parentElement) {
    parents.push({ element: parent, index: [...parent.children].indexOf(inner) });
    inner = parent;
  }
  return parents;
}

function noteFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const layer = target.closest(LAYER);
  const known = trail.findIndex((entry) => entry.layer === layer);
  if (known >= 0) trail.length = known;
  trail.push({ element: target, layer, around: parentsOf(target), isByKeyboard: target.matches(':focus-visible'), isLeft: false });
}

/** If a field that is still usable loses the focus, the user has left it, for example by closing a phone's keyboard. */
function noteBlur({ target }: FocusEvent): void {
  setTimeout(() => {
    const entry = trail.at(-1);
    if (entry && target === entry.element && document.activeElement === document.body && isUsable(entry.element)) entry.isLeft = true;
  });
}

/** Returns a control of the line that took the place of a removed one. */
function neighbourIn({ element, index }: FormerParent): HTMLElement | undefined {
  if (!element.matches(LINES)) return undefined;
  const lines = [...element.children];
  const nearest = [...lines.slice(index), ...lines.slice(0, index).reverse()];
  return nearest
    .flatMap((line) => [...line.querySelectorAll<HTMLElement>(CONTROL)])
    .find((control) => isShown(control) && control.ariaDisabled !== 'true');
}

/** Returns the nearest place that is still there: a neighbouring line, an element that is marked for it, or the heading of the part. */
function placeNear(around: readonly FormerParent[]): HTMLElement | null {
  for (const parent of around.filter(({ element }) => element.isConnected)) {
    const { element } = parent;
    // The control was outside of the page's content, for example in a bar above it, so the search ends here.
    if (element === document.body || (element.tagName !== 'MAIN' && element.querySelector('main'))) break;
    const neighbour = neighbourIn(parent);
    if (neighbour) return neighbour;
    const mark = element.matches('[role=dialog]') ? '[data-autofocus]' : '[data-focus-home]';
    const marked = [...element.querySelectorAll<HTMLElement>(mark)].find(isShown);
    if (marked) return marked;
    const heading = element.matches(PART) ? [...element.querySelectorAll<HTMLElement>('h2, h3')].find(isHeading) : undefined;
    if (heading) return heading;
    if (element.tagName === 'MAIN') return element;
  }
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  return dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? document.querySelector('main');
}

function restoreFocus(): void {
  isChecking = false;
  if (document.activeElement !== document.body) return;
  // When a layer is closed, the focus returns to the one below it.
  while (trail.at(-1)?.layer?.isConnected === false) trail.pop();
  const entry = trail.at(-1);
  if (!entry || entry.isLeft) return;
  // A button that waits for an answer is disabled, and has the focus again afterwards.
  const place = entry.element.isConnected ? entry.element : placeNear(entry.around);
  // Headings and counts cannot be focused without a tabindex.
  if (place && place.tabIndex < 0 && !place.hasAttribute('tabindex') && !place.matches(':disabled')) place.tabIndex = -1;
  place?.focus({ preventScroll: entry.element.isConnected || !entry.isByKeyboard });
}

let isKeeping = false;

/**
 * Gives the focus a new place if the control that has it disappears, or is disabled for a while, for example by an answer of the server.
 * The next Tab would otherwise begin at the top of the page, or behind the dialog, and screen readers would lose their place. Runs until
 * the page is left.
 */
export function keepFocus(): void {
  if (isKeeping) return;
  isKeeping = true;
  const observer = new MutationObserver(() => {
    if (isChecking || trail.length === 0 || document.activeElement !== document.body) return;
    isChecking = true;
    setTimeout(restoreFocus, SETTLE_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  window.addEventListener('focusin', noteFocus);
  window.addEventListener('focusout', noteBlur);
}
