/** Puts the keyboard at the page's content; a screen reader then says the page's name. */
export function focusPage(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
