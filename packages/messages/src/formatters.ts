import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format';

type Value = string | number | boolean;

/** Creating an Intl object costs far more than using it, so each is kept, by locale and options. */
function cachedByLocale<Made>(make: (locale: string, options?: object) => Made): (locale: unknown, options?: object) => Made {
  const made = new Map<string, Made>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const found = made.get(key) ?? make(String(locale), options);
    made.set(key, found);
    return found;
  };
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: cachedByLocale((locale, options) => new Intl.DateTimeFormat(locale, options)),
  getNumberFormat: cachedByLocale((locale, options) => new Intl.NumberFormat(locale, options)),
  getPluralRules: cachedByLocale((locale, options) => new Intl.PluralRules(locale, options)),
};

/** Fills a compiled message with its arguments. */
export function fill(message: CompiledMessage, locale: string, names: readonly string[], values: readonly unknown[]): string {
  const named: FormatValues<string> = Object.fromEntries(names.map((name, index) => [name, values[index] as Value]));
  return format(message, locale, named, { formatters }) as string;
}
