import { type Plugin, parseSync } from 'vite';

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

const CONTRACT = /\/packages\/contract\/src\/[\w-]+\.ts$/;

/** What an endpoint says for the server and for readers. */
const FOR_THE_SERVER = new Set([
  'requirement',
  'summary',
  'scope',
  'params',
  'query',
  'body',
  'answer',
  'weight',
  'maxBodyBytes',
  'itemsIn',
]);

/**
 * Leaves Zod out of the browser bundle: the server validates every call, and the web app uses endpoints only for their paths and types. What
 * they say for the server is left out, too, and so are the schemas that nothing needs then.
 */
export function schemasLeftOut(): Plugin {
  return {
    name: 'yardage:schemas-left-out',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? { id: VIRTUAL_ID, moduleSideEffects: false } : null),
    load: (id) => (id === VIRTUAL_ID ? STAND_IN : null),
    transform: (code, id) => (CONTRACT.test(id.replaceAll('\\', '/')) ? { code: withoutSchemas(id, code), map: null } : null),
  };
}

interface Node {
  type: string;
  start: number;
  end: number;
  /** Of a module. */
  body?: Node[];
  /** Of an `export`. */
  declaration?: Node;
  declarations?: { init?: Node | null }[];
  callee?: { name?: string };
  arguments?: { properties?: (Node & { key?: { name?: string } })[] }[];
}

/**
 * Removes from every `defineEndpoint` what is for the server. No declaration of the contract has side effects, so what nothing uses after
 * that is left out, too.
 */
function withoutSchemas(id: string, code: string): string {
  const { body = [] } = parseSync(id, code).program as unknown as Node;
  const made = body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && /^(Call|Object|TSAs|TSSatisfies)Expression$/.test(init.type) ? [init] : []));
  return made.reduceRight((text, call) => {
    const kept = cutsOf(call, code).reduceRight(
      (part, [start, end]) => part.slice(0, start) + part.slice(end),
      code.slice(call.start, call.end),
    );
    return `${text.slice(0, call.start)}/* @__PURE__ */ (() => (${kept}))()${text.slice(call.end)}`;
  }, code);
}

/** Returns the properties of an endpoint that are left out, as places in its declaration. */
function cutsOf({ callee, arguments: given, start }: Node, code: string): [start: number, end: number][] {
  if (callee?.name !== 'defineEndpoint') return [];
  const properties = given?.[0]?.properties ?? [];
  return properties
    .filter(({ key }) => FOR_THE_SERVER.has(key?.name ?? ''))
    .map((property) => {
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      return [property.start - start, property.end + comma - start];
    });
}
