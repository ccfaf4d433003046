/** The language of the source texts, and of everybody who wants none of the others. */
export const SOURCE_LANGUAGE = 'en';

/** The locale for dates and numbers: the portal's customers are in the United States, in any language. */
export function localeOf(language: string): string {
  return `${language}-US`;
}

/** Returns the first wanted language that is offered, such as `es` for `es-MX`; undefined if there is none. */
export function firstOffered(wanted: readonly string[], offered: readonly string[]): string | undefined {
  return wanted.map((tag) => tag.trim().toLowerCase().split('-')[0] ?? '').find((language) => offered.includes(language));
}

/** Returns the languages of an `Accept-Language` header, the most wanted first. Without a valid entry the list is empty. */
export function acceptedLanguages(header: string): string[] {
  const entries = header.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { tag, quality: weight === undefined ? 1 : Number(weight) };
  });
  return entries
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
