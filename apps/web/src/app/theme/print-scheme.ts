/** Mantine's own mark of the scheme in use, which all colours follow. */
const ATTRIBUTE = 'data-mantine-color-scheme';

/** Prints in the light scheme whatever the screen shows: light text would not be read on white paper. */
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
