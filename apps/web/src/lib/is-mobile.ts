/** Whether the browser says that it is a phone's, however wide its window is. */
export function isMobile(): boolean {
  return /Mobi|Android|iPhone/.test(navigator.userAgent);
}
