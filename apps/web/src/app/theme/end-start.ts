/** Removes what start.css shows until a page is rendered. */
export function endStart(): void {
  delete document.documentElement.dataset.start;
}
