/** Removes what is shown until a page is rendered (start-screen.ts). */
export function endStart(): void {
  delete document.documentElement.dataset.start;
  document.getElementById('start-screen')?.remove();
}
