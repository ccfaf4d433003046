import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  for (const mocked of ['push/push-owner', 'offline/offline-store', 'session/stored-user', 'session/session', 'api'])
    vi.doUnmock(`#web/lib/${mocked}.ts`);
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** Browser storage whose entries are its own properties, as in a browser. */
function inMemory(stored: Record<string, string>) {
  const entries = new Map(Object.entries(stored));
  return Object.assign(Object.create({ getItem: (key: string) => entries.get(key) ?? null }), {
    ...stored,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    left: () => [...entries.keys()],
  });
}

describe('the end of a session', () => {
  it("SHL-21 ERR-04 ALR-02 is watched once, however often the layout is mounted, and another user's notifications end then", async () => {
    const endPushOfOthers = vi.fn(async () => undefined);
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers, endPush: async () => undefined }));
    // Other test files of this worker may have loaded it.
    vi.resetModules();
    const { watchSessionExpiry } = await import('./session-end.ts');
    const addEventListener = vi.fn();
    vi.stubGlobal('window', { addEventListener });
    for (let mounts = 0; mounts < 3; mounts += 1) watchSessionExpiry({} as AnyRouter);
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['storage', 'pageshow', 'pagehide']);
    expect(endPushOfOthers).toHaveBeenCalledOnce();
  });

  it('SHL-20 a page that the browser has kept is not shown again after a logout or to another user', async () => {
    let user: string | undefined = 'one';
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers: async () => undefined, endPush: async () => undefined }));
    vi.doMock('#web/lib/session/stored-user.ts', async (original) => ({ ...(await original<object>()), accountSubject: () => user }));
    vi.resetModules();
    const { watchSessionExpiry } = await import('./session-end.ts');
    const replace = vi.fn();
    const page = Object.assign(new EventTarget(), { location: { replace } });
    vi.stubGlobal('window', page);
    watchSessionExpiry({} as AnyRouter);
    const comeBackAs = (next: string | undefined, persisted = true): number => {
      user = next;
      replace.mockClear();
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
      return replace.mock.calls.length;
    };
    expect([comeBackAs('one'), comeBackAs(undefined), comeBackAs('two'), comeBackAs('two', false)]).toEqual([0, 1, 1, 0]);
  });

  it('ERR-04 SHL-20 SHL-21 of a tab that had logged out before somebody signed in in another tab is noticed again', async () => {
    let end = (): void => undefined;
    const forgetAccount = vi.fn(async () => undefined);
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers: async () => undefined, endPush: async () => undefined }));
    vi.doMock('#web/lib/session/stored-user.ts', async (original) => ({ ...(await original<object>()), accountSubject: () => 'one' }));
    vi.doMock('#web/lib/session/session.ts', async (original) => ({
      ...(await original<object>()),
      forgetAccount,
      isSignedIn: () => false,
    }));
    vi.doMock('#web/lib/api.ts', async (original) => ({
      ...(await original<object>()),
      setUnauthorizedHandler: (handler: () => void) => {
        end = handler;
      },
    }));
    vi.resetModules();
    const perTab = inMemory({ loggedOut: 'true' });
    vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: inMemory({}), sessionStorage: perTab }));
    const { watchSessionExpiry } = await import('./session-end.ts');
    const { hasSignedOutHere } = await import('#web/lib/session/session.ts');
    const { toasts } = await import('#web/lib/toasts/toast-queue.ts');
    const navigate = vi.fn(async () => undefined);
    watchSessionExpiry({ navigate, state: { location: { href: '/orders' } } } as unknown as AnyRouter);
    expect(hasSignedOutHere()).toBe(false);
    end();
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledExactlyOnceWith({ to: '/', replace: true }), 20_000);
    expect(toasts.current()).toMatchObject({ title: 'Session Expired', message: 'Redirecting to login.' });
    expect(forgetAccount).toHaveBeenCalledOnce();
    toasts.dismiss();

    // Calls that fail because the tab itself is signing out do not end the session.
    await new Promise((resolve) => setTimeout(resolve));
    perTab.setItem('loggedOut', 'true');
    end();
    expect(toasts.current()).toBeNull();
    expect(forgetAccount).toHaveBeenCalledOnce();
  });

  it("STF-03 a staff member's view that the server has ended leaves nothing of its user in the browser", async () => {
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers: async () => undefined, endPush: async () => undefined }));
    vi.doMock('#web/lib/session/stored-user.ts', async (original) => ({ ...(await original<object>()), accountSubject: () => 'staff' }));
    vi.resetModules();
    const { CUSTOMER_KEY, VIEW_AS_KEY } = await import('#web/lib/storage-keys.ts');
    const view = { id: 'v', returnPath: '/desk/customers', viewer: 'staff' };
    const local = inMemory({ [CUSTOMER_KEY]: '{}', 'yardage.cart.1.10012': '[]' });
    const perTab = inMemory({ [VIEW_AS_KEY]: JSON.stringify(view) });
    let isAsked = false;
    const assign = vi.fn(() => {
      isAsked = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    });
    const page = { location: { pathname: '/dashboard', assign }, localStorage: local, sessionStorage: perTab };
    vi.stubGlobal('window', Object.assign(new EventTarget(), page));
    const { watchSessionExpiry } = await import('./session-end.ts');
    const { warnBeforeUnload } = await import('#web/lib/overlays/unsaved-input.ts');
    // Something was typed.
    warnBeforeUnload('unsaved-input', true);
    const { queryClient } = await import('./query.ts');
    const { HttpProblem } = await import('#web/lib/http/http-errors.ts');
    watchSessionExpiry({} as AnyRouter);
    const refused = () => Promise.reject(new HttpProblem(403, { code: 'view-ended' }));
    await queryClient.fetchQuery({ queryKey: ['any'], queryFn: refused }).catch(() => undefined);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/desk/customers');
    expect(isAsked).toBe(false);
    expect([...local.left(), ...perTab.left()]).toEqual([]);
  });

  it('SGN-03 OFF-03 a logout that would delete what was not sent asks first', async () => {
    const unsent = { entries: [{}] };
    const signOut = vi.fn(async () => undefined);
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers: async () => undefined, endPush: async () => undefined }));
    vi.doMock('#web/lib/offline/offline-store.ts', () => ({
      findUnsent: async () => unsent.entries,
      forgetAllReads: async () => undefined,
      removeUnsent: async () => undefined,
    }));
    vi.doMock('#web/lib/session/stored-user.ts', async (original) => ({ ...(await original<object>()), accountSubject: () => 'one' }));
    vi.doMock('#web/lib/session/session.ts', async (original) => ({ ...(await original<object>()), signOut }));
    vi.resetModules();
    vi.stubGlobal('indexedDB', {});
    vi.stubGlobal('window', { sessionStorage: {}, localStorage: {}, removeEventListener: () => undefined });
    const { logOut } = await import('./session-end.ts');
    const { discardQuestion, noteInput } = await import('#web/lib/overlays/unsaved-input.ts');
    logOut();
    await vi.waitFor(() => expect(discardQuestion.get()).toMatchObject({ isLogout: true }), 20_000);
    expect(signOut).not.toHaveBeenCalled();
    discardQuestion.get()?.onDiscard();
    await vi.waitFor(() => expect(signOut).toHaveBeenCalledOnce(), 20_000);
    unsent.entries = [];
    logOut();
    await vi.waitFor(() => expect(signOut).toHaveBeenCalledTimes(2), 20_000);
    // A filled form is asked about like by a link.
    noteInput('form', { isChanged: true, isSending: false, overlays: [] });
    logOut();
    expect(discardQuestion.get()).toMatchObject({ isLogout: false });
    discardQuestion.get()?.onDiscard();
    await vi.waitFor(() => expect(signOut).toHaveBeenCalledTimes(3), 20_000);
  });
});
