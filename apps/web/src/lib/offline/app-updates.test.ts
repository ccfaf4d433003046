import { afterEach, expect, it, vi } from 'vitest';

class Worker extends EventTarget {
  become(registration: Registration, place: 'installing' | 'waiting'): void {
    registration.installing = place === 'installing' ? this : null;
    registration.waiting = place === 'waiting' ? this : null;
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  update = async (): Promise<void> => undefined;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.resetModules();
});

/** Opens the portal while its service worker is in that state. */
async function open(registration: Registration) {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv('PROD', true);
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const { isUpdateReady, watchAppUpdates } = await import('./app-updates.ts');
  await watchAppUpdates();
  return isUpdateReady;
}

it('OFF-01 announces a version that is being installed while the portal starts', async () => {
  const registration = new Registration();
  const worker = new Worker();
  worker.become(registration, 'installing');
  const isReady = await open(registration);
  expect(isReady.get()).toBe(false);
  worker.become(registration, 'waiting');
  expect(isReady.get()).toBe(true);
});

it('OFF-01 announces a version that is found later, and one that waits already', async () => {
  const later = new Registration();
  const isReady = await open(later);
  const worker = new Worker();
  worker.become(later, 'installing');
  later.dispatchEvent(new Event('updatefound'));
  worker.become(later, 'waiting');
  expect(isReady.get()).toBe(true);

  const waiting = new Registration();
  new Worker().become(waiting, 'waiting');
  expect((await open(waiting)).get()).toBe(true);
});
