import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let user: string | undefined;
vi.mock('./stored-user.ts', () => ({ accountSubject: () => user }));

const VIEW = { id: 'v', userId: 7, email: 'customer@example.com', name: 'Customer', expiresAt: '2026-11-15T12:00:00.000Z' };

/** Loads the page. The tab's storage stays. */
async function visit(as: string | undefined, path = '/dashboard') {
  user = as;
  window.location.pathname = path;
  vi.resetModules();
  return import('./view-as.ts');
}

beforeEach(() => {
  const tab = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage, location: { pathname: '/desk/customers', search: '', assign: () => undefined } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('STF-03 a view belongs to the staff member who began it, and ends when another user signs in', async () => {
  (await visit('staff', '/desk/customers')).beginView(VIEW, 'G1');
  expect((await visit('staff')).currentView()).toMatchObject({ id: 'v', returnPath: '/desk/customers' });
  expect((await visit(undefined)).currentView()).toBeNull();
  expect((await visit('staff')).currentView()).toMatchObject({ id: 'v' });
  expect((await visit('other')).currentView()).toBeNull();
  expect((await visit('staff')).currentView()).toBeNull();
});

it('STF-03 a view is over when the staff member comes back to the desk by the browser', async () => {
  (await visit('staff', '/desk/customers')).beginView(VIEW, 'G1');
  expect((await visit('staff')).currentView()).toMatchObject({ id: 'v' });
  expect((await visit('staff', '/desk/customers')).currentView()).toBeNull();
  expect((await visit('staff')).currentView()).toBeNull();
});

it('STF-03 a view that is left is removed with the data of its user, and calls of its page stay calls of the view until it is gone', async () => {
  (await visit('staff', '/desk/customers')).beginView(VIEW, 'G1');
  const page = await visit('staff');
  const assign = vi.spyOn(window.location, 'assign');
  const remove = vi.fn();
  page.setViewRemover(remove);
  expect(page.hasLeftView()).toBe(false);
  // Several calls are refused together.
  page.leaveView();
  page.leaveView();
  expect(remove).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/desk/customers');
  expect([page.hasLeftView(), page.currentView()?.id]).toEqual([true, 'v']);
  expect((await visit('staff')).currentView()).toBeNull();
});

it.each([
  ['is right', 0],
  ['is an hour fast', 3_600_000],
  ['is an hour slow', -3_600_000],
])('STF-03 a view is over by the clock of the server, also if that of the device %s', async (_how, aheadMs) => {
  vi.useFakeTimers();
  const { whenViewIsOver } = await visit('staff');
  const { noteServerTime } = await import('#web/lib/http/server-clock.ts');
  const serverNow = () => Date.now() - aheadMs;
  const onOver = vi.fn();
  whenViewIsOver({ expiresAt: new Date(serverNow() + 1_800_000).toISOString() }, onOver);
  await vi.advanceTimersByTimeAsync(1000);
  noteServerTime(new Date(serverNow()).toUTCString(), Date.now(), Date.now());
  await vi.advanceTimersByTimeAsync(1_790_000);
  expect(onOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onOver).toHaveBeenCalledOnce();
});
