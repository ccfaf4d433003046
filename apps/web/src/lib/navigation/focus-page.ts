/** Focuses the page's content, so that screen readers read the page's name. */
export function focusPage(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}
