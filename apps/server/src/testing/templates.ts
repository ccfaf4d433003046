import type { EngineName } from '#server/database/engine';

/** `empty` is migrated only; `demo` holds the demo world. */
export type Kind = 'empty' | 'demo';
export const KINDS: readonly Kind[] = ['empty', 'demo'];

/** Where the templates of an engine are to be made, and where test files find them afterwards. */
export type TemplateOrder = { engine: 'pglite'; folder: string } | { engine: 'postgresql'; adminUrl: string; prefix: string };

/** What tests are told: where the templates are, or why there are none. */
export type Templates = TemplateOrder | { engine: 'none'; reason: string };

declare module 'vitest' {
  interface ProvidedContext {
    testEngine: EngineName;
    templates: Templates;
  }
}

/** A server's address with another database name. */
export function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
