/** What had the focus last, unless the user left it on purpose. */
let last: HTMLElement | undefined;
let isChecking = false;
/** By then the browser has taken the focus from what is disabled, and a dialog that closes has returned it. */
const SETTLE_MS = 60;

const isUsable = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled');

function noteFocus({ target }: FocusEvent): void {
  if (target instanceof HTMLElement) last = target;
}

/** A field that is left while it could be used was left by the user, who may have closed the keyboard of a phone. */
function noteBlur({ target }: FocusEvent): void {
  setTimeout(() => {
    if (target === last && document.activeElement === document.body && last && isUsable(last)) last = undefined;
  });
}

function restoreFocus(): void {
  isChecking = false;
  if (!last || document.activeElement !== document.body) return;
  // A button that waits for an answer is disabled, and has the focus again afterwards.
  if (last.isConnected) last.focus({ preventScroll: true });
  else [...document.querySelectorAll('[role=dialog]')].at(-1)?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/**
 * Keeps the focus in the uppermost dialog if the control that has it disappears or is disabled, for example by an answer of the server. The
 * next Tab would lead behind the dialog otherwise. Returns the function that ends it.
 */
export function keepFocus(): () => void {
  const observer = new MutationObserver(() => {
    if (isChecking) return;
    isChecking = true;
    setTimeout(restoreFocus, SETTLE_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  window.addEventListener('focusin', noteFocus);
  window.addEventListener('focusout', noteBlur);
  return () => {
    observer.disconnect();
    window.removeEventListener('focusin', noteFocus);
    window.removeEventListener('focusout', noteBlur);
    last = undefined;
  };
}
