import { describe, expect, it } from 'vitest';
import { findCatalogueFaults, findSourceFaults, updateCatalogue } from './messages/catalogue-faults.ts';
import { findEnglishErrors, findKeptMessages, findUnusedMessages } from './messages/message-uses.ts';

const MESSAGES = [
  { key: 'a.title', message: 'Title', names: undefined },
  { key: 'a.count', message: '{count, plural, one {# load} other {# loads}}', names: ['count'] },
];

describe('the check of messages', () => {
  it('LNG-02 finds missing, unused and wrongly parametrised translations', () => {
    expect(findCatalogueFaults(MESSAGES, { 'a.title': 'Título', 'a.count': '{count, plural, one {# carga} other {# cargas}}' })).toEqual(
      [],
    );
    expect(findCatalogueFaults(MESSAGES, { 'a.title': '', 'a.count': '{total} cargas', 'a.old': 'x' })).toEqual([
      'a.title is not translated',
      'a.count: does not use count and uses total, which it does not declare',
      'a.old is not used: no source text has this key',
    ]);
    expect(findCatalogueFaults(MESSAGES, { 'a.title': 'T', 'a.count': '{count, plural, one {x}' })[0]).toContain('no valid ICU message');
  });

  it('LNG-02 finds English messages that do not use what they declare', () => {
    expect(findSourceFaults([{ key: 'a.x', message: 'Hello {name}', names: ['person'] }])).toHaveLength(1);
    expect(findSourceFaults(MESSAGES)).toEqual([]);
  });

  it('adds new keys in the order of the source and drops unused ones', () => {
    expect(Object.entries(updateCatalogue(MESSAGES, { 'a.old': 'x', 'a.count': 'y' }))).toEqual([
      ['a.title', ''],
      ['a.count', 'y'],
    ]);
  });

  it('LNG-02 finds texts of errors that the contract holds in English', () => {
    const check = (code: string) => findEnglishErrors('packages/contract/src/x.ts', `export const x = ${code};`).length;
    expect(
      [
        "z.string().min(1, 'Give it a name.')",
        "z.enum(KEYS, { error: 'Use one of them.' })",
        `z.string().max(M, \`Use at most $\{M} letters.\`)`,
      ].map(check),
    ).toEqual([1, 1, 1]);
    expect(
      ["z.string().describe('The name of the job.')", 'z.string().min(1, { error: () => M.name })', "{ summary: 'Lists the jobs' }"].map(
        check,
      ),
    ).toEqual([0, 0, 0]);
  });

  it('LNG-01 finds messages that are read while a module loads', () => {
    const check = (code: string) =>
      findKeptMessages('apps/web/src/x.ts', `import { X_MESSAGES as M } from './x.messages.ts';\n${code}`, new Set(['X_MESSAGES'])).length;
    expect(
      [
        'const kept = M.title;',
        'const { title } = M;',
        'const TABS = [1].map((tab) => M.tabs[tab]);',
        'const COLUMNS = [{ header: M.title }] as const;',
      ].map(check),
    ).toEqual([1, 1, 1, 1]);
    expect(
      [
        'const read = () => M.title;',
        'function read() { const { title } = M; return title; }',
        'const alias = M;',
        'const page = { get title() { return M.title; } };',
      ].map(check),
    ).toEqual([0, 0, 0, 0]);
  });

  it('finds texts that nothing reads', () => {
    const exported = { path: 'x.messages.ts', constant: 'X_MESSAGES', names: ['title', 'gone'] };
    const sources = new Map([['x.ts', "import { X_MESSAGES as M } from './x.messages.ts';\nconst a = () => M.title;"]]);
    expect(findUnusedMessages(exported, sources)).toEqual(['x.messages.ts: nothing reads X_MESSAGES.gone']);
    sources.set('y.ts', "import { X_MESSAGES } from './x.messages.ts';\nexport const b = (name: string) => X_MESSAGES[name];");
    expect(findUnusedMessages(exported, sources)).toEqual([]);
  });
});
