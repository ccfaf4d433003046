import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ORIGIN = 'https://portal.example.com';
let user: string | undefined;
vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => user }));
// Other tests in this worker may have loaded it without the mock, and some need it so.
vi.resetModules();
const { notificationState, subscribeBrowser } = await import('./push.ts');
const { endPush, endPushOfOthers } = await import('./push-owner.ts');
afterAll(() => vi.resetModules());

/** The registrations of a browser by scope. The worker of the whole portal is always there. */
let workers: Map<string, ReturnType<typeof registration>>;

function registration(scope: string) {
  let subscription: object | null = null;
  return {
    scope: `${ORIGIN}${scope}`,
    active: { state: 'activated' },
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = { toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } }) };
        return subscription;
      },
    },
    unregister: async () => workers.delete(scope),
  };
}

beforeEach(() => {
  workers = new Map([['/', registration('/')]]);
  user = 'dana';
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', { localStorage, PushManager: true, Notification: true });
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async (scope: string) => workers.get(scope) ?? workers.get('/'),
      register: async (_worker: string, { scope }: { scope: string }) => {
        workers.set(scope, registration(scope));
        return workers.get(scope);
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('notifications of a browser', () => {
  it('ALR-02 stay on for the user who turned them on, also after a session that ended by itself', async () => {
    expect(await notificationState()).toBe('off');
    await subscribeBrowser('key');
    expect(await notificationState()).toBe('on');
    user = undefined;
    await endPushOfOthers();
    user = 'dana';
    await endPushOfOthers();
    expect(await notificationState()).toBe('on');
  });

  it('ALR-02 end when another user opens the portal, and are off in their settings', async () => {
    await subscribeBrowser('key');
    user = 'lee';
    expect(await notificationState()).toBe('off');
    expect([...workers.keys()]).toEqual(['/']);
    await subscribeBrowser('key');
    expect(await notificationState()).toBe('on');
    user = 'dana';
    await endPushOfOthers();
    expect([...workers.keys()]).toEqual(['/']);
  });

  it('ALR-02 end with a logout, which leaves the worker of the portal alone', async () => {
    await subscribeBrowser('key');
    await endPush();
    expect([await notificationState(), ...workers.keys()]).toEqual(['off', '/']);
  });
});
