import { afterEach, describe, expect, it, vi } from 'vitest';

class Worker extends EventTarget {
  state = 'installing';
  postMessage = vi.fn();
  become(registration: Registration, place: 'installing' | 'waiting'): void {
    registration.installing = place === 'installing' ? this : null;
    registration.waiting = place === 'waiting' ? this : null;
    this.state = place === 'waiting' ? 'installed' : 'installing';
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

/** The browser's service workers, with the one that serves the page. */
function container(registration: Registration, controller: object | null) {
  return Object.assign(new EventTarget(), { controller, register: async () => registration });
}

/** Opens the portal while its service worker is in that state. */
async function open(registration: Registration, serviceWorker = container(registration, {})) {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv('PROD', true);
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

it('OFF-01 goes on announcing a version that another tab accepted, which is active then and does not wait any more', async () => {
  const registration = new Registration();
  const worker = new Worker();
  worker.become(registration, 'installing');
  const serviceWorker = container(registration, {});
  const isReady = await open(registration, serviceWorker);
  worker.become(registration, 'waiting');
  registration.waiting = null;
  for (const event of ['activating', 'controllerchange', 'activated']) {
    if (event === 'controllerchange') serviceWorker.dispatchEvent(new Event(event));
    else worker.dispatchEvent(new Event('statechange'));
  }
  expect(isReady.get()).toBe(true);
});

it('OFF-01 announces a version that another tab accepted to the page that installed the first one, and not that first one', async () => {
  const registration = new Registration();
  const serviceWorker = container(registration, null);
  const isReady = await open(registration, serviceWorker);
  const takeOver = () => serviceWorker.dispatchEvent(new Event('controllerchange'));
  takeOver();
  expect(isReady.get()).toBe(false);
  takeOver();
  expect(isReady.get()).toBe(true);
});

describe('a page that failed and is loaded again', () => {
  /** Loads the page again while its worker is in that state. Returns how often it was. */
  async function reload(registration: Registration) {
    vi.resetModules();
    vi.useFakeTimers();
    const reloads = vi.fn();
    const serviceWorker = Object.assign(new EventTarget(), { controller: {}, getRegistration: async () => registration });
    vi.stubGlobal('navigator', { serviceWorker });
    vi.stubGlobal('window', { location: { reload: reloads } });
    const { reloadNewest } = await import('./reload-newest.ts');
    void reloadNewest();
    await vi.advanceTimersByTimeAsync(100);
    return { reloads, serviceWorker };
  }

  it('OFF-01 SHL-12 takes over the version that waits, because the files of the installed one may be gone', async () => {
    const registration = new Registration();
    const worker = new Worker();
    worker.become(registration, 'waiting');
    const { reloads, serviceWorker } = await reload(registration);
    expect([worker.postMessage.mock.calls.length, reloads.mock.calls.length]).toEqual([1, 0]);
    serviceWorker.dispatchEvent(new Event('controllerchange'));
    await vi.advanceTimersByTimeAsync(100);
    expect(reloads).toHaveBeenCalledOnce();
  });

  it('OFF-01 SHL-12 waits for one that is only found now, but not for ever', async () => {
    const registration = new Registration();
    const worker = new Worker();
    registration.update = async () => worker.become(registration, 'installing');
    const { reloads } = await reload(registration);
    expect(worker.postMessage).not.toHaveBeenCalled();
    worker.become(registration, 'waiting');
    expect(worker.postMessage).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reloads).toHaveBeenCalledOnce();
  });

  it('OFF-01 SHL-12 is loaded at once if there is no newer version, and without a connection', async () => {
    const registration = new Registration();
    expect((await reload(registration)).reloads).toHaveBeenCalledOnce();
    registration.update = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await reload(registration)).reloads).toHaveBeenCalledOnce();
  });
});
