/** Logs a failure to the developer console where the user needs no message. */
export function logFailure(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is the only log of a static page
  console.warn(what, cause);
}
