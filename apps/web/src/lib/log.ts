/** Tells the developer console what went wrong where the person using the portal needs no message. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the only log a static page has
  console.warn(what, cause);
}
