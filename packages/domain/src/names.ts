/** Returns a name of the API in the current language, or as it is if an installation has given it. */
export function shownName(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}
