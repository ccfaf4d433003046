import { afterAll, afterEach, expect, it, vi } from 'vitest';

const view = vi.hoisted(() => ({ current: null as object | null }));
const language = vi.hoisted(() => ({
  storedChoice: vi.fn<() => object | undefined>(),
  storeChoice: vi.fn(),
  showLanguage: vi.fn(async () => undefined),
  chooseLanguage: vi.fn(async () => undefined),
  useLanguage: () => 'en',
}));
const saveLanguage = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('#web/lib/session/view-as.ts', () => ({ currentView: () => view.current }));
vi.mock('#web/lib/language/language.ts', () => language);
vi.mock('./account.api.ts', () => ({ saveLanguage, profileQuery: () => ({}) }));

// Other tests in this worker may have loaded it without the mocks, or need it without them.
vi.resetModules();
const { chooseUserLanguage, followUser } = await import('./use-user-language.ts');
afterEach(() => vi.clearAllMocks());
afterAll(() => {
  vi.resetModules();
});

it("LNG-01 the user's language is shown and remembered", () => {
  view.current = null;
  followUser('es');
  expect(language.showLanguage).toHaveBeenCalledWith('es');
  expect(language.storeChoice).toHaveBeenCalledWith({ language: 'es', isUnsaved: false });
});

it("LNG-01 STF-03 in a view, the user's language is shown, and the staff member's own choice stays", async () => {
  view.current = { id: 'v' };
  followUser('es');
  // A choice that was not stored yet is the staff member's own.
  language.storedChoice.mockReturnValueOnce({ language: 'en', isUnsaved: true });
  followUser('es');
  await chooseUserLanguage('es');
  expect(language.showLanguage.mock.calls).toEqual([['es'], ['es'], ['es']]);
  for (const change of [language.storeChoice, language.chooseLanguage, saveLanguage]) expect(change).not.toHaveBeenCalled();
});
