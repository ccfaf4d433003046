import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let isOnline: boolean;

beforeEach(() => {
  isOnline = true;
  const load = async () => (isOnline ? {} : Promise.reject(new TypeError('Failed to fetch')));
  const parts = { start: load, portal: load, desk: load, share: load };
  vi.doMock('./catalogues.ts', () => ({ CATALOGUES: { en: parts, es: parts } }));
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  vi.stubGlobal('document', { documentElement: {} });
  // Other tests in this worker may have loaded it without the mock.
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('./catalogues.ts');
  vi.resetModules();
  vi.unstubAllGlobals();
});

describe('messages that could not be loaded', () => {
  it('LNG-01 fail only the page that needs them, until they are loaded', async () => {
    const { loadMessages, startLanguage } = await import('./language.ts');
    await startLanguage();
    await loadMessages('portal');
    isOnline = false;
    await expect(loadMessages('desk')).rejects.toThrow();
    await expect(loadMessages('portal')).resolves.toBeUndefined();
    isOnline = true;
    await expect(Promise.all([loadMessages('portal'), loadMessages('desk')])).resolves.toHaveLength(2);
  });

  it('LNG-01 leave the language as it is, and can be asked for again', async () => {
    const { loadMessages, showLanguage, shownLanguage, startLanguage } = await import('./language.ts');
    await startLanguage();
    isOnline = false;
    await expect(showLanguage('es')).rejects.toThrow();
    await expect(loadMessages('start')).resolves.toBeUndefined();
    expect(shownLanguage()).toBe('en');
    isOnline = true;
    await showLanguage('es');
    expect(shownLanguage()).toBe('es');
  });
});

describe('a language that was chosen', () => {
  it('LNG-01 is remembered in this browser with the user who chose it, if anybody was signed in', async () => {
    const kept = new Map<string, string>();
    const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) };
    vi.stubGlobal('window', { localStorage });
    const { chooseLanguage, storedChoice } = await import('./language.ts');
    await chooseLanguage('es');
    expect(storedChoice()).toEqual({ language: 'es', isUnsaved: true });
    await chooseLanguage('es', 'a');
    expect(storedChoice()).toEqual({ language: 'es', isUnsaved: true, user: 'a' });
  });
});
