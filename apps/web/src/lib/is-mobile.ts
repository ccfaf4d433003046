/** Returns whether the user agent is a phone's, regardless of the window's width. */
export function isMobile(): boolean {
  return /Mobi|Android|iPhone/.test(navigator.userAgent);
}
