import type { EngineName } from '#server/database/engine';

/** `empty` is only migrated; `demo` has the demo world. */
export type Kind = 'empty' | 'demo';
export const KINDS: readonly Kind[] = ['empty', 'demo'];

/** Where an engine's templates are created and where tests find them. */
export type TemplateRequest = { engine: 'pglite'; folder: string } | { engine: 'postgresql'; adminUrl: string; prefix: string };

/** What tests receive: where the templates are, or why there are none. */
export type Templates = TemplateRequest | { engine: 'none'; reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    testEngine: EngineName;
    templates: Templates;
  }
}

/** Returns a server's address with another database name. */
export function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
