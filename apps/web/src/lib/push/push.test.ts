import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const subscription = {
  endpoint: 'https://push.example.com/1',
  toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
};
const stored = new Map<string, string>();
let isRegistered: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  isRegistered = true;
  subscription.endpoint = 'https://push.example.com/1';
  const registration = {
    scope: 'https://portal.test/push/',
    pushManager: { getSubscription: async () => subscription },
    unregister: async () => (isRegistered = false),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => (isRegistered ? registration : undefined) } });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.doMock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => 'one' }));
  vi.doMock('#web/lib/store.ts', () => ({
    local: () => undefined,
    readStored: (_place: unknown, key: string) => JSON.parse(stored.get(key) ?? 'null') ?? undefined,
    writeStored: (_place: unknown, key: string, value: unknown) => stored.set(key, JSON.stringify(value)),
    removeStored: (_place: unknown, key: string) => stored.delete(key),
  }));
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock('#web/lib/session/stored-user.ts');
  vi.doUnmock('#web/lib/store.ts');
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('ALR-02 the subscription of a browser is sent again once a day and when its address changed, for its own user only', async () => {
  const { refreshSubscription } = await import('./push.ts');
  const { ownPush } = await import('./push-owner.ts');
  const tell = vi.fn(async () => undefined);
  // Nobody has turned notifications on in this browser.
  await refreshSubscription(tell);
  expect(tell).not.toHaveBeenCalled();
  isRegistered = true;
  ownPush();
  await refreshSubscription(tell);
  await refreshSubscription(tell);
  expect(tell.mock.calls).toEqual([[{ endpoint: 'https://push.example.com/1', p256dh: 'p', auth: 'a' }]]);
  vi.advanceTimersByTime(86_400_001);
  await refreshSubscription(tell);
  subscription.endpoint = 'https://push.example.com/2';
  await refreshSubscription(tell);
  expect(tell).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(86_400_001);
  tell.mockRejectedValueOnce(new Error('no connection'));
  await expect(refreshSubscription(tell)).rejects.toThrow();
  await refreshSubscription(tell);
  expect(tell).toHaveBeenCalledTimes(5);
});
