import type { Plugin } from 'vite';

const VIRTUAL_ID = '\0yardage:no-zod';

/** Every schema of the contract becomes this: anything can be built from it, nothing checked with it. */
const STAND_IN = `
const CHECKS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);
const schema = new Proxy(() => schema, {
  get(target, name) {
    if (CHECKS.has(name)) throw new Error('Schemas are left out of the browser: use the rules in @yardage/domain.');
    return schema;
  },
  apply: () => schema,
});
export const z = schema;
`;

/** Leaves Zod out of what visitors download: the server checks every call, and the web uses endpoints for their path and types only. */
export function schemasLeftOut(): Plugin {
  return {
    name: 'yardage:schemas-left-out',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? { id: VIRTUAL_ID, moduleSideEffects: false } : null),
    load: (id) => (id === VIRTUAL_ID ? STAND_IN : null),
  };
}
