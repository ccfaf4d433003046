/** Mantine's attribute for the active colour scheme. */
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Prints in the light scheme even if the screen is dark, because light text is not readable on paper. */
export function printInLightScheme(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(ATTRIBUTE);
    root.setAttribute(ATTRIBUTE, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen) root.setAttribute(ATTRIBUTE, onScreen);
  });
}
