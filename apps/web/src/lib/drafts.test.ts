import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let user: string | undefined;
let stored: Map<string, string>;

/** Loads the module afresh, as after a page load. */
const load = async () => {
  vi.resetModules();
  vi.doMock('./session/stored-user.ts', () => ({ accountSubject: () => user }));
  return import('./drafts.ts');
};

beforeEach(() => {
  user = 'one';
  stored = new Map();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./session/stored-user.ts');
  vi.resetModules();
});

describe('a draft', () => {
  it('CHT-22 AST-03 survives a reload, for its chat only', async () => {
    (await load()).changeDraft('chat.7', 'Two more yards');
    const { draftAt } = await load();
    expect([draftAt('chat.7'), draftAt('chat.8')]).toEqual(['Two more yards', '']);
  });

  it('is not shown to another user of the tab', async () => {
    (await load()).changeDraft('chat.7', 'Two more yards');
    user = 'two';
    expect((await load()).draftAt('chat.7')).toBe('');
  });

  it('AST-04 ERR-04 that is given back after the session has ended waits for the user who wrote it', async () => {
    const { changeDraft } = await load();
    changeDraft('chat.7', 'Two more yards');
    user = undefined;
    changeDraft('assistant.G1', 'What do I owe?');
    user = 'one';
    const { draftAt } = await load();
    expect([draftAt('chat.7'), draftAt('assistant.G1')]).toEqual(['Two more yards', 'What do I owe?']);
    user = 'two';
    expect((await load()).draftAt('assistant.G1')).toBe('');
  });

  it('SHL-20 is removed once it is sent, and at logout', async () => {
    const { changeDraft, forgetDrafts } = await load();
    changeDraft('chat.7', 'Two more yards');
    changeDraft('chat.7', '');
    expect(stored.size).toBe(0);
    changeDraft('chat.8', (before) => before || 'given back');
    forgetDrafts();
    expect(stored.size).toBe(0);
  });
});
