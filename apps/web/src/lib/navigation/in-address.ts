import { stripSearchParams } from '@tanstack/react-router';

/** Route options for state in the URL: invalid values become the default, and default values are left out of links. */
export function inAddress<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return {
    validateSearch: (search: { [Name in keyof Search]?: unknown }): Search => read(search),
    search: { middlewares: [stripSearchParams<Search, unknown, Partial<Search>>(read({}))] },
  };
}
