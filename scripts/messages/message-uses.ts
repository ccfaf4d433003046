import { type ESTree, parseSync } from 'vite';

const MESSAGES_MODULE = /\.messages(\.ts)?$/;
/** Methods that call the function they are given at once. */
const IMMEDIATE = new Set(['map', 'flatMap', 'filter', 'forEach', 'reduce', 'find', 'from']);

type Node = ESTree.Node & Record<string, unknown>;

/**
 * Returns the lines that read a message while the module loads. The language is not known then, and changes later, so such a message
 * would stay in the language of that moment. `constants` are those made by `defineMessages`.
 */
export function findKeptMessages(path: string, source: string, constants: ReadonlySet<string>): string[] {
  if (!source.includes('.messages')) return [];
  const { program } = parseSync(path, source);
  const names = importedNames(program, constants);
  if (names.size === 0) return [];
  const faults: string[] = [];
  const report = (node: Node): void => {
    const line = source.slice(0, node.start).split('\n').length;
    faults.push(`${path}:${line}: reads a message while the module loads: read it in a function`);
  };
  const visit = (node: Node, isImmediate = false): void => {
    if (isDeferred(node) && !isImmediate) return;
    if (readsMessage(node, names)) {
      report(node);
      return;
    }
    const calls = callsAtOnce(node);
    for (const child of childrenOf(node)) visit(child, calls);
  };
  for (const statement of program.body) visit(statement as unknown as Node);
  return faults;
}

function importedNames(program: ESTree.Program, constants: ReadonlySet<string>): Set<string> {
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !MESSAGES_MODULE.test(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      const imported = specifier.type === 'ImportSpecifier' && 'name' in specifier.imported ? specifier.imported.name : '';
      if (constants.has(imported)) names.add(specifier.local.name);
    }
  }
  return names;
}

/** The body of a function and the fields of an object of a class run later. Types do not run. */
function isDeferred({ type }: Node): boolean {
  return /Function|^TS(?!As|Satisfies|NonNull)|^(PropertyDefinition|MethodDefinition|ImportDeclaration)$/.test(type);
}

function readsMessage(node: Node, names: ReadonlySet<string>): boolean {
  if (node.type === 'MemberExpression') return isNamed(node.object, names);
  return node.type === 'VariableDeclarator' && (node.id as Node).type === 'ObjectPattern' && isNamed(node.init, names);
}

function isNamed(node: unknown, names: ReadonlySet<string>): boolean {
  const { type, name } = (node ?? {}) as { type?: string; name?: string };
  return type === 'Identifier' && name !== undefined && names.has(name);
}

function callsAtOnce(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const { type, property } = node.callee as unknown as { type: string; property?: { name?: string } };
  return type === 'ArrowFunctionExpression' || (type === 'MemberExpression' && IMMEDIATE.has(property?.name ?? ''));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child);
}

/** An area's messages as a module exports them: the name of the constant and the names at its first level. */
export interface ExportedMessages {
  path: string;
  constant: string;
  names: readonly string[];
}

/** Returns the messages that no file reads. A file that indexes the constant (`FIELDS[name]`) reads them all. */
export function findUnusedMessages({ path, constant, names }: ExportedMessages, sources: ReadonlyMap<string, string>): string[] {
  const readers = [...sources]
    .filter(([file, source]) => file !== path && new RegExp(`\\b${constant}\\b`).test(source))
    .map(([, source]) => source);
  return names
    .filter((name) => !readers.some((source) => isRead(source, constant, name)))
    .map((name) => `${path}: nothing reads ${constant}.${name}`);
}

function isRead(source: string, constant: string, name: string): boolean {
  const alias = new RegExp(`\\b${constant} as (\\w+)[^;]*from '`).exec(source)?.[1] ?? constant;
  // Passed on or indexed as a whole.
  if (new RegExp(`\\b${alias}(\\[|[,;)}\\s]*$|\\)| satisfies| as |,)`, 'm').test(source.replace(/^import[^;]*;/gm, ''))) return true;
  return new RegExp(`(\\.|[{,]\\s*)${name.replace(/\W/g, '\\$&')}\\b`).test(source);
}

/** Returns the lines of a contract's file that hold the text of an error instead of naming a message. Descriptions stay in English. */
export function findEnglishErrors(path: string, source: string): string[] {
  const faults: string[] = [];
  const visit = (node: Node): void => {
    if (isSentence(node)) {
      const line = source.slice(0, node.start).split('\n').length;
      faults.push(`${path}:${line}: the text of an error in English only: use a message of contract.messages.ts (decision 37)`);
    }
    for (const child of isDescription(node) ? [node.callee as Node] : childrenOf(node)) visit(child);
  };
  for (const statement of parseSync(path, source).program.body) visit(statement as unknown as Node);
  return faults;
}

function isDescription({ type, callee }: Node): boolean {
  return type === 'CallExpression' && (callee as { property?: { name?: string } }).property?.name === 'describe';
}

/** Whether a node is a text such as 'Use a number.' */
function isSentence(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string' && /^[A-Z].* .*\.$/.test(node.value);
  if (node.type !== 'TemplateLiteral') return false;
  const parts = (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw);
  return /^[A-Z].* .*\.$/.test(parts.join('0'));
}
