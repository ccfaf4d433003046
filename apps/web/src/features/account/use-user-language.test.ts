import { afterAll, afterEach, expect, it, vi } from 'vitest';

const view = vi.hoisted(() => ({ current: null as object | null }));
const browser = vi.hoisted(() => ({ user: 'a', choice: undefined as object | undefined }));
const language = vi.hoisted(() => ({
  storedChoice: vi.fn(() => browser.choice),
  storeChoice: vi.fn((choice: object) => {
    browser.choice = choice;
  }),
  showLanguage: vi.fn(async () => undefined),
  chooseLanguage: vi.fn(async (chosen: string, user?: string) => {
    browser.choice = { language: chosen, isUnsaved: true, user };
  }),
  useLanguage: () => 'en',
}));
const saveLanguage = vi.hoisted(() => vi.fn(async (_language: string) => undefined));
vi.mock('#web/lib/session/view-as.ts', () => ({ currentView: () => view.current }));
vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => browser.user }));
vi.mock('#web/lib/log.ts', () => ({ logFailure: () => undefined }));
vi.mock('#web/lib/language/language.ts', () => language);
vi.mock('./account.api.ts', () => ({ saveLanguage, profileQuery: () => ({}) }));

// Other tests in this worker may have loaded it without the mocks, or need it without them.
vi.resetModules();
const { chooseUserLanguage, followUser } = await import('./use-user-language.ts');
afterEach(() => {
  vi.clearAllMocks();
  Object.assign(browser, { user: 'a', choice: undefined });
});
afterAll(() => {
  vi.resetModules();
});

it("LNG-01 the user's language is shown and remembered", () => {
  view.current = null;
  followUser('es');
  expect(language.showLanguage).toHaveBeenCalledWith('es');
  expect(language.storeChoice).toHaveBeenCalledWith({ language: 'es', isUnsaved: false });
});

it('LNG-01 a choice that could not be stored is stored at the next visit of the user who made it, and never with another one', async () => {
  view.current = null;
  saveLanguage.mockRejectedValueOnce(new Error('offline'));
  await chooseUserLanguage('es');
  saveLanguage.mockClear();
  browser.user = 'b';
  followUser(null);
  followUser('es');
  expect(saveLanguage).not.toHaveBeenCalled();
  browser.user = 'a';
  followUser('en');
  await vi.waitFor(() => expect(browser.choice).toEqual({ language: 'es', isUnsaved: false }), 20_000);
  expect(saveLanguage.mock.calls).toEqual([['es']]);
  // Another user's own language is shown, whatever was chosen before.
  await chooseUserLanguage('es');
  browser.user = 'b';
  followUser('en');
  expect(browser.choice).toEqual({ language: 'en', isUnsaved: false });
});

it('LNG-01 a choice before sign-in is stored with the user who signs in next, also if it takes several visits', async () => {
  view.current = null;
  browser.choice = { language: 'es', isUnsaved: true };
  saveLanguage.mockRejectedValueOnce(new Error('offline'));
  followUser('en');
  await vi.waitFor(() => expect(saveLanguage).toHaveBeenCalledOnce(), 20_000);
  browser.user = 'b';
  followUser(null);
  expect(saveLanguage).toHaveBeenCalledOnce();
  browser.user = 'a';
  followUser('en');
  await vi.waitFor(() => expect(browser.choice).toEqual({ language: 'es', isUnsaved: false }), 20_000);
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
