import type { Plugin } from 'vite';

const VIRTUAL_ID = '\0yardage:no-zod';

/** Replaces every schema of the contract. Schemas can be built from it, but not used for validation. */
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

/**
 * Leaves Zod out of the browser bundle: the server validates every call, and the web app uses endpoints only for their paths and types.
 */
export function schemasLeftOut(): Plugin {
  return {
    name: 'yardage:schemas-left-out',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? { id: VIRTUAL_ID, moduleSideEffects: false } : null),
    load: (id) => (id === VIRTUAL_ID ? STAND_IN : null),
  };
}
