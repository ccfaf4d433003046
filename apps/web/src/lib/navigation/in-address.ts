import { stripSearchParams } from '@tanstack/react-router';

/** A route whose state stands in the address: nonsense becomes the standard, and what is standard is left out of links. */
export function inAddress<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return {
    validateSearch: (search: { [Name in keyof Search]?: unknown }): Search => read(search),
    search: { middlewares: [stripSearchParams<Search, unknown, Partial<Search>>(read({}))] },
  };
}
