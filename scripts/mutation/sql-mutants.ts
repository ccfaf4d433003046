import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collected } from './collected-tests.ts';
import { failureOf, loadTests, prepareDatabases, unloadTests } from './load-tests.ts';

/** What SQL is changed to. Each match in a text with SQL is one mutant. */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/ = (?=\$|\w)/g, ' <> '],
  [/ <> /g, ' = '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b(?= \()/g, 'not exists'],
  [/ - /g, ' + '],
  [/ \+ /g, ' - '],
];
const SQL_TEXT = /(?:sql(?:\.raw\()?|\.query(?:<[^>]*>)?\(\s*)`/g;

interface SqlMutant {
  path: string;
  line: number;
  was: string;
  becomes: string;
  source: string;
}

/** Lists the mutants of a file: each operator in its SQL, one at a time. Text between `${` and `}` is code. */
function sqlMutantsOf(path: string, source: string): SqlMutant[] {
  const places = sqlPlaces(source);
  return CHANGES.flatMap(([pattern, replacement]) =>
    [...source.matchAll(pattern)].flatMap((match) => {
      if (!places[match.index]) return [];
      const changed = `${source.slice(0, match.index)}${replacement}${source.slice(match.index + match[0].length)}`;
      const line = source.slice(0, match.index).split('\n').length;
      const lineOf = (text: string) => (text.split('\n')[line - 1] ?? '').trim();
      return [{ path, line, was: lineOf(source), becomes: lineOf(changed), source: changed }];
    }),
  );
}

/** Marks the characters that are SQL. */
function sqlPlaces(source: string): boolean[] {
  const places = new Array<boolean>(source.length).fill(false);
  const starts = new Set([...source.matchAll(SQL_TEXT)].map((match) => match.index + match[0].length));
  const stack: ('sql' | 'code')[] = [];
  for (let index = 0; index < source.length; index += 1) {
    if (starts.has(index)) stack.push('sql');
    const inside = stack.at(-1);
    if (inside === 'sql' && source.startsWith('${', index)) stack.push('code');
    else if (inside === 'code' && source[index] === '}') stack.pop();
    else if (inside === 'sql' && source[index] === '`') stack.pop();
    else places[index] = inside === 'sql';
  }
  return places;
}

/** Runs the tests of a part against each mutant of its SQL. Prints those that no test notices. */
export async function mutateSql({ sql = [], tests }: { sql?: readonly string[]; tests: readonly string[] }): Promise<number> {
  const remove = await prepareDatabases();
  const mutants = sql.flatMap((pattern) => globSync(pattern)).flatMap((path) => sqlMutantsOf(path, readFileSync(path, 'utf8')));
  await loadTests(tests);
  for (const { name, run } of collected.tests) {
    const failure = await failureOf(run);
    if (failure !== undefined) throw new Error(`'${name}' fails without a mutant: ${failure}`);
  }
  const survivors: SqlMutant[] = [];
  for (const mutant of mutants) {
    const isNoticed = await notices(tests, mutant);
    if (!isNoticed) survivors.push(mutant);
    process.stdout.write(isNoticed ? '.' : 'S');
  }
  await unloadTests();
  await remove();
  for (const { path, line, was, becomes } of survivors) console.log(`\n${path}:${line}\n- ${was}\n+ ${becomes}`);
  const share = ((100 * (mutants.length - survivors.length)) / Math.max(1, mutants.length)).toFixed(1);
  console.log(`\n${mutants.length - survivors.length} of ${mutants.length} changes of SQL are noticed (${share} %).`);
  return 0;
}

async function notices(tests: readonly string[], { path, source }: SqlMutant): Promise<boolean> {
  let hasFailedAside = false;
  const note = () => {
    hasFailedAside = true;
  };
  // What a test starts and does not wait for yet may fail, too. Vitest counts that as a failure.
  process.on('unhandledRejection', note);
  try {
    if ((await failureOf(() => loadTests(tests, { path: join(process.cwd(), path), source }))) !== undefined) return true;
    for (const { run } of collected.tests) if ((await failureOf(run)) !== undefined || hasFailedAside) return true;
    return false;
  } finally {
    process.off('unhandledRejection', note);
  }
}
