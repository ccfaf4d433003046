import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkFile, listSources, readWorkspaces } from './check-imports.ts';
import { findImports } from './import-rules/find-imports.ts';
import { IMPORT_RULES } from './import-rules/rules.ts';

const workspaces = readWorkspaces();
const faultsOf = (path: string, specifier: string) => checkFile(path, `import { x } from '${specifier}';\n`, workspaces);

// Each line: the importing file, its import, and part of the expected message. `tomorrow` is an area that no rule names.
const BREAKS = [
  ['apps/web/src/lib/http/client.ts', '#web/patterns/table.tsx', 'one direction'],
  ['apps/web/src/lib/http/client.ts', '../../patterns/table.tsx', 'one direction'],
  ['apps/web/src/patterns/table/table.tsx', '#web/features/orders/api/get-orders.ts', 'one direction'],
  ['apps/web/src/features/tomorrow/components/row.tsx', '#web/pages/orders/orders-page.tsx', 'one direction'],
  ['apps/web/src/pages/tomorrow/page.tsx', '#web/app/router.tsx', 'one direction'],
  ['apps/web/src/pages/tomorrow/page.tsx', '../../main.tsx', 'one direction'],
  ['apps/web/src/features/tomorrow/components/row.tsx', '#web/features/orders/api/get-orders.ts', 'no other feature'],
  ['apps/web/src/features/tomorrow/row.tsx', '../orders/api/get-orders.ts', 'no other feature'],
  ['apps/web/src/lib/http/client.ts', '@yardage/server/config', 'nothing of the server'],
  ['apps/web/src/lib/client.ts', '../../../server/src/config.ts', 'package name'],
  ['apps/web/src/lib/client.ts', 'node:fs', 'runs in a browser'],
  ['packages/domain/src/money.ts', 'zod', 'domain imports nothing'],
  ['packages/domain/src/money.ts', '@yardage/contract/paging', 'domain imports nothing'],
  ['packages/messages/src/messages.ts', '@yardage/domain/money', 'messages imports nothing'],
  ['packages/contract/src/orders.ts', '@yardage/server/config', 'contract imports nothing'],
  ['packages/contract/src/orders.ts', 'fastify', 'contract imports nothing'],
  ['packages/contract/src/orders.ts', '../../domain/src/money.ts', 'package name'],
  ['apps/server/src/features/tomorrow/tomorrow.routes.ts', './tomorrow.queries.ts', 'routes call their service'],
  ['apps/server/src/features/tomorrow/tomorrow.routes.ts', '#server/features/orders/orders.queries', 'routes call their service'],
  ['apps/server/src/features/tomorrow/tomorrow.routes.ts', '#server/database/database', 'routes call their service'],
  ['apps/server/src/features/tomorrow/tomorrow.routes.ts', '#server/database/drizzle', 'routes call their service'],
  ['apps/server/src/features/tomorrow/tomorrow.queries.ts', 'drizzle-orm', 'only database/drizzle.ts imports'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', './tomorrow.routes.ts', 'a service knows no routes'],
  ['apps/server/src/features/tomorrow/tomorrow.queries.ts', './tomorrow.service.ts', 'queries know no service'],
  ['apps/server/src/features/tomorrow/tomorrow.queries.ts', 'fastify', 'queries know no service'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/database/drizzle', 'SQL'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/database/tables/sales', 'SQL'],
  ['apps/server/src/features/tomorrow/tomorrow.document.ts', '#server/database/page-query', 'SQL'],
  ['apps/server/src/http/guard.ts', 'pg', 'SQL'],
  ['apps/server/src/adapters/tomorrow/outside.ts', '../../database/tables/sales.ts', 'SQL'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', 'nodemailer', 'only adapters'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', 'node:https', 'only adapters'],
  ['apps/server/src/http/guard.ts', 'net', 'only adapters'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/adapters/mail/smtp.mail', 'by its port only'],
  ['apps/server/src/app.ts', './demo/world/fill-demo-world.ts', 'nothing imports demo/'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/demo/accounts', 'nothing imports demo/'],
  ['apps/server/src/http/guard.ts', '#server/testing/test-database', 'testing/ is for tests'],
  ['apps/server/src/app.ts', './main.ts', 'nothing imports main.ts'],
  ['apps/server/src/features/orders/deep/deeper/deepest.ts', '../../../../config.ts', 'climbs three folders'],
  ['apps/server/src/config.ts', '@yardage/web/src/app/router', 'nothing of the web app'],
] as const;

const KEEPS = [
  ['apps/web/src/pages/tomorrow/page.tsx', '#web/features/orders/api/get-orders.ts'],
  ['apps/web/src/features/tomorrow/components/row.tsx', '../api/get-tomorrow.ts'],
  ['apps/web/src/features/tomorrow/api/get-tomorrow.ts', '#web/lib/http/http-client.ts'],
  ['apps/web/src/main.tsx', './app/router.tsx'],
  ['apps/web/src/lib/client.ts', '@yardage/contract/endpoint'],
  ['packages/contract/src/orders.ts', '@yardage/domain/money'],
  ['packages/domain/src/dates.ts', '@yardage/messages/messages'],
  ['packages/contract/src/orders.ts', 'zod'],
  ['packages/domain/src/money.test.ts', 'vitest'],
  ['apps/server/src/features/tomorrow/tomorrow.routes.ts', './tomorrow.service.ts'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', './tomorrow.queries.ts'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/database/database'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/database/failures'],
  ['apps/server/src/features/tomorrow/tomorrow.service.ts', '#server/adapters/mail/port'],
  ['apps/server/src/features/tomorrow/tomorrow.queries.ts', '#server/database/drizzle'],
  ['apps/server/src/features/tomorrow/tomorrow.queries.ts', '#server/database/tables/sales'],
  ['apps/server/src/features/tomorrow/tomorrow.test.ts', '#server/testing/test-database'],
  ['apps/server/src/adapters/mail/smtp.mail.ts', 'nodemailer'],
  ['apps/server/src/main.ts', './demo/start-demo.ts'],
  ['apps/server/src/jobs/jobs.ts', 'pg-boss'],
] as const;

describe('import rules', () => {
  it.each(BREAKS)('%s may not import %s', (path, specifier, sentence) => {
    expect(faultsOf(path, specifier).join('\n')).toContain(sentence);
  });

  it.each(KEEPS)('%s may import %s', (path, specifier) => {
    expect(faultsOf(path, specifier)).toEqual([]);
  });

  it('has a breaking example for every rule', () => {
    const heard = BREAKS.flatMap(([path, specifier]) => faultsOf(path, specifier)).join('\n');
    expect(IMPORT_RULES.filter(({ sentence }) => !heard.includes(sentence))).toEqual([]);
  });

  it('refuses a folder that is no layer of the web app', () => {
    expect(checkFile('apps/web/src/utils/misc.ts', '', workspaces)).toEqual([expect.stringContaining('is no layer of the web app')]);
  });

  it('names the file and the line', () => {
    const [fault] = checkFile('apps/server/src/app.ts', "import a from './a.ts';\n\nimport b from './main.ts';\n", workspaces);
    expect(fault).toMatch(/^apps\/server\/src\/app\.ts:3: /);
  });
});

describe('import sites', () => {
  it('are found in every form', () => {
    const source = [
      "import a from 'a';",
      "import type { b } from 'b';",
      "import 'c';",
      "export { d } from 'd';",
      "const e = await import('e');",
      "type F = import('f').F;",
      "import {\n  g,\n} from 'g';",
      "import.meta.resolve('h');",
    ].join('\n');
    expect(findImports(source).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('are not found in comments and texts', () => {
    const source = "// import 'a'\n/* from 'b' */\nconst c = \"import 'c'\";\nconst d = `from 'd'`;\n";
    expect(findImports(source)).toEqual([]);
  });

  it('are the same as in the real sources', () => {
    const sources = listSources();
    expect(sources).toContain('apps/server/src/database/database.ts');
    const found = sources.flatMap((path) => findImports(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')));
    expect(found.length).toBeGreaterThan(sources.length);
  });
});
