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

/** The properties of an endpoint that only the server and the API documentation need. */
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
 * Leaves Zod out of the browser bundle: the server validates every call, and the web app uses endpoints only for their paths and types.
 * Also removes the properties that only the server needs, and with them the schemas that nothing else uses.
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
  /** The statements of a module. */
  body?: Node[];
  /** What an `export` declares. */
  declaration?: Node;
  declarations?: { init?: Node | null }[];
  callee?: { name?: string };
  arguments?: { properties?: (Node & { key?: { name?: string } })[] }[];
}

/**
 * Removes the server's properties from every `defineEndpoint` call, and marks all declarations as free of side effects, so that the bundler
 * drops those that nothing uses any more.
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

/** Returns which parts of an endpoint's declaration are removed, as positions from its start. */
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
